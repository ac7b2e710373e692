-- Ready reports and their group belong to no tenant: every tenant sees them, and the program alone changes them.
ALTER TABLE report_group ALTER COLUMN tenant_identifier DROP NOT NULL;
ALTER TABLE report_definition ALTER COLUMN tenant_identifier DROP NOT NULL;

-- Of a ready report: which edition of it this is, and its texts in other languages.
ALTER TABLE report_definition ADD COLUMN shipped jsonb;
ALTER TABLE report_definition ADD CHECK ((tenant_identifier IS NULL) = (shipped IS NOT NULL));
