// The rows that the engine hands to the group commit: one writer per kind of change.
import type { GroupCommit, Writer } from '../../../../kernel/group-commit/group-commit.ts';

/** Another process moved the instance since its state was read. */
export const REVISION_CONFLICT = 'INSTANCE_REVISION';
/** A deployment or suspension came between: which definition a start may use must be looked up again. */
export const CATALOGUE_CONFLICT = 'CATALOGUE';

export interface EngineWriters {
  readonly catalogueGuard: Writer;
  readonly instanceInsert: Writer;
  readonly instanceUpdate: Writer;
  readonly instanceDelete: Writer;
  readonly taskInsert: Writer;
  readonly taskUpdate: Writer;
  readonly taskDelete: Writer;
  readonly linkInsert: Writer;
  /** All of a task. */
  readonly linkDelete: Writer;
  readonly linkRemove: Writer;
  readonly historyStart: Writer;
  readonly historyNext: Writer;
}

export function defineEngineWriters(groupCommit: GroupCommit): EngineWriters {
  return {
    catalogueGuard: groupCommit.defineWriter({
      name: 'bpm_catalogue_guard',
      columns: [{ name: 'number', type: 'int8' }],
      statement: (rows) => `SELECT v.member FROM ${rows} v JOIN bpm_catalogue c ON c.number = v.number`,
      conflict: CATALOGUE_CONFLICT,
    }),
    ...defineInstanceWriters(groupCommit),
    ...defineTaskWriters(groupCommit),
    ...defineLinkWriters(groupCommit),
    ...defineHistoryWriters(groupCommit),
  };
}

function defineInstanceWriters(groupCommit: GroupCommit) {
  return {
    instanceInsert: groupCommit.defineWriter({
      name: 'bpm_instance_insert',
      columns: [
        { name: 'id', type: 'uuid' },
        { name: 'revision', type: 'int4' },
        { name: 'started_at', type: 'timestamptz' },
        { name: 'due_at', type: 'timestamptz' },
        { name: 'priority', type: 'int4' },
        { name: 'tenant_identifier', type: 'text' },
        { name: 'definition_id', type: 'text' },
        { name: 'start_user_id', type: 'text' },
        { name: 'business_key', type: 'text' },
        { name: 'name', type: 'text' },
        { name: 'state', type: 'bytea' },
      ],
      statement: (rows) =>
        `INSERT INTO bpm_instance (id, revision, started_at, due_at, priority, tenant_identifier, definition_id, start_user_id, business_key, name, state)
         SELECT v.id, v.revision, v.started_at, v.due_at, v.priority, v.tenant_identifier, v.definition_id, v.start_user_id, v.business_key, v.name, v.state FROM ${rows} v`,
    }),
    instanceUpdate: groupCommit.defineWriter({
      name: 'bpm_instance_update',
      columns: [
        { name: 'id', type: 'uuid' },
        { name: 'revision', type: 'int4' },
        { name: 'state', type: 'bytea' },
      ],
      statement: (rows) =>
        `UPDATE bpm_instance i SET revision = v.revision, state = v.state FROM ${rows} v
         WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      conflict: REVISION_CONFLICT,
    }),
    instanceDelete: groupCommit.defineWriter({
      name: 'bpm_instance_delete',
      columns: [
        { name: 'id', type: 'uuid' },
        { name: 'revision', type: 'int4' },
      ],
      statement: (rows) =>
        `DELETE FROM bpm_instance i USING ${rows} v WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      conflict: REVISION_CONFLICT,
    }),
  };
}

