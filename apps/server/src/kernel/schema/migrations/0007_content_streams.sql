-- Bytes that come one after the other are written under a name of their own until their SHA-256 is known; then all of their chunks
-- take it at once.
ALTER TABLE kernel_content_chunk DROP CONSTRAINT kernel_content_chunk_hash_fkey;
ALTER TABLE kernel_content_chunk ADD CONSTRAINT kernel_content_chunk_hash_fkey
  FOREIGN KEY (hash) REFERENCES kernel_content ON DELETE CASCADE ON UPDATE CASCADE;
