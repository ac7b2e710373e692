// Finds and pages open tasks.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { type PagedTable, pageRows } from '../interface/page-rows.store.ts';
import { addVariableConditions, type VariableCondition } from '../runtime/searchable/searchable-variable.store.ts';

export interface TaskFilter {
  readonly ids?: readonly string[] | null;
  readonly taskDefinitionKeys?: readonly string[] | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly candidateGroups?: readonly string[] | null;
  readonly processInstanceId?: string | null;
  readonly rootProcessInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly businessKey?: string | null;
  readonly assignee?: string | null;
  readonly owner?: string | null;
  readonly candidateUser?: string | null;
  readonly involvedUser?: string | null;
  readonly category?: string | null;
  readonly formKey?: string | null;
  readonly name?: string | null;
  readonly nameLike?: string | null;
  readonly businessKeyLike?: string | null;
  /** Whether the viewer has the task, or is a candidate. */
  readonly mine?: boolean | null;
  readonly assigned?: boolean | null;
  readonly orphaned?: boolean | null;
  readonly delegationState?: 'PENDING' | 'RESOLVED' | null;
  readonly overdue?: boolean | null;
  readonly suspended?: boolean | null;
  readonly priorityMin?: number | null;
  readonly priorityMax?: number | null;
  readonly dueDateFrom?: string | null;
  readonly dueDateTo?: string | null;
  readonly followUpFrom?: string | null;
  readonly followUpTo?: string | null;
  readonly createTimeFrom?: string | null;
  readonly createTimeTo?: string | null;
  readonly variables?: readonly VariableCondition[] | null;
}

/** Viewer of tasks, whose name is folded; names that candidate groups may carry for him stand in `groups`. */
export interface TaskViewer {
  readonly usernameFolded: string;
  readonly groups: readonly string[];
}

export interface TaskQuery extends TaskFilter {
  readonly tenantIdentifier: string;
  /** Keeps only tasks that the viewer owns, is assigned to or is a candidate of; null: all of the tenant. */
  readonly visibleTo: TaskViewer | null;
  /** Viewer whom `mine` means. */
  readonly viewer: TaskViewer;
  readonly now: number;
  /** Folded names of assignees who are gone; empty where no filter asks for them. */
  readonly absent: readonly string[];
  readonly or: readonly TaskFilter[];
}

export interface TaskRow {
  readonly instance_id: string;
  readonly number: number;
  readonly token: number;
  readonly version: number;
  readonly priority: number;
  readonly created_at: Date;
  readonly claimed_at: Date | null;
  readonly due_at: Date | null;
  readonly follow_up_at: Date | null;
  readonly tenant_identifier: string;
  readonly definition_id: string;
  readonly element_id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly form_key: string | null;
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly business_key: string | null;
  readonly suspended: boolean;
  readonly delegation: 'PENDING' | 'RESOLVED' | null;
  readonly loop_counter: number | null;
  /** Outermost instance; null where that is the task's own. */
  readonly root_id: string | null;
  /** Candidates, each with `u` or `g` in front of the name; null when there is none. */
  readonly links: readonly string[] | null;
  readonly comments: number;
  readonly attachments: number;
}

const TASK_COLUMNS = [
  'instance_id',
  'number',
  'token',
  'version',
  'priority',
  'created_at',
  'claimed_at',
  'due_at',
  'follow_up_at',
  'tenant_identifier',
  'definition_id',
  'element_id',
  'name',
  'description',
  'category',
  'form_key',
  'assignee',
  'owner',
  'business_key',
  'suspended',
  'delegation',
  'loop_counter',
];
const ROOT = '(SELECT c.root_id FROM bpm_call c WHERE c.called_id = t.instance_id)';
/** Selects the columns of `TaskRow`, in the order of `ROW_NAMES`; `t` is the task. */
export const COLUMNS = `${TASK_COLUMNS.map((column) => `t.${column}`).join(', ')},
  CASE WHEN t.linked THEN (SELECT array_agg(l.kind::text || l.name ORDER BY l.kind DESC, l.name COLLATE "C") FROM bpm_task_link l
    WHERE l.instance_id = t.instance_id AND l.task_number = t.number) END AS links, ${ROOT} AS root_id,
  (SELECT count(*)::int FROM bpm_comment c WHERE c.instance_id = t.instance_id AND c.task_number = t.number) AS comments,
  (SELECT count(*)::int FROM bpm_attachment a WHERE a.instance_id = t.instance_id AND a.task_number = t.number) AS attachments`;
