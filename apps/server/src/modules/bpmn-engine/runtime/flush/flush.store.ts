// Declares the rows of a flush to the group commit: one writer for each kind of change.
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { type Columns, createDefineWriter, type DefineWriter, insertInto } from '../state/engine-writer.store.ts';

/** Conflict of an instance that another process moved since its state was read. */
export const REVISION_CONFLICT = 'INSTANCE_REVISION';
/** Conflict of a start: a deployment or suspension came between, and which definition it may use must be looked up again. */
export const CATALOGUE_CONFLICT = 'CATALOGUE';

export function defineEngineWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = createDefineWriter(groupCommit);
  return {
    catalogueGuard: define(
      'catalogue_guard',
      { number: 'int8' },
      (rows) => `SELECT v.member FROM ${rows} v JOIN bpm_catalogue c ON c.number = v.number`,
      CATALOGUE_CONFLICT,
    ),
    ...defineInstanceWriters(define),
    ...defineTaskWriters(define),
    ...defineLinkWriters(define),
    ...defineHistoryWriters(define),
  };
}

export type EngineWriters = ReturnType<typeof defineEngineWriters>;

const NEW_INSTANCE: Columns = {
  id: 'uuid',
  revision: 'int4',
  started_at: 'timestamptz',
  due_at: 'timestamptz',
  priority: 'int4',
  tenant_identifier: 'text',
  definition_id: 'text',
  start_user_id: 'text',
  start_user_folded: 'text',
  business_key: 'text',
  name: 'text',
  state: 'bytea',
};

