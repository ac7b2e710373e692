-- The kernel keeps what is left to do of tenants, for every module.
INSERT INTO kernel_directory_change (module, tenant_identifier)
SELECT 'notification-polling', tenant_identifier FROM polling_head WHERE ended;
ALTER TABLE polling_head DROP COLUMN ended;