export const ROW_NAMES = [...TASK_COLUMNS, 'links', 'root_id', 'comments', 'attachments'];
/** Tables of a page. Every task has a definition; joined so, it is left out of a count that asks nothing of it. */
const FROM = 'bpm_task t LEFT JOIN bpm_definition d ON d.id = t.definition_id';

const TASKS: PagedTable = {
  columns: COLUMNS,
  from: FROM,
  sort: {
    createTime: 't.created_at',
    dueDate: 't.due_at',
    priority: 't.priority',
    name: 't.name',
    assignee: 't.assignee',
    businessKey: 't.business_key',
  },
  tieBreak: ['t.instance_id', 't.number'],
};

/** Names of people as they are compared. */
const ASSIGNEE = 'coalesce(t.assignee_folded, t.assignee)';
const OWNER = 'coalesce(t.owner_folded, t.owner)';
const LINKED = 'coalesce(l.name_folded, l.name)';

function linkedTo(filter: Filter, viewer: TaskViewer): string {
  return `EXISTS (SELECT 1 FROM bpm_task_link l WHERE l.instance_id = t.instance_id AND l.task_number = t.number
    AND ((l.kind = 'u' AND ${LINKED} = ${filter.parameter(viewer.usernameFolded)}) OR (l.kind = 'g' AND ${LINKED} = ANY (${filter.parameter(viewer.groups)}::text[]))))`;
}

/**
 * Writes the condition for the tasks of a person by the indexes of names: a condition on each task would read a million for the ten of
 * one.
 */
function isOf(filter: Filter, { usernameFolded, groups }: TaskViewer, tenantIdentifier: string): string {
  const [tenant, own] = [filter.parameter(tenantIdentifier), filter.parameter(usernameFolded)];
  return `(t.instance_id, t.number) IN (
    SELECT a.instance_id, a.number FROM bpm_task a WHERE a.tenant_identifier = ${tenant} AND a.assignee IS NOT NULL
      AND coalesce(a.assignee_folded, a.assignee) = ${own}
    UNION ALL SELECT l.instance_id, l.task_number FROM bpm_task_link l WHERE l.tenant_identifier = ${tenant}
      AND ((l.kind = 'u' AND ${LINKED} = ${own}) OR (l.kind = 'g' AND ${LINKED} = ANY (${filter.parameter(groups)}::text[]))))`;
}

function linkExists(condition: string): string {
  return `EXISTS (SELECT 1 FROM bpm_task_link l WHERE l.instance_id = t.instance_id AND l.task_number = t.number AND ${condition})`;
}

