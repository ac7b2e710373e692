-- Files that were uploaded for mails, and which bytes of the content store the mails that wait or were sent have.
CREATE TABLE mail_file (
  uuid uuid PRIMARY KEY,
  tenant_identifier text NOT NULL,
  -- Who uploaded it, by what stays when his name changes; nobody else can attach it.
  owner text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  date_created timestamptz NOT NULL,
  expire_date timestamptz NOT NULL
);
CREATE INDEX mail_file_owner ON mail_file (tenant_identifier, owner);
CREATE INDEX mail_file_expiry ON mail_file (expire_date);
CREATE INDEX mail_file_content ON mail_file (content);

-- Names and order of the files of a mail stand in its content; with that they go.
CREATE TABLE mail_attachment (
  mail_id bigint NOT NULL,
  content bytea NOT NULL,
  content_date timestamptz NOT NULL,
  PRIMARY KEY (mail_id, content)
);
CREATE INDEX mail_attachment_content ON mail_attachment (content);
CREATE INDEX mail_attachment_date ON mail_attachment (content_date);

INSERT INTO kernel_content_reference (table_name, column_name) VALUES ('mail_file', 'content'), ('mail_attachment', 'content');
