// Checks what a batch is ordered with: arguments of its type alone, and one way to say what is in it.
import type { SvcBpmnCreateBatchModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import type { InstanceApi } from '../instance/feature.ts';
import { isInstanceId, parseRowId } from '../interface/part-id.ts';
import type { ManagementApi } from '../management/feature.ts';
import type { BatchArguments, BatchType, ItemRef } from './batch.types.ts';
import type { BatchItems } from './order-batch.ts';

type Body = SvcBpmnCreateBatchModel;
type Argument = keyof BatchArguments;

interface Kind {
  /** Authority that is needed beside `BPMN_JOB_MANAGE`: that of the operation which does it once. */
  readonly authority: string;
  readonly needed?: Argument;
  readonly allowed: readonly Argument[];
}

const MANAGED = { authority: 'BPMN_INSTANCE_MANAGE', allowed: [] } as const;
const KINDS: Readonly<Record<BatchType, Kind>> = {
  DELETE: { ...MANAGED, allowed: ['reason', 'skipListeners'] },
  SUSPEND: MANAGED,
  ACTIVATE: MANAGED,
  MIGRATE: {
    ...MANAGED,
    needed: 'targetDefinitionId',
    allowed: ['targetDefinitionId', 'mapping', 'autoMap', 'variables'],
  },
  SET_RETRIES: { authority: 'BPMN_JOB_MANAGE', needed: 'retries', allowed: ['retries'] },
  RETRY_INCIDENTS: { authority: 'BPMN_JOB_MANAGE', allowed: [] },
  DELETE_HISTORY: { authority: 'BPMN_HISTORY_DELETE', allowed: [] },
};

const SOURCES = ['query', 'jobQuery', 'incidentQuery'] as const;
type Source = (typeof SOURCES)[number];

function sourceOf(type: BatchType): Source {
  if (type === 'SET_RETRIES') return 'jobQuery';
  return type === 'RETRY_INCIDENTS' ? 'incidentQuery' : 'query';
}

/** Ends the request with 403 where the caller may not do it to a single one. */
export function requireAuthority(caller: Pick<Caller, 'holds'>, type: BatchType): void {
  const { authority } = KINDS[type];
  if (!caller.holds(authority)) failAuthority(authority);
}

/** Look-ups by which the items of a query are found. */
export interface Finding extends Pick<InstanceApi, 'instancesOf'>, Pick<ManagementApi, 'jobsOf' | 'incidentsOf'> {}

/** Finds the items of a batch; ends the request where they do not fit its type. */
export async function itemsOf(
  { instancesOf, jobsOf, incidentsOf }: Finding,
  caller: Caller,
  body: Body,
): Promise<BatchItems> {
  const problems = [...argumentProblems(body), ...sourceProblems(body)];
  if (problems.length > 0) invalid(...problems);
  const { type, ids, query, jobQuery, incidentQuery } = body;
  if (ids != null) return { refs: refsOf(type, ids) };
  if (jobQuery != null) return { selected: jobsOf(caller.tenantIdentifier, jobQuery) };
  if (incidentQuery != null) return { selected: incidentsOf(caller.tenantIdentifier, incidentQuery) };
  return { selected: await instancesOf(caller, query ?? {}, type === 'DELETE_HISTORY' ? 'ended' : 'running') };
}

function argumentProblems({ type, arguments: given }: Body): ArgumentProblem[] {
  const { needed, allowed } = KINDS[type];
  const problems = (Object.keys(given ?? {}) as Argument[])
    .filter((field) => given?.[field] != null && !allowed.includes(field))
    .map((field) => ({ field: `arguments.${field}`, code: 'NOT_ALLOWED', message: `Is not for the type ${type}.` }));
  if (needed === undefined || given?.[needed] != null) return problems;
  const message = `The type ${type} needs it.`;
  return [...problems, { field: `arguments.${needed}`, code: 'REQUIRED', message }];
}

function sourceProblems(body: Body): ArgumentProblem[] {
  const { type, ids } = body;
  const own = sourceOf(type);
  const others = SOURCES.filter((source) => source !== own && body[source] != null);
  if (others.length > 0) {
    return others.map((field) => ({ field, code: 'NOT_ALLOWED', message: `Is not for the type ${type}.` }));
  }
  if ((ids == null) !== (body[own] == null)) return [];
  return [{ field: '', code: 'REQUIRED', message: `Exactly one of ids and ${own} must be given.` }];
}

/** Letters in ids of rows that are numbered within an instance; null: instances have none. */
const ROW_LETTERS = { query: null, jobQuery: 'j', incidentQuery: 'i' } as const;

function refsOf(type: BatchType, ids: readonly string[]): readonly ItemRef[] {
  const problems: ArgumentProblem[] = [];
  const refs = ids.map((id, index) => {
    const letter = ROW_LETTERS[sourceOf(type)];
    const part = letter === null ? null : parseRowId(id, letter);
    if (part !== null) return { id: part.instanceId, number: part.number };
    if (letter !== null || !isInstanceId(id)) {
      problems.push({ field: `ids[${index}]`, code: 'PATTERN', message: 'Must be an id of what the type is for.' });
    }
    return { id, number: 0 };
  });
  if (problems.length > 0) invalid(...problems);
  return refs;
}