function addFilters(filter: Filter, wanted: TaskFilter, { viewer, now, absent, tenantIdentifier }: TaskQuery): void {
  if (wanted.mine === true) filter.and(isOf(filter, viewer, tenantIdentifier));
  const exact = (column: string, value: unknown) => {
    if (value !== undefined && value !== null) filter.and(`${column} = $?`, value);
  };
  if (wanted.ids) filter.and("t.instance_id::text || '-t' || t.number = ANY ($?::text[])", wanted.ids);
  if (wanted.taskDefinitionKeys) filter.and('t.element_id = ANY ($?::text[])', wanted.taskDefinitionKeys);
  if (wanted.processDefinitionKeys) filter.and('d.key = ANY ($?::text[])', wanted.processDefinitionKeys);
  if (wanted.candidateGroups)
    filter.and(linkExists(`l.kind = 'g' AND ${LINKED} = ANY ($?::text[])`), wanted.candidateGroups);
  exact('t.instance_id::text', wanted.processInstanceId);
  exact(`COALESCE(${ROOT}, t.instance_id)::text`, wanted.rootProcessInstanceId);
  exact('t.definition_id', wanted.processDefinitionId);
  exact('t.business_key', wanted.businessKey);
  const person = (condition: string, name: string | null | undefined) => {
    if (name !== undefined && name !== null) filter.and(condition, foldName(name));
  };
  const isCandidate = linkExists(`l.kind = 'u' AND ${LINKED} = $?`);
  person(`${ASSIGNEE} = $?`, wanted.assignee);
  person(`${OWNER} = $?`, wanted.owner);
  person(isCandidate, wanted.candidateUser);
  person(`${ASSIGNEE} = $? OR ${OWNER} = $? OR ${isCandidate}`, wanted.involvedUser);
  exact('t.category', wanted.category);
  exact('t.form_key', wanted.formKey);
  if (wanted.name) filter.and('t.name ILIKE $?', containsPattern(wanted.name));
  if (wanted.nameLike) filter.and('t.name ILIKE $?', containsPattern(wanted.nameLike));
  if (wanted.businessKeyLike) filter.and('t.business_key ILIKE $?', containsPattern(wanted.businessKeyLike));
  if (typeof wanted.assigned === 'boolean') filter.and('(t.assignee IS NOT NULL) = $?', wanted.assigned);
  if (typeof wanted.orphaned === 'boolean') {
    filter.and(`coalesce(${ASSIGNEE} = ANY (${filter.parameter(absent)}::text[]), FALSE) = $?`, wanted.orphaned);
  }
  if (typeof wanted.overdue === 'boolean') {
    filter.and(`coalesce(t.due_at < ${filter.parameter(new Date(now))}, FALSE) = $?`, wanted.overdue);
  }
  exact('t.suspended', wanted.suspended);
  exact('t.delegation', wanted.delegationState);
  if (typeof wanted.priorityMin === 'number') filter.and('t.priority >= $?', wanted.priorityMin);
  if (typeof wanted.priorityMax === 'number') filter.and('t.priority <= $?', wanted.priorityMax);
  addVariableConditions(filter, wanted.variables, { instanceId: 't.instance_id', tenantIdentifier, ended: false });
  addRange(filter, 't.due_at', wanted.dueDateFrom, wanted.dueDateTo);
  addRange(filter, 't.follow_up_at', wanted.followUpFrom, wanted.followUpTo);
  addRange(filter, 't.created_at', wanted.createTimeFrom, wanted.createTimeTo);
}

function filterOf(query: TaskQuery): Filter {
  const filter = createFilter();
  filter.and('t.tenant_identifier = $?', query.tenantIdentifier);
  if (query.visibleTo !== null) {
    const viewer = query.visibleTo;
    filter.and(`${ASSIGNEE} = $? OR ${OWNER} = $? OR ${linkedTo(filter, viewer)}`, viewer.usernameFolded);
  }
  addFilters(filter, query, query);
  if (query.or.length > 0) {
    const branches = query.or.map((wanted) => {
      const branch = filter.branch();
      addFilters(branch, wanted, query);
      return `(${branch.where})`;
    });
    filter.and(branches.join(' OR '));
  }
  return filter;
}

// What a worker does now cannot be taken back by whoever ordered it.
const LOCKED_EXTERNAL = sql(
  'bpm_task_locked_external',
  'SELECT number FROM bpm_external_task WHERE instance_id = $1 AND locked_until > $2',
);

export type TaskGrouping = 'assignee' | 'taskDefinitionKey' | 'candidateGroup';

export interface TaskCounts {
  readonly total: number;
  readonly groups: readonly { readonly key: string | null; readonly count: number }[];
}

