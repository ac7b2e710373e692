-- The kernel keeps what is left to do of tenants, for every module.
INSERT INTO kernel_directory_change (module, tenant_identifier) SELECT 'bpmn-admin', tenant_identifier FROM bpa_ended_tenant;
DROP TABLE bpa_ended_tenant;
