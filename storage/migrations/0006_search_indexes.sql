-- The first answers whether the search index matches the stored vectors without reading the vectors; the second finds
-- the memories that were learned from a message.
CREATE INDEX vectors_by_hash ON vectors(owner_kind, embedder, owner_id, part, hash);
CREATE INDEX memory_by_source ON memory(source_message_id) WHERE source_message_id IS NOT NULL;
