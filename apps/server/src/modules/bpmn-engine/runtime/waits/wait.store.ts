// Declares the rows of waits to the group commit: jobs, subscriptions, external tasks, incidents, calls.
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { type Columns, createDefineWriter, type DefineWriter, insertInto } from '../state/engine-writer.store.ts';
import { defineMigrateWriters } from './migrate.store.ts';

/** Conflict of a job that another process has taken, or somebody removed. */
export const JOB_CONFLICT = 'JOB_LEASE';

/** Conflict of an external task whose lock the worker does not hold any more. */
export const LOCK_CONFLICT = 'EXTERNAL_LOCK';

const PLACE = { id: 'uuid', number: 'int4' } as const;
const OF_PLACE = 'x.id = v.id AND x.number = v.number';

const NEW_JOB: Columns = {
  ...PLACE,
  kind: 'text',
  tenant_identifier: 'text',
  instance_id: 'uuid',
  definition_id: 'text',
  element_id: 'text',
  created_at: 'timestamptz',
  due_at: 'timestamptz',
  priority: 'int4',
  retries: 'int4',
  attempts: 'int4',
  retry_cycle: 'text',
  exclusive: 'bool',
  suspended: 'bool',
  cycle: 'text',
  payload: 'text',
  leased_by: 'uuid',
  lease_token: 'uuid',
};

const NEW_SUBSCRIPTION: Columns = {
  ...PLACE,
  part: 'int4',
  kind: 'text',
  tenant_identifier: 'text',
  name: 'text',
  match_key: 'text',
  shown_key: 'text',
  token: 'int4',
  definition_id: 'text',
  definition_key: 'text',
  element_id: 'text',
  created_at: 'timestamptz',
};

const NEW_EXTERNAL_TASK: Columns = {
  instance_id: 'uuid',
  number: 'int4',
  token: 'int4',
  topic: 'text',
  priority: 'int4',
  tenant_identifier: 'text',
  definition_id: 'text',
  definition_key: 'text',
  element_id: 'text',
  business_key: 'text',
  created_at: 'timestamptz',
  parameters: 'text',
};

const EXTERNAL_DONE: Columns = {
  instance_id: 'uuid',
  number: 'int4',
  tenant_identifier: 'text',
  worker_id: 'text',
  done_at: 'timestamptz',
};

const NEW_INCIDENT: Columns = {
  ...PLACE,
  type: 'text',
  tenant_identifier: 'text',
  instance_id: 'uuid',
  token: 'int4',
  definition_id: 'text',
  element_id: 'text',
  code: 'text',
  message: 'text',
  detail: 'text',
  created_at: 'timestamptz',
};

const RAISED_INCIDENT: Columns = {
  ...PLACE,
  revision: 'int4',
  type: 'text',
  tenant_identifier: 'text',
  instance_id: 'uuid',
  definition_id: 'text',
  element_id: 'text',
  code: 'text',
  message: 'text',
  raised_at: 'timestamptz',
};

const NEW_CALL: Columns = {
  called_id: 'uuid',
  caller_id: 'uuid',
  caller_wait: 'int4',
  caller_token: 'int4',
  root_id: 'uuid',
  depth: 'int4',
  kept_state: 'bytea',
  kept_revision: 'int4',
  kept_definition_id: 'text',
  caller_element_id: 'text',
};

export function defineWaitWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = createDefineWriter(groupCommit);
  return {
    ...defineJobWriters(define),
    ...defineSubscriptionWriters(define),
    ...defineExternalWriters(define),
    ...defineCallWriters(define),
    ...defineMigrateWriters(define),
  };
}

export type WaitWriters = ReturnType<typeof defineWaitWriters>;

