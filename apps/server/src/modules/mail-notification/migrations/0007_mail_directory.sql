-- Who caused a mail is found by the folded name; mails of a tenant that is switched off wait, and those of one that was deleted go.
ALTER TABLE mail ADD COLUMN created_by_folded text NOT NULL DEFAULT '';
UPDATE mail SET created_by_folded =
  normalize(replace(replace(lower(normalize(created_by, NFKC)), U&'i\0307', 'i'), U&'\0131', 'i'), NFKC);
CREATE INDEX mail_caused ON mail (tenant_identifier, created_by_folded, id);

CREATE TABLE mail_tenant_mark (
  tenant_identifier text PRIMARY KEY,
  -- Null: it is switched off. Else its mails are removed, and no new one comes.
  deleted_date timestamptz
);
-- A new name of whoever caused mails, until all of them have it.
CREATE TABLE mail_renaming (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_identifier text NOT NULL,
  previous_folded text NOT NULL,
  username text NOT NULL,
  username_folded text NOT NULL
);
