// Notes incidents that are raised outside of a flush, so that other modules are notified.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

const NOTE = sql(
  'bpm_incident_note_raised',
  `INSERT INTO bpm_incident_raised (id, number, revision, type, tenant_identifier, instance_id, definition_id, element_id, code,
     message, raised_at)
   SELECT n.id, n.number, i.revision, n.type, n.tenant_identifier, n.instance_id, n.definition_id, n.element_id, n.code, n.message,
     n.created_at
   FROM bpm_incident n LEFT JOIN bpm_instance i ON i.id = n.instance_id WHERE n.id = $1 AND n.number = $2`,
);

/** Notes an incident, once it is there and its instance has the revision that goes with it. */
export async function noteRaised(tx: Transaction, id: string, number: number): Promise<void> {
  await tx.execute(NOTE, [id, number]);
}
