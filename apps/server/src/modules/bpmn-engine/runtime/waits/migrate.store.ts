// Declares to the group commit how rows of waits go on in another version of their process.
import type { Columns, DefineWriter } from '../state/engine-writer.store.ts';

const PLACE: Columns = { id: 'uuid', number: 'int4', definition_id: 'text' };
const OF_PLACE = 'x.id = v.id AND x.number = v.number';

export function defineMigrateWriters(define: DefineWriter) {
  return {
    /** Moves a job to another version; one that is at work stays with whoever does it, unless its timer has fired meanwhile. */
    jobMigrate: define(
      'job_migrate',
      { ...PLACE, element_id: 'text', due_at: 'timestamptz', cycle: 'text', retries: 'int4' },
      (rows) =>
        `UPDATE bpm_job x SET definition_id = v.definition_id, element_id = v.element_id, due_at = coalesce(v.due_at, x.due_at),
           cycle = CASE WHEN v.due_at IS NULL THEN x.cycle ELSE v.cycle END, retries = coalesce(v.retries, x.retries),
           attempts = CASE WHEN v.due_at IS NULL THEN x.attempts ELSE 0 END,
           leased_by = CASE WHEN v.due_at IS NULL THEN x.leased_by END, lease_token = CASE WHEN v.due_at IS NULL THEN x.lease_token END
         FROM ${rows} v WHERE ${OF_PLACE}`,
    ),
    subscriptionMigrate: define(
      'subscription_migrate',
      { ...PLACE, definition_key: 'text', element_id: 'text', match_key: 'text', shown_key: 'text' },
      (rows) =>
        `UPDATE bpm_subscription x SET definition_id = v.definition_id, definition_key = v.definition_key, element_id = v.element_id,
           match_key = CASE WHEN x.part = 0 THEN coalesce(v.match_key, x.match_key) ELSE x.match_key END,
           shown_key = CASE WHEN x.part = 0 THEN coalesce(v.shown_key, x.shown_key) ELSE x.shown_key END
         FROM ${rows} v WHERE ${OF_PLACE}`,
    ),
    externalMigrate: define(
      'external_migrate',
      { ...PLACE, definition_key: 'text', element_id: 'text' },
      (rows) =>
        `UPDATE bpm_external_task x SET definition_id = v.definition_id, definition_key = v.definition_key, element_id = v.element_id
         FROM ${rows} v WHERE x.instance_id = v.id AND x.number = v.number`,
    ),
    /** Moves an incident to another version; one that names an element behind the one that waits keeps it. */
    incidentMigrate: define(
      'incident_migrate',
      { ...PLACE, element_id: 'text', element_before: 'text' },
      (rows) =>
        `UPDATE bpm_incident x SET definition_id = v.definition_id,
           element_id = CASE WHEN x.element_id = v.element_before THEN v.element_id ELSE x.element_id END
         FROM ${rows} v WHERE ${OF_PLACE} AND x.resolved_at IS NULL`,
    ),
    callMigrate: define(
      'call_migrate',
      { caller_id: 'uuid', caller_wait: 'int4', element_id: 'text' },
      (rows) =>
        `UPDATE bpm_call x SET caller_element_id = v.element_id FROM ${rows} v
         WHERE x.caller_id = v.caller_id AND x.caller_wait = v.caller_wait`,
    ),
  };
}
