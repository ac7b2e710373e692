// Removes deployments that were deleted, once no event of their versions is to be delivered any more.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

/** Bound of the deployments that one transaction removes: each is some files and rows. */
const DEPLOYMENTS_AT_ONCE = 100;

// An instance that was started while the deployment was being deleted runs to its end. A deployment that found a decision or a form
// unchanged goes on by the file that it was in.
const GONE = sql(
  'bpm_deployment_gone',
  `SELECT p.id, p.tenant_identifier FROM bpm_deployment p WHERE p.deleted_at < $2 AND ($1::text IS NULL OR p.tenant_identifier = $1)
     AND NOT EXISTS (SELECT FROM bpm_definition d WHERE d.deployment_id = p.id AND (
       EXISTS (SELECT FROM bpm_hi_instance h WHERE h.definition_id = d.id AND h.ended_at IS NOT NULL)
       OR EXISTS (SELECT FROM bpm_operation o WHERE o.definition_id = d.id)
       OR EXISTS (SELECT FROM bpm_call c WHERE c.kept_definition_id = d.id)
       OR EXISTS (SELECT FROM bpm_instance i WHERE i.definition_id = d.id)))
     AND NOT EXISTS (SELECT FROM bpm_decision m JOIN bpm_deployment o ON o.tenant_identifier = m.tenant_identifier
       AND o.deleted_at IS NULL AND o.decisions ->> m.key = m.id WHERE m.deployment_id = p.id)
     AND NOT EXISTS (SELECT FROM bpm_form f JOIN bpm_deployment o ON o.tenant_identifier = f.tenant_identifier
       AND o.deleted_at IS NULL AND o.forms ->> f.key = f.version::text WHERE f.deployment_id = p.id)
   ORDER BY p.id LIMIT ${DEPLOYMENTS_AT_ONCE} FOR UPDATE OF p SKIP LOCKED`,
);
const REMOVE = [
  sql('bpm_gone_definitions', 'DELETE FROM bpm_definition WHERE deployment_id = ANY ($1::uuid[])'),
  sql('bpm_gone_decisions', 'DELETE FROM bpm_decision WHERE deployment_id = ANY ($1::uuid[])'),
  sql('bpm_gone_forms', 'DELETE FROM bpm_form WHERE deployment_id = ANY ($1::uuid[])'),
  sql('bpm_gone_resources', 'DELETE FROM bpm_resource WHERE deployment_id = ANY ($1::uuid[])'),
  sql('bpm_gone_deployments', 'DELETE FROM bpm_deployment WHERE id = ANY ($1::uuid[])'),
];

/** Removes some deployments that were deleted before a time, of one tenant or of all: null. Answers whether there may be more. */
export async function removeGone(tx: Transaction, tenant: string | null, before: Date): Promise<boolean> {
  const rows = await tx.rows<{ id: string }>(GONE, [tenant, before]);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) for (const statement of REMOVE) await tx.execute(statement, [ids]);
  return ids.length === DEPLOYMENTS_AT_ONCE;
}
