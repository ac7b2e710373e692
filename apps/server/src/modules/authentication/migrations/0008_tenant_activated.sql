-- Other modules hear that a tenant is active again: what they held back for it goes on.
ALTER TABLE auth_directory_event DROP CONSTRAINT auth_directory_event_kind_check;
ALTER TABLE auth_directory_event ADD CONSTRAINT auth_directory_event_kind_check CHECK (kind IN
  ('user-deleted', 'user-deactivated', 'user-renamed', 'authorities-changed', 'tenant-activated', 'tenant-deactivated',
   'tenant-deleted'));
