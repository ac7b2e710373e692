-- The kernel keeps what is left to do of tenants, for every module.
INSERT INTO kernel_directory_change (module, tenant_identifier) SELECT 'report', tenant_identifier FROM report_ended_tenant;
DROP TABLE report_ended_tenant;
