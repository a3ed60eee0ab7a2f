-- Which messages a summary covers, and whether it is in use: a withdrawn one was undone. A decision can be about a
-- summary instead of a memory.
ALTER TABLE summaries ADD COLUMN first_message_id INTEGER;
ALTER TABLE summaries ADD COLUMN state TEXT NOT NULL DEFAULT 'current'
  CONSTRAINT "state" CHECK (state IN ('current', 'withdrawn'));
ALTER TABLE decision ADD COLUMN summary_id INTEGER;