function defineInstanceWriters(define: DefineWriter) {
  return {
    instanceInsert: define('instance_insert', NEW_INSTANCE, insertInto('bpm_instance', NEW_INSTANCE)),
    instanceUpdate: define(
      'instance_update',
      { id: 'uuid', revision: 'int4', state: 'bytea' },
      (rows) =>
        `UPDATE bpm_instance i SET revision = v.revision, state = v.state FROM ${rows} v
         WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      REVISION_CONFLICT,
    ),
    /** Writes beside the state whether the instance is suspended. */
    instanceSuspend: define(
      'instance_suspend',
      { id: 'uuid', revision: 'int4', state: 'bytea', suspended: 'bool' },
      (rows) =>
        `UPDATE bpm_instance i SET revision = v.revision, state = v.state, suspended = v.suspended FROM ${rows} v
         WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      REVISION_CONFLICT,
    ),
    /** Writes beside the state what is known of the instance as a whole. */
    instanceFacts: define(
      'instance_facts',
      {
        id: 'uuid',
        revision: 'int4',
        state: 'bytea',
        suspended: 'bool',
        due_at: 'timestamptz',
        priority: 'int4',
        start_user_id: 'text',
        start_user_folded: 'text',
        business_key: 'text',
        name: 'text',
        definition_id: 'text',
      },
      (rows) =>
        `UPDATE bpm_instance i SET revision = v.revision, state = v.state, suspended = v.suspended, due_at = v.due_at,
           priority = v.priority, start_user_id = v.start_user_id, start_user_folded = v.start_user_folded,
           business_key = v.business_key, name = v.name, definition_id = v.definition_id
         FROM ${rows} v WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      REVISION_CONFLICT,
    ),
    instanceDelete: define(
      'instance_delete',
      { id: 'uuid', revision: 'int4' },
      (rows) =>
        `DELETE FROM bpm_instance i USING ${rows} v WHERE i.id = v.id AND i.revision = v.revision - 1 RETURNING v.member`,
      REVISION_CONFLICT,
    ),
  };
}

const NEW_TASK: Columns = {
  instance_id: 'uuid',
  number: 'int4',
  token: 'int4',
  version: 'int4',
  priority: 'int4',
  created_at: 'timestamptz',
  claimed_at: 'timestamptz',
  due_at: 'timestamptz',
  follow_up_at: 'timestamptz',
  linked: 'bool',
  loop_counter: 'int4',
  tenant_identifier: 'text',
  definition_id: 'text',
  element_id: 'text',
  name: 'text',
  description: 'text',
  category: 'text',
  form_key: 'text',
  assignee: 'text',
  owner: 'text',
  assignee_folded: 'text',
  owner_folded: 'text',
  business_key: 'text',
};

const CHANGED_TASK: Columns = {
  instance_id: 'uuid',
  number: 'int4',
  version: 'int4',
  priority: 'int4',
  claimed_at: 'timestamptz',
  due_at: 'timestamptz',
  follow_up_at: 'timestamptz',
  linked: 'bool',
  name: 'text',
  description: 'text',
  category: 'text',
  assignee: 'text',
  owner: 'text',
  assignee_folded: 'text',
  owner_folded: 'text',
  delegation: 'text',
};

const updateTask = (rows: string, more = ''): string =>
  `UPDATE bpm_task t SET version = v.version, priority = v.priority, claimed_at = v.claimed_at, due_at = v.due_at,
     follow_up_at = v.follow_up_at, linked = v.linked, name = v.name, description = v.description, category = v.category,
     assignee = v.assignee, owner = v.owner, assignee_folded = v.assignee_folded, owner_folded = v.owner_folded,
     delegation = v.delegation${more}
   FROM ${rows} v WHERE t.instance_id = v.instance_id AND t.number = v.number`;

function defineTaskWriters(define: DefineWriter) {
  return {
    taskInsert: define('task_insert', NEW_TASK, insertInto('bpm_task', NEW_TASK)),
    // Only a change by hand opens tasks of an instance that is suspended: the others do not carry the column.
    taskInsertSuspended: define(
      'task_insert_suspended',
      NEW_TASK,
      insertInto('bpm_task', NEW_TASK, { suspended: 'TRUE' }),
    ),
    taskUpdate: define('task_update', CHANGED_TASK, (rows) => updateTask(rows)),
    /** Writes that a task's instance goes on by another version of its process. */
    taskMigrate: define('task_migrate', { ...CHANGED_TASK, definition_id: 'text', element_id: 'text' }, (rows) =>
      updateTask(rows, ', definition_id = v.definition_id, element_id = v.element_id'),
    ),
    /** Writes to every task of an instance its business key. */
    taskBusinessKey: define(
      'task_business_key',
      { instance_id: 'uuid', business_key: 'text' },
      (rows) =>
        `UPDATE bpm_task t SET business_key = v.business_key FROM ${rows} v WHERE t.instance_id = v.instance_id`,
    ),
    taskSuspend: define(
      'task_suspend',
      { instance_id: 'uuid', number: 'int4', suspended: 'bool' },
      (rows) =>
        `UPDATE bpm_task t SET suspended = v.suspended FROM ${rows} v
         WHERE t.instance_id = v.instance_id AND t.number = v.number`,
    ),
    taskDelete: define(
      'task_delete',
      { instance_id: 'uuid', number: 'int4' },
      (rows) => `DELETE FROM bpm_task t USING ${rows} v WHERE t.instance_id = v.instance_id AND t.number = v.number`,
    ),
  };
}

const NEW_LINK: Columns = {
  instance_id: 'uuid',
  task_number: 'int4',
  kind: 'text',
  tenant_identifier: 'text',
  name: 'text',
  name_folded: 'text',
};

function defineLinkWriters(define: DefineWriter) {
  return {
    linkInsert: define('task_link_insert', NEW_LINK, insertInto('bpm_task_link', NEW_LINK, { kind: 'v.kind::"char"' })),
    /** Removes every link of a task. */
    linkDelete: define(
      'task_link_delete',
      { instance_id: 'uuid', task_number: 'int4' },
      (rows) =>
        `DELETE FROM bpm_task_link l USING ${rows} v WHERE l.instance_id = v.instance_id AND l.task_number = v.task_number`,
    ),
    /** Removes one link of a task. */
    linkRemove: define(
      'task_link_remove',
      { instance_id: 'uuid', task_number: 'int4', kind: 'text', name: 'text' },
      (rows) =>
        `DELETE FROM bpm_task_link l USING ${rows} v
         WHERE l.instance_id = v.instance_id AND l.task_number = v.task_number AND l.kind = v.kind::"char" AND l.name = v.name`,
    ),
  };
}

const FIRST_RECORD: Columns = {
  instance_id: 'uuid',
  at: 'timestamptz',
  ended_at: 'timestamptz',
  due_at: 'timestamptz',
  priority: 'int4',
  end_state: 'text',
  end_element_ids: 'text',
  tenant_identifier: 'text',
  definition_id: 'text',
  start_user_id: 'text',
  start_user_folded: 'text',
  start_element_id: 'text',
  business_key: 'text',
  name: 'text',
  record: 'text',
};
const RARE_FIRST_RECORD = { ...FIRST_RECORD, end_error: 'text', started_at: 'timestamptz' } as const;

const NEXT_RECORD: Columns = {
  instance_id: 'uuid',
  revision: 'int4',
  at: 'timestamptz',
  ended_at: 'timestamptz',
  end_state: 'text',
  end_element_ids: 'text',
  record: 'text',
  closed_tasks: 'text',
};
const CHANGED_RECORD: Columns = { ...FIRST_RECORD, revision: 'int4', end_error: 'text', closed_tasks: 'text' };

function defineHistoryWriters(define: DefineWriter) {
  return {
    historyStart: define(
      'history_start',
      FIRST_RECORD,
      insertInto('bpm_history_event', FIRST_RECORD, { revision: '1' }),
    ),
    historyNext: define('history_next', NEXT_RECORD, insertInto('bpm_history_event', NEXT_RECORD)),
    // Few instances end with an error, or take time to come to rest: the others do not carry the columns.
    historyStartRare: define(
      'history_start_rare',
      RARE_FIRST_RECORD,
      insertInto('bpm_history_event', RARE_FIRST_RECORD, { revision: '1' }),
    ),
    // A later row that changes what is known of the instance says all of it, as the first does.
    historyFacts: define('history_facts', CHANGED_RECORD, insertInto('bpm_history_event', CHANGED_RECORD)),
    historyNextError: define(
      'history_next_error',
      { ...NEXT_RECORD, end_error: 'text' },
      insertInto('bpm_history_event', { ...NEXT_RECORD, end_error: 'text' }),
    ),
  };
}
