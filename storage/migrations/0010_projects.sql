-- Projects: chats in a folder of the sidebar, with instructions, files, a model and a reach of what is learned there.
-- A memory with a project_id is used in the chats of that project; its scope column says 'thread' and its thread_id is
-- NULL, because a CHECK cannot be widened without writing the whole table anew. It has no foreign key, as it may
-- outlive the project in the ledger.
CREATE TABLE projects (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id    INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  name          TEXT NOT NULL CONSTRAINT "name" CHECK (name <> ''),
  system_prompt TEXT NOT NULL,
  model         TEXT NOT NULL,
  learned_scope TEXT NOT NULL CONSTRAINT "scope" CHECK (learned_scope IN ('global', 'project', 'thread')),
  position      INTEGER NOT NULL,
  collapsed     INTEGER NOT NULL CHECK (collapsed IN (0, 1)),
  created_at    INTEGER,
  updated_at    INTEGER
) STRICT;
CREATE INDEX projects_by_profile ON projects(profile_id, position);

CREATE TABLE project_contexts (
  project_id INTEGER NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
  context_id INTEGER NOT NULL REFERENCES contexts(id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  PRIMARY KEY (project_id, context_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_contexts_by_context ON project_contexts(context_id);

-- Where a chat is kept, and the message of another chat that it was branched from, which may be gone.
ALTER TABLE threads ADD COLUMN project_id INTEGER REFERENCES projects(id) ON DELETE SET NULL;
ALTER TABLE threads ADD COLUMN archived_at INTEGER;
ALTER TABLE threads ADD COLUMN branched_from INTEGER;
CREATE INDEX threads_by_project ON threads(project_id) WHERE project_id IS NOT NULL;

ALTER TABLE memory ADD COLUMN project_id INTEGER;
CREATE INDEX memory_by_project ON memory(project_id) WHERE project_id IS NOT NULL;