function defineJobWriters(define: DefineWriter) {
  return {
    jobInsert: define('job_insert', NEW_JOB, insertInto('bpm_job', NEW_JOB)),
    /** Gives a timer its next firing. */
    jobMove: define(
      'job_move',
      { ...PLACE, due_at: 'timestamptz', cycle: 'text', retries: 'int4' },
      (rows) =>
        `UPDATE bpm_job x SET due_at = v.due_at, cycle = v.cycle, retries = v.retries, attempts = 0, exception = NULL, failed_element_id = NULL,
           leased_by = NULL, lease_token = NULL
         FROM ${rows} v WHERE ${OF_PLACE}`,
    ),
    jobDelete: define('job_delete', PLACE, (rows) => `DELETE FROM bpm_job x USING ${rows} v WHERE ${OF_PLACE}`),
    /** Removes a job that this process holds, else conflicts: what the job does is done once. */
    jobDone: define(
      'job_done',
      { ...PLACE, lease_token: 'uuid' },
      (rows) =>
        `DELETE FROM bpm_job x USING ${rows} v WHERE ${OF_PLACE} AND x.lease_token = v.lease_token RETURNING v.member`,
      JOB_CONFLICT,
    ),
    /** Gives a start timer its next firing, else conflicts: each firing starts one instance. */
    startTimerMove: define(
      'start_timer_move',
      { ...PLACE, lease_token: 'uuid', due_at: 'timestamptz', cycle: 'text', payload: 'text', retries: 'int4' },
      (rows) =>
        `UPDATE bpm_job x SET due_at = v.due_at, cycle = v.cycle, payload = v.payload, retries = v.retries, attempts = 0,
           exception = NULL, failed_element_id = NULL, leased_by = NULL, lease_token = NULL
         FROM ${rows} v WHERE ${OF_PLACE} AND x.lease_token = v.lease_token RETURNING v.member`,
      JOB_CONFLICT,
    ),
    pendingDelete: define(
      'pending_delete',
      { tenant_identifier: 'text', definition_id: 'text', element_id: 'text', match_key: 'text' },
      (rows) =>
        `DELETE FROM bpm_pending_start x USING ${rows} v WHERE x.tenant_identifier = v.tenant_identifier
           AND x.definition_id = v.definition_id AND x.element_id = v.element_id AND x.match_key = v.match_key`,
    ),
    jobSuspend: define(
      'job_suspend',
      { ...PLACE, suspended: 'bool' },
      (rows) => `UPDATE bpm_job x SET suspended = v.suspended FROM ${rows} v WHERE ${OF_PLACE}`,
    ),
    /**
     * Releases what waited for the instance to go on: deliveries with an id of their own. Those that are not held are written, too: one
     * that is being held at this moment is found by its row alone.
     */
    deliveriesRelease: define(
      'deliveries_release',
      { instance_id: 'uuid' },
      (rows) =>
        `UPDATE bpm_job x SET suspended = false FROM ${rows} v WHERE x.instance_id = v.instance_id AND x.id <> x.instance_id`,
    ),
    /** Releases the ends of called instances whose caller could not go on. */
    calledRelease: define(
      'called_release',
      { root_id: 'uuid' },
      (rows) =>
        `UPDATE bpm_job x SET suspended = false FROM ${rows} v JOIN bpm_call c ON c.root_id = v.root_id JOIN bpm_instance i ON i.id = c.called_id
         WHERE NOT i.suspended AND (x.id = i.id OR (x.instance_id = i.id AND x.id <> x.instance_id))`,
    ),
  };
}

function defineSubscriptionWriters(define: DefineWriter) {
  return {
    subscriptionInsert: define(
      'subscription_insert',
      NEW_SUBSCRIPTION,
      insertInto('bpm_subscription', NEW_SUBSCRIPTION, {
        kind: 'v.kind::"char"',
        instance_id: 'v.id',
        starts: 'false',
      }),
    ),
    subscriptionRekey: define(
      'subscription_rekey',
      { ...PLACE, match_key: 'text', shown_key: 'text' },
      (rows) =>
        `UPDATE bpm_subscription x SET match_key = v.match_key, shown_key = v.shown_key
         FROM ${rows} v WHERE ${OF_PLACE} AND x.part = 0`,
    ),
    subscriptionDelete: define(
      'subscription_delete',
      PLACE,
      (rows) => `DELETE FROM bpm_subscription x USING ${rows} v WHERE ${OF_PLACE}`,
    ),
  };
}

