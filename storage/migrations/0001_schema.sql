-- Every table of Memoir. Times are whole nanoseconds since 1970-01-01 UTC; NULL means never.
-- Columns that only say where something came from (thread, message or memory ids in memory and decision) carry no
-- foreign key: what they name may be deleted while the record of it stays. Numbers are never used twice.

CREATE TABLE profiles (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL,
  external_id TEXT UNIQUE CHECK (external_id <> ''),
  created_at  INTEGER
) STRICT;

CREATE TABLE threads (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id    INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  title         TEXT NOT NULL,
  title_by_user INTEGER NOT NULL CHECK (title_by_user IN (0, 1)),
  model         TEXT NOT NULL,
  memory        TEXT NOT NULL CONSTRAINT "memory mode" CHECK (memory IN ('on', 'read', 'off')),
  system_prompt TEXT NOT NULL,
  temperature   REAL,
  max_tokens    INTEGER NOT NULL CHECK (max_tokens >= 0),
  pinned        INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  temporary     INTEGER NOT NULL CHECK (temporary IN (0, 1)),
  unread        INTEGER NOT NULL CHECK (unread IN (0, 1)),
  draft         TEXT NOT NULL,
  head_id       INTEGER,
  source        TEXT NOT NULL,
  created_at    INTEGER,
  updated_at    INTEGER,
  deleted_at    INTEGER
) STRICT;
CREATE INDEX threads_by_age ON threads(profile_id, pinned DESC, updated_at DESC, id DESC);

