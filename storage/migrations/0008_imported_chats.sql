-- Where imported chats came from, so that importing an archive again adds only what is new in it, and whether they are
-- learned from. The messages after last_message_id were written in Memoir.
CREATE TABLE imported_chats (
  thread_id       INTEGER PRIMARY KEY REFERENCES threads(id) ON DELETE CASCADE,
  program         TEXT NOT NULL CHECK (program <> ''),
  external_id     TEXT NOT NULL,
  last_message_id INTEGER,
  learning        TEXT NOT NULL CONSTRAINT "learning" CHECK (learning IN ('no', 'wanted', 'done')),
  imported_at     INTEGER
) STRICT;
CREATE INDEX imported_chats_by_origin ON imported_chats(program, external_id);
CREATE INDEX imported_chats_wanted ON imported_chats(learning) WHERE learning = 'wanted';
