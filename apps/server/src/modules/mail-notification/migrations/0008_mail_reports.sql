-- What mail servers report of copies that were sent.
ALTER TABLE mail DROP CONSTRAINT mail_status;
ALTER TABLE mail ADD CONSTRAINT mail_status CHECK (status IN ('QUEUED', 'RETRY', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED',
  'PARTIAL', 'FAILED', 'DEAD', 'EXPIRED', 'UNCERTAIN', 'CAPTURED', 'SUPPRESSED', 'SKIPPED', 'CANCELLED'));
ALTER TABLE mail_recipient DROP CONSTRAINT mail_recipient_status;
ALTER TABLE mail_recipient
  ADD CONSTRAINT mail_recipient_status CHECK (status IN ('QUEUED', 'RETRY', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'DEAD',
    'EXPIRED', 'UNCERTAIN', 'CAPTURED', 'SUPPRESSED', 'SKIPPED', 'CANCELLED')),
  -- When somebody who may speak of it said that the address does not exist.
  ADD COLUMN hard_bounce_date timestamptz;