function defineExternalWriters(define: DefineWriter) {
  return {
    externalInsert: define(
      'external_insert',
      NEW_EXTERNAL_TASK,
      insertInto('bpm_external_task', NEW_EXTERNAL_TASK, { available_at: 'v.created_at' }),
    ),
    externalDelete: define(
      'external_delete',
      { instance_id: 'uuid', number: 'int4' },
      (rows) =>
        `DELETE FROM bpm_external_task x USING ${rows} v WHERE x.instance_id = v.instance_id AND x.number = v.number`,
    ),
    /** Conflicts unless the worker holds the lock of the task. */
    externalGuard: define(
      'external_guard',
      { instance_id: 'uuid', number: 'int4', worker_id: 'text', now: 'timestamptz' },
      (rows) =>
        `SELECT v.member FROM ${rows} v JOIN bpm_external_task x ON x.instance_id = v.instance_id AND x.number = v.number
           AND x.worker_id = v.worker_id AND x.locked_until > v.now`,
      LOCK_CONFLICT,
    ),
    externalDone: define('external_done', EXTERNAL_DONE, insertInto('bpm_external_done', EXTERNAL_DONE)),
    externalSuspend: define(
      'external_suspend',
      { instance_id: 'uuid', number: 'int4', suspended: 'bool' },
      (rows) =>
        `UPDATE bpm_external_task x SET suspended = v.suspended FROM ${rows} v
         WHERE x.instance_id = v.instance_id AND x.number = v.number`,
    ),
    /** Writes to every external task of an instance its business key. */
    externalBusinessKey: define(
      'external_business_key',
      { instance_id: 'uuid', business_key: 'text' },
      (rows) =>
        `UPDATE bpm_external_task x SET business_key = v.business_key FROM ${rows} v WHERE x.instance_id = v.instance_id`,
    ),
    incidentInsert: define('incident_insert', NEW_INCIDENT, insertInto('bpm_incident', NEW_INCIDENT)),
    /** Leaves it to the projector to notify other modules. */
    incidentRaised: define('incident_raised', RAISED_INCIDENT, insertInto('bpm_incident_raised', RAISED_INCIDENT)),
    incidentResolve: define(
      'incident_resolve',
      { ...PLACE, resolved_at: 'timestamptz' },
      (rows) =>
        `UPDATE bpm_incident x SET resolved_at = v.resolved_at FROM ${rows} v WHERE ${OF_PLACE} AND x.resolved_at IS NULL`,
    ),
  };
}

function defineCallWriters(define: DefineWriter) {
  return {
    callInsert: define('call_insert', NEW_CALL, insertInto('bpm_call', NEW_CALL)),
    /** Keeps what a called instance can still undo, and who may ask for it. */
    callKeep: define(
      'call_keep',
      { called_id: 'uuid', kept_state: 'bytea', kept_revision: 'int4', kept_definition_id: 'text' },
      (rows) =>
        `UPDATE bpm_call x SET kept_state = v.kept_state, kept_revision = v.kept_revision,
           kept_definition_id = v.kept_definition_id
         FROM ${rows} v WHERE x.called_id = v.called_id`,
    ),
    /** Opens a kept call anew: the called instance runs again to undo what it did, for another wait than before. */
    callReopen: define(
      'call_reopen',
      { called_id: 'uuid', caller_wait: 'int4', caller_token: 'int4' },
      (rows) =>
        `UPDATE bpm_call x SET caller_wait = v.caller_wait, caller_token = v.caller_token, kept_state = NULL
         FROM ${rows} v WHERE x.called_id = v.called_id`,
    ),
    /** Forgets kept calls: nothing is undone any more once the outermost instance has ended. */
    callForget: define(
      'call_forget',
      { root_id: 'uuid' },
      (rows) =>
        `UPDATE bpm_call x SET kept_state = NULL, kept_revision = NULL, kept_definition_id = NULL
         FROM ${rows} v WHERE x.root_id = v.root_id AND x.kept_revision IS NOT NULL`,
    ),
  };
}