const GROUPS: Readonly<Record<TaskGrouping, { readonly shown: string; readonly by: string; readonly join: string }>> = {
  assignee: { shown: 't.assignee', by: ASSIGNEE, join: '' },
  taskDefinitionKey: { shown: 't.element_id', by: 't.element_id', join: '' },
  candidateGroup: {
    shown: 'g.name',
    by: 'g.name',
    join: "LEFT JOIN bpm_task_link g ON g.instance_id = t.instance_id AND g.task_number = t.number AND g.kind = 'g'",
  },
};

// Each name is found by one step through the index, however many tasks there are.
const ASSIGNEES = sql(
  'bpm_task_assignees',
  `WITH RECURSIVE assignee AS (
     (SELECT ${ASSIGNEE} AS name FROM bpm_task t WHERE t.tenant_identifier = $1 AND t.assignee IS NOT NULL ORDER BY 1 LIMIT 1)
     UNION ALL
     SELECT (SELECT ${ASSIGNEE} FROM bpm_task t WHERE t.tenant_identifier = $1 AND t.assignee IS NOT NULL
       AND ${ASSIGNEE} > a.name ORDER BY 1 LIMIT 1) FROM assignee a WHERE a.name IS NOT NULL
   ) SELECT name FROM assignee WHERE name IS NOT NULL`,
);

export function createTaskStore(database: Database) {
  return {
    /** Numbers of the waits whose external task a worker has locked. */
    async lockedExternal(instanceId: string, now: number): Promise<readonly number[]> {
      const rows = await database.rows<{ number: number }>(LOCKED_EXTERNAL, [instanceId, new Date(now)]);
      return rows.map((row) => row.number);
    },
    /** Answers the folded names of all who have a task in the tenant. */
    async assignees(tenant: string): Promise<readonly string[]> {
      const rows = await database.rows<{ name: string }>(ASSIGNEES, [tenant]);
      return rows.map(({ name }) => name);
    },
    /** Counts what fits, and by what is asked for, from one snapshot; answers at most so many groups, the largest first. */
    async count(query: TaskQuery, groupBy: TaskGrouping | null, groupsMax: number): Promise<TaskCounts> {
      const filter = filterOf(query);
      const total = `(SELECT count(*)::int FROM ${FROM} WHERE ${filter.where}) AS total`;
      const groups =
        groupBy === null
          ? 'SELECT NULL::text AS key, NULL::int AS count WHERE FALSE'
          : `SELECT min(${GROUPS[groupBy].shown}) AS key, count(*)::int AS count FROM ${FROM} ${GROUPS[groupBy].join}
             WHERE ${filter.where} GROUP BY ${GROUPS[groupBy].by} ORDER BY 2 DESC, 1 LIMIT ${filter.parameter(groupsMax)}`;
      const text = `SELECT t.total, g.key, g.count FROM (SELECT ${total}) t LEFT JOIN (${groups}) g ON TRUE ORDER BY g.count DESC, g.key`;
      const rows = await database.rows<{ total: number; key: string | null; count: number | null }>(
        { name: '', text },
        filter.values,
      );
      return {
        total: rows[0]?.total ?? 0,
        groups: rows.flatMap(({ key, count }) => (count === null ? [] : [{ key, count }])),
      };
    },

    /** Reads rows and exact total by one statement, hence from one snapshot. */
    page: (query: TaskQuery, request: Pageable): Promise<{ rows: TaskRow[]; total: number }> =>
      pageRows<TaskRow>(database, TASKS, { filter: filterOf(query), request }),
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;

const COUNT_OPEN = sql('bpm_task_count', 'SELECT count(*)::int AS number FROM bpm_task');

/** Counts the open tasks of all tenants. */
export async function countOpenTasks(database: Database): Promise<number> {
  const [row] = await database.rows<{ number: number }>(COUNT_OPEN);
  return row?.number ?? 0;
}
