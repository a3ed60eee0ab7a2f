-- Why the model server ended an answer, as far as it said so: stop, length, content_filter or tool_calls.
ALTER TABLE messages ADD COLUMN finish_reason TEXT NOT NULL DEFAULT '';
