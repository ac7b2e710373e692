-- The kernel keeps what is left to do of tenants and persons, for every module.
INSERT INTO kernel_directory_change (module, tenant_identifier, previous_folded, username, username_folded)
SELECT 'mail-notification', tenant_identifier, previous_folded, username, username_folded FROM mail_renaming ORDER BY id;
INSERT INTO kernel_directory_change (module, tenant_identifier)
SELECT 'mail-notification', tenant_identifier FROM mail_ended_tenant
UNION SELECT 'mail-notification', tenant_identifier FROM mail_tenant_mark WHERE deleted_date IS NOT NULL;
DROP TABLE mail_renaming;
DROP TABLE mail_ended_tenant;