CREATE TABLE messages (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id   INTEGER NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
  parent_id   INTEGER REFERENCES messages(id), -- checked at the end of the statement, so a chat can go as a whole
  role        TEXT NOT NULL CONSTRAINT "role" CHECK (role IN ('system', 'user', 'assistant')),
  content     TEXT NOT NULL,
  hash        TEXT NOT NULL,
  reasoning   TEXT NOT NULL,
  status      TEXT NOT NULL CONSTRAINT "status"
              CHECK (status IN ('streaming', 'complete', 'stopped', 'interrupted', 'failed')),
  model       TEXT NOT NULL,
  usage       TEXT CHECK (json_valid(usage)),
  error       TEXT CHECK (json_valid(error)),
  receipt     TEXT CHECK (json_valid(receipt)),
  created_at  INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX messages_by_thread ON messages(thread_id, parent_id);
CREATE INDEX messages_by_parent ON messages(parent_id);
CREATE INDEX messages_streaming ON messages(status) WHERE status = 'streaming';

CREATE TABLE memory (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  content           TEXT NOT NULL CONSTRAINT "content" CHECK (content <> ''),
  folded            TEXT NOT NULL,
  hash              TEXT NOT NULL,
  tags              TEXT NOT NULL CHECK (json_type(tags) = 'array'),
  kind              TEXT NOT NULL CONSTRAINT "kind" CHECK (kind IN ('fact', 'instruction')),
  type              TEXT NOT NULL CONSTRAINT "type"
                    CHECK (type IN ('personal', 'preference', 'knowledge', 'event', 'other')),
  key               TEXT NOT NULL,
  scope             TEXT NOT NULL CONSTRAINT "scope" CHECK (scope IN ('global', 'thread')),
  thread_id         INTEGER,
  origin            TEXT NOT NULL CONSTRAINT "origin"
                    CHECK (origin IN ('extracted', 'manual', 'import', 'api', 'folder', 'system')),
  source_message_id INTEGER,
  quote             TEXT NOT NULL,
  quote_start       INTEGER,
  quote_end         INTEGER,
  created_at        INTEGER,
  updated_at        INTEGER
) STRICT;
CREATE INDEX memory_by_fold ON memory(folded);
CREATE INDEX memory_by_age ON memory(created_at DESC, id DESC);
CREATE INDEX memory_by_thread ON memory(thread_id) WHERE thread_id IS NOT NULL;

-- What differs per person. A change of the link has its own time, so that pinning a shared memory is not seen by the
-- others.
CREATE TABLE memory_links (
  profile_id    INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  memory_id     INTEGER NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  status        TEXT NOT NULL CONSTRAINT "status" CHECK (status IN ('active', 'inbox', 'archived', 'forgotten')),
  pinned        INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  valid_from    TEXT NOT NULL,
  valid_to      TEXT NOT NULL,
  superseded_by INTEGER,
  proposes      INTEGER, -- the memory this one may replace, once the user says so
  use_count     INTEGER NOT NULL CONSTRAINT "use count" CHECK (use_count >= 0),
  last_used_at  INTEGER,
  link_updated_at INTEGER,
  PRIMARY KEY (profile_id, memory_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_links_by_memory ON memory_links(memory_id);

CREATE TABLE contexts (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id  INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  mime        TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  tokens      INTEGER NOT NULL,
  sha256      TEXT NOT NULL,
  hash        TEXT NOT NULL,
  never_learn INTEGER NOT NULL CHECK (never_learn IN (0, 1)),
  content     TEXT NOT NULL,
  created_at  INTEGER
) STRICT;
CREATE INDEX contexts_by_sum ON contexts(profile_id, sha256);

CREATE TABLE thread_contexts (
  thread_id  INTEGER NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
  context_id INTEGER NOT NULL REFERENCES contexts(id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  PRIMARY KEY (thread_id, context_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_contexts_by_context ON thread_contexts(context_id);

CREATE TABLE decision (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at     INTEGER,
  run_id         TEXT NOT NULL,
  profile_id     INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  thread_id      INTEGER,
  message_id     INTEGER,
  context_id     INTEGER,
  action         TEXT NOT NULL CONSTRAINT "action" CHECK (action IN ('add', 'update', 'replace', 'ignore', 'delete',
                 'restore', 'archive', 'accept', 'reject', 'pin', 'erase')),
  actor          TEXT NOT NULL CONSTRAINT "actor"
                 CHECK (actor IN ('extractor', 'user', 'api', 'folder', 'import', 'system')),
  memory_id      INTEGER,
  old_id         INTEGER,
  before         TEXT CHECK (json_valid(before)),
  after          TEXT CHECK (json_valid(after)),
  changes        TEXT CHECK (json_valid(changes)),
  candidate      TEXT NOT NULL,
  reason         TEXT NOT NULL,
  scores         TEXT CHECK (json_valid(scores)),
  model          TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  undo_of        INTEGER,
  undone_by      INTEGER
) STRICT;
CREATE INDEX decision_by_profile ON decision(profile_id, id);
CREATE INDEX decision_by_run ON decision(run_id) WHERE run_id <> '';
CREATE INDEX decision_by_thread ON decision(thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX decision_by_message ON decision(message_id) WHERE message_id IS NOT NULL;
CREATE INDEX decision_by_context ON decision(context_id) WHERE context_id IS NOT NULL;

-- Which memories a decision touched, as memory, as old memory or in its changes.
CREATE TABLE decision_memories (
  memory_id   INTEGER NOT NULL,
  decision_id INTEGER NOT NULL REFERENCES decision(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, decision_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_memories_by_decision ON decision_memories(decision_id);

CREATE TABLE summaries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id      INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  thread_id       INTEGER NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
  content         TEXT NOT NULL,
  hash            TEXT NOT NULL,
  model           TEXT NOT NULL,
  message_count   INTEGER NOT NULL,
  last_message_id INTEGER,
  in_base         INTEGER NOT NULL CHECK (in_base IN (0, 1)),
  created_at      INTEGER
) STRICT;
CREATE INDEX summaries_by_thread ON summaries(thread_id, id);
CREATE INDEX summaries_by_profile ON summaries(profile_id, id);

CREATE TABLE base_memory (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  content    TEXT NOT NULL,
  actor      TEXT NOT NULL CONSTRAINT "actor"
             CHECK (actor IN ('extractor', 'user', 'api', 'folder', 'import', 'system')),
  created_at INTEGER
) STRICT;
CREATE INDEX base_memory_by_profile ON base_memory(profile_id, id);

-- Embeddings: 32-bit floats, little endian. They follow their owner by trigger.
CREATE TABLE vectors (
  owner_kind TEXT NOT NULL CHECK (owner_kind IN ('memory', 'context', 'message', 'summary')),
  owner_id   INTEGER NOT NULL,
  part       INTEGER NOT NULL CHECK (part >= 0),
  embedder   TEXT NOT NULL CHECK (embedder <> ''),
  hash       TEXT NOT NULL,
  vec        BLOB NOT NULL CHECK (length(vec) > 0 AND length(vec) % 4 = 0),
  PRIMARY KEY (owner_kind, embedder, owner_id, part)
) STRICT;
CREATE INDEX vectors_by_owner ON vectors(owner_kind, owner_id);

CREATE TABLE jobs (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind <> ''),
  thread_id  INTEGER REFERENCES threads(id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  version    TEXT NOT NULL,
  state      TEXT NOT NULL CONSTRAINT "state" CHECK (state IN ('queued', 'running', 'done', 'dead')),
  attempts   INTEGER NOT NULL,
  run_at     INTEGER,
  last_error TEXT NOT NULL,
  created_at INTEGER,
  UNIQUE (kind, message_id, version)
) STRICT;
CREATE INDEX jobs_waiting ON jobs(state, run_at) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_by_profile ON jobs(profile_id, id);
CREATE INDEX jobs_by_thread ON jobs(thread_id);

CREATE TABLE settings (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO profiles(id, name, created_at) VALUES (1, 'default', unixepoch() * 1000000000);

-- A memory no profile holds any more is gone; what belongs to a row goes with it.
CREATE TRIGGER memory_links_orphan AFTER DELETE ON memory_links
WHEN NOT EXISTS (SELECT 1 FROM memory_links WHERE memory_id = old.memory_id) BEGIN
  DELETE FROM memory WHERE id = old.memory_id;
END;
CREATE TRIGGER threads_scoped AFTER DELETE ON threads BEGIN
  DELETE FROM memory_links WHERE profile_id = old.profile_id
    AND memory_id IN (SELECT id FROM memory WHERE thread_id = old.id AND scope = 'thread');
END;
CREATE TRIGGER memory_vectors AFTER DELETE ON memory BEGIN
  DELETE FROM vectors WHERE owner_kind = 'memory' AND owner_id = old.id;
END;
CREATE TRIGGER contexts_vectors AFTER DELETE ON contexts BEGIN
  DELETE FROM vectors WHERE owner_kind = 'context' AND owner_id = old.id;
END;
CREATE TRIGGER messages_vectors AFTER DELETE ON messages BEGIN
  DELETE FROM vectors WHERE owner_kind = 'message' AND owner_id = old.id;
END;
CREATE TRIGGER summaries_vectors AFTER DELETE ON summaries BEGIN
  DELETE FROM vectors WHERE owner_kind = 'summary' AND owner_id = old.id;
END;

-- Full text. Memories keep a copy of their text in the index, so that a row can be taken out without knowing what it
-- said; messages and titles are read back from the views below. secure-delete leaves no trace of what was erased.
CREATE VIEW memory_text AS
  SELECT m.id, m.content, m.tags FROM memory m
  WHERE EXISTS (SELECT 1 FROM memory_links l WHERE l.memory_id = m.id AND l.status <> 'forgotten');
CREATE VIRTUAL TABLE memory_words USING fts5(content, tags, tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE memory_grams USING fts5(content, tags, tokenize = 'trigram');

CREATE VIEW message_text AS
  SELECT id, CASE role WHEN 'user' THEN content ELSE '' END AS said,
         CASE role WHEN 'assistant' THEN content ELSE '' END AS replied
  FROM messages WHERE status <> 'streaming';
CREATE VIRTUAL TABLE message_words USING fts5(said, replied, content = 'message_text', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE message_grams USING fts5(said, replied, content = 'message_text', content_rowid = 'id',
  tokenize = 'trigram');

CREATE VIRTUAL TABLE thread_words USING fts5(title, content = 'threads', content_rowid = 'id',
  tokenize = 'porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE thread_grams USING fts5(title, content = 'threads', content_rowid = 'id', tokenize = 'trigram');

INSERT INTO memory_words(memory_words, rank) VALUES ('secure-delete', 1);
INSERT INTO memory_grams(memory_grams, rank) VALUES ('secure-delete', 1);
INSERT INTO message_words(message_words, rank) VALUES ('secure-delete', 1);
INSERT INTO message_grams(message_grams, rank) VALUES ('secure-delete', 1);
INSERT INTO thread_words(thread_words, rank) VALUES ('secure-delete', 1);
INSERT INTO thread_grams(thread_grams, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER memory_text_delete AFTER DELETE ON memory BEGIN
  DELETE FROM memory_words WHERE rowid = old.id;
  DELETE FROM memory_grams WHERE rowid = old.id;
END;
CREATE TRIGGER memory_text_update AFTER UPDATE OF content, tags ON memory BEGIN
  DELETE FROM memory_words WHERE rowid = old.id;
  DELETE FROM memory_grams WHERE rowid = old.id;
  INSERT INTO memory_words(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.id;
  INSERT INTO memory_grams(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.id;
END;
CREATE TRIGGER memory_link_insert AFTER INSERT ON memory_links BEGIN
  DELETE FROM memory_words WHERE rowid = new.memory_id;
  DELETE FROM memory_grams WHERE rowid = new.memory_id;
  INSERT INTO memory_words(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.memory_id;
  INSERT INTO memory_grams(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.memory_id;
END;
CREATE TRIGGER memory_link_update AFTER UPDATE OF status ON memory_links
WHEN (old.status = 'forgotten') <> (new.status = 'forgotten') BEGIN
  DELETE FROM memory_words WHERE rowid = new.memory_id;
  DELETE FROM memory_grams WHERE rowid = new.memory_id;
  INSERT INTO memory_words(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.memory_id;
  INSERT INTO memory_grams(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = new.memory_id;
END;
CREATE TRIGGER memory_link_delete AFTER DELETE ON memory_links BEGIN
  DELETE FROM memory_words WHERE rowid = old.memory_id;
  DELETE FROM memory_grams WHERE rowid = old.memory_id;
  INSERT INTO memory_words(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = old.memory_id;
  INSERT INTO memory_grams(rowid, content, tags) SELECT id, content, tags FROM memory_text WHERE id = old.memory_id;
END;

CREATE TRIGGER message_text_insert AFTER INSERT ON messages WHEN new.status <> 'streaming' BEGIN
  INSERT INTO message_words(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
  INSERT INTO message_grams(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
END;
CREATE TRIGGER message_text_leave AFTER UPDATE OF content, role, status ON messages WHEN old.status <> 'streaming' BEGIN
  INSERT INTO message_words(message_words, rowid, said, replied) VALUES ('delete', old.id,
    CASE old.role WHEN 'user' THEN old.content ELSE '' END, CASE old.role WHEN 'assistant' THEN old.content ELSE '' END);
  INSERT INTO message_grams(message_grams, rowid, said, replied) VALUES ('delete', old.id,
    CASE old.role WHEN 'user' THEN old.content ELSE '' END, CASE old.role WHEN 'assistant' THEN old.content ELSE '' END);
  INSERT INTO message_words(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
  INSERT INTO message_grams(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
END;
CREATE TRIGGER message_text_finish AFTER UPDATE OF content, role, status ON messages
WHEN old.status = 'streaming' AND new.status <> 'streaming' BEGIN
  INSERT INTO message_words(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
  INSERT INTO message_grams(rowid, said, replied) SELECT id, said, replied FROM message_text WHERE id = new.id;
END;
CREATE TRIGGER message_text_delete AFTER DELETE ON messages WHEN old.status <> 'streaming' BEGIN
  INSERT INTO message_words(message_words, rowid, said, replied) VALUES ('delete', old.id,
    CASE old.role WHEN 'user' THEN old.content ELSE '' END, CASE old.role WHEN 'assistant' THEN old.content ELSE '' END);
  INSERT INTO message_grams(message_grams, rowid, said, replied) VALUES ('delete', old.id,
    CASE old.role WHEN 'user' THEN old.content ELSE '' END, CASE old.role WHEN 'assistant' THEN old.content ELSE '' END);
END;

CREATE TRIGGER thread_text_insert AFTER INSERT ON threads BEGIN
  INSERT INTO thread_words(rowid, title) VALUES (new.id, new.title);
  INSERT INTO thread_grams(rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER thread_text_update AFTER UPDATE OF title ON threads BEGIN
  INSERT INTO thread_words(thread_words, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO thread_grams(thread_grams, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO thread_words(rowid, title) VALUES (new.id, new.title);
  INSERT INTO thread_grams(rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER thread_text_delete AFTER DELETE ON threads BEGIN
  INSERT INTO thread_words(thread_words, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO thread_grams(thread_grams, rowid, title) VALUES ('delete', old.id, old.title);
END;
