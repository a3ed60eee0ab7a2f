-- Data as the second schema holds it; the rows of message_memories are written by trigger.
INSERT INTO threads(id, profile_id, title, title_by_user, model, memory, system_prompt, max_tokens, pinned, temporary,
  unread, draft, source, created_at, updated_at)
  VALUES (3, 1, 'Moving', 0, 'ollama/llama3', 'on', '', 0, 0, 0, 0, '', '', 1777809600123456789, 1777809600123456789);
INSERT INTO messages(id, thread_id, parent_id, role, content, hash, reasoning, status, model, usage, receipt,
  created_at)
  VALUES (5, 3, NULL, 'user', 'I moved to Lisbon.', 'h', '', 'complete', '', NULL, NULL, 1777809600123456789),
         (6, 3, 5, 'assistant', 'How nice.', 'h', '', 'complete', 'ollama/llama3',
          '{"prompt_tokens":12,"completion_tokens":3}',
          '{"memories":[{"id":7,"lane":"relevant"},{"id":null,"lane":"system"}]}', 1777809600123456789);
UPDATE threads SET head_id = 6 WHERE id = 3;
INSERT INTO memory(id, content, folded, hash, tags, kind, type, key, scope, origin, source_message_id, quote,
  created_at, updated_at)
  VALUES (7, 'The user moved to Lisbon.', 'the user moved to lisbon.', 'h', '["home"]', 'fact', 'personal', '',
          'global', 'extracted', 6, 'moved to Lisbon', 1777809600123456789, 1777809600123456789);
INSERT INTO memory_links(profile_id, memory_id, status, pinned, valid_from, valid_to, use_count, link_updated_at)
  VALUES (1, 7, 'active', 0, '', '', 0, 1777809600123456789);
INSERT INTO summaries(id, profile_id, thread_id, content, hash, model, message_count, last_message_id, in_base,
  created_at)
  VALUES (9, 1, 3, 'The user told of a move to Lisbon.', 'h', 'ollama/llama3', 2, 6, 0, 1777809600123456789);
INSERT INTO base_memory(id, profile_id, content, actor, created_at)
  VALUES (2, 1, '- The user lives in Lisbon.', 'extractor', 1777809600123456789);
