-- A version of the base memory says which lines a person wrote, which summaries it took in, which model wrote it, and
-- whether what it rests on has changed since. A decision can be about a version instead of a memory.
ALTER TABLE base_memory ADD COLUMN own_lines TEXT NOT NULL DEFAULT '[]' CHECK (json_type(own_lines) = 'array');
ALTER TABLE base_memory ADD COLUMN summary_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_type(summary_ids) = 'array');
ALTER TABLE base_memory ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE base_memory ADD COLUMN stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1));
ALTER TABLE decision ADD COLUMN base_id INTEGER;
