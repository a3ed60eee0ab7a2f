-- Which memories an answer was given, taken from its receipt, so that a memory's answers are found by an index. Like
-- other ids that say where something came from, memory_id has no foreign key: an undo may bring the memory back.
CREATE TABLE message_memories (
  memory_id  INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_memories_by_message ON message_memories(message_id);

INSERT INTO message_memories(memory_id, message_id)
  SELECT DISTINCT h.value ->> 'id', m.id FROM messages m, json_each(m.receipt, '$.memories') h
  WHERE m.receipt IS NOT NULL AND h.value ->> 'id' > 0;

CREATE TRIGGER message_memories_insert AFTER INSERT ON messages WHEN new.receipt IS NOT NULL BEGIN
  INSERT INTO message_memories(memory_id, message_id)
    SELECT DISTINCT h.value ->> 'id', new.id FROM json_each(new.receipt, '$.memories') h WHERE h.value ->> 'id' > 0;
END;
CREATE TRIGGER message_memories_update AFTER UPDATE OF receipt ON messages BEGIN
  DELETE FROM message_memories WHERE message_id = new.id;
  INSERT INTO message_memories(memory_id, message_id)
    SELECT DISTINCT h.value ->> 'id', new.id FROM json_each(new.receipt, '$.memories') h WHERE h.value ->> 'id' > 0;
END;
