-- Whether one chat recalls earlier messages, where that differs from the setting chats.recall.
CREATE TABLE thread_recall (
  thread_id INTEGER PRIMARY KEY REFERENCES threads(id) ON DELETE CASCADE,
  recall    TEXT NOT NULL CHECK (recall IN ('on', 'off'))
) STRICT;
