-- Pictures, each stored once per profile, as it is shown and sent. One is there as long as a message has it or it waits
-- in a chat to be sent with the next message.
CREATE TABLE pictures (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  mime       TEXT NOT NULL CONSTRAINT "mime" CHECK (mime IN ('image/png', 'image/jpeg')),
  width      INTEGER NOT NULL CONSTRAINT "width" CHECK (width > 0),
  height     INTEGER NOT NULL CONSTRAINT "height" CHECK (height > 0),
  tokens     INTEGER NOT NULL,
  sha256     TEXT NOT NULL,
  data       BLOB NOT NULL CONSTRAINT "data" CHECK (length(data) > 0),
  created_at INTEGER
) STRICT;
CREATE UNIQUE INDEX pictures_by_sum ON pictures(profile_id, sha256);

CREATE TABLE message_pictures (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  PRIMARY KEY (message_id, picture_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_pictures_by_picture ON message_pictures(picture_id);

CREATE TABLE thread_pictures (
  thread_id  INTEGER NOT NULL REFERENCES threads(id) ON DELETE CASCADE,
  picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  PRIMARY KEY (thread_id, picture_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_pictures_by_picture ON thread_pictures(picture_id);

CREATE TRIGGER message_pictures_orphan AFTER DELETE ON message_pictures
WHEN NOT EXISTS (SELECT 1 FROM message_pictures WHERE picture_id = old.picture_id)
  AND NOT EXISTS (SELECT 1 FROM thread_pictures WHERE picture_id = old.picture_id) BEGIN
  DELETE FROM pictures WHERE id = old.picture_id;
END;
CREATE TRIGGER thread_pictures_orphan AFTER DELETE ON thread_pictures
WHEN NOT EXISTS (SELECT 1 FROM message_pictures WHERE picture_id = old.picture_id)
  AND NOT EXISTS (SELECT 1 FROM thread_pictures WHERE picture_id = old.picture_id) BEGIN
  DELETE FROM pictures WHERE id = old.picture_id;
END;
