-- Text filters work without the extension too, slower; an account that may not create it must still be able to migrate.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX bpa_process_text ON bpa_process
    USING gin (code gin_trgm_ops, name_folded gin_trgm_ops, description_folded gin_trgm_ops, element_names_folded gin_trgm_ops)
    WHERE NOT deleted;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: text filters of processes have no index';
END
$$;
