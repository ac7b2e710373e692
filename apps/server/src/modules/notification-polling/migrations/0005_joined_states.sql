-- Number of the own state when rows of another name of the person joined it: whoever followed the changes before reads the pages again.
ALTER TABLE polling_user_state ADD COLUMN joined_own bigint NOT NULL DEFAULT 0;
