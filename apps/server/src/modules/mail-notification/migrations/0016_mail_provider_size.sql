-- Bytes of the largest mail that the server said it takes (RFC 1870), 0 where it names no bound; null before it was asked.
ALTER TABLE mail_provider_state ADD COLUMN size_max bigint;
