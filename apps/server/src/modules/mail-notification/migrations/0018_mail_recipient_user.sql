-- Whoever a mail was written to may have another address by now; what it says of him is for him and for those who hold all that he holds.
ALTER TABLE mail_recipient ADD COLUMN user_uuid uuid;