function defineTaskWriters(groupCommit: GroupCommit) {
  return {
    taskInsert: groupCommit.defineWriter({
      name: 'bpm_task_insert',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'number', type: 'int4' },
        { name: 'token', type: 'int4' },
        { name: 'version', type: 'int4' },
        { name: 'priority', type: 'int4' },
        { name: 'created_at', type: 'timestamptz' },
        { name: 'claimed_at', type: 'timestamptz' },
        { name: 'due_at', type: 'timestamptz' },
        { name: 'follow_up_at', type: 'timestamptz' },
        { name: 'linked', type: 'bool' },
        { name: 'tenant_identifier', type: 'text' },
        { name: 'definition_id', type: 'text' },
        { name: 'element_id', type: 'text' },
        { name: 'name', type: 'text' },
        { name: 'description', type: 'text' },
        { name: 'category', type: 'text' },
        { name: 'form_key', type: 'text' },
        { name: 'assignee', type: 'text' },
        { name: 'owner', type: 'text' },
        { name: 'business_key', type: 'text' },
      ],
      statement: (rows) =>
        `INSERT INTO bpm_task (instance_id, number, token, version, priority, created_at, claimed_at, due_at, follow_up_at, linked, tenant_identifier, definition_id, element_id, name, description, category, form_key, assignee, owner, business_key)
         SELECT v.instance_id, v.number, v.token, v.version, v.priority, v.created_at, v.claimed_at, v.due_at, v.follow_up_at, v.linked, v.tenant_identifier, v.definition_id, v.element_id, v.name, v.description, v.category, v.form_key, v.assignee, v.owner, v.business_key FROM ${rows} v`,
    }),
    taskUpdate: groupCommit.defineWriter({
      name: 'bpm_task_update',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'number', type: 'int4' },
        { name: 'version', type: 'int4' },
        { name: 'priority', type: 'int4' },
        { name: 'claimed_at', type: 'timestamptz' },
        { name: 'due_at', type: 'timestamptz' },
        { name: 'linked', type: 'bool' },
        { name: 'name', type: 'text' },
        { name: 'assignee', type: 'text' },
        { name: 'owner', type: 'text' },
      ],
      statement: (rows) =>
        `UPDATE bpm_task t SET version = v.version, priority = v.priority, claimed_at = v.claimed_at, due_at = v.due_at,
           linked = v.linked, name = v.name, assignee = v.assignee, owner = v.owner
         FROM ${rows} v WHERE t.instance_id = v.instance_id AND t.number = v.number`,
    }),
    taskDelete: groupCommit.defineWriter({
      name: 'bpm_task_delete',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'number', type: 'int4' },
      ],
      statement: (rows) =>
        `DELETE FROM bpm_task t USING ${rows} v WHERE t.instance_id = v.instance_id AND t.number = v.number`,
    }),
  };
}

function defineLinkWriters(groupCommit: GroupCommit) {
  return {
    linkInsert: groupCommit.defineWriter({
      name: 'bpm_task_link_insert',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'task_number', type: 'int4' },
        { name: 'kind', type: 'text' },
        { name: 'tenant_identifier', type: 'text' },
        { name: 'name', type: 'text' },
      ],
      statement: (rows) =>
        `INSERT INTO bpm_task_link (instance_id, task_number, kind, tenant_identifier, name)
         SELECT v.instance_id, v.task_number, v.kind::"char", v.tenant_identifier, v.name FROM ${rows} v`,
    }),
    linkDelete: groupCommit.defineWriter({
      name: 'bpm_task_link_delete',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'task_number', type: 'int4' },
      ],
      statement: (rows) =>
        `DELETE FROM bpm_task_link l USING ${rows} v WHERE l.instance_id = v.instance_id AND l.task_number = v.task_number`,
    }),
    linkRemove: groupCommit.defineWriter({
      name: 'bpm_task_link_remove',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'task_number', type: 'int4' },
        { name: 'kind', type: 'text' },
        { name: 'name', type: 'text' },
      ],
      statement: (rows) =>
        `DELETE FROM bpm_task_link l USING ${rows} v
         WHERE l.instance_id = v.instance_id AND l.task_number = v.task_number AND l.kind = v.kind::"char" AND l.name = v.name`,
    }),
  };
}

function defineHistoryWriters(groupCommit: GroupCommit) {
  return {
    historyStart: groupCommit.defineWriter({
      name: 'bpm_history_start',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'at', type: 'timestamptz' },
        { name: 'ended_at', type: 'timestamptz' },
        { name: 'due_at', type: 'timestamptz' },
        { name: 'priority', type: 'int4' },
        { name: 'end_state', type: 'text' },
        { name: 'end_element_ids', type: 'text' },
        { name: 'tenant_identifier', type: 'text' },
        { name: 'definition_id', type: 'text' },
        { name: 'start_user_id', type: 'text' },
        { name: 'start_element_id', type: 'text' },
        { name: 'business_key', type: 'text' },
        { name: 'name', type: 'text' },
        { name: 'record', type: 'text' },
      ],
      statement: (rows) =>
        `INSERT INTO bpm_history_event (instance_id, revision, at, ended_at, due_at, priority, end_state, end_element_ids, tenant_identifier, definition_id, start_user_id, start_element_id, business_key, name, record)
         SELECT v.instance_id, 1, v.at, v.ended_at, v.due_at, v.priority, v.end_state, v.end_element_ids, v.tenant_identifier, v.definition_id, v.start_user_id, v.start_element_id, v.business_key, v.name, v.record FROM ${rows} v`,
    }),
    historyNext: groupCommit.defineWriter({
      name: 'bpm_history_next',
      columns: [
        { name: 'instance_id', type: 'uuid' },
        { name: 'revision', type: 'int4' },
        { name: 'at', type: 'timestamptz' },
        { name: 'ended_at', type: 'timestamptz' },
        { name: 'end_state', type: 'text' },
        { name: 'end_element_ids', type: 'text' },
        { name: 'record', type: 'text' },
      ],
      statement: (rows) =>
        `INSERT INTO bpm_history_event (instance_id, revision, at, ended_at, end_state, end_element_ids, record)
         SELECT v.instance_id, v.revision, v.at, v.ended_at, v.end_state, v.end_element_ids, v.record FROM ${rows} v`,
    }),
  };
}
