// Pages the variables that an instance has had, from its history.
import type { TimelineEntry, Value } from '@keelson/bpmn-core';
import {
  pastVariableSortStandard,
  resolvePageable,
  type SvcBpmnPastVariableModel,
  type SvcBpmnPastVariableQueryModel,
} from '@keelson/contract';
import { pageInMemory } from '../../../../kernel/records/page-in-memory.ts';
import { isoDate } from '../../interface/iso-date.ts';
import { activityId } from '../../interface/part-id.ts';
import { typeOf } from '../../interface/typed-variables.ts';
import { bytesText } from '../../runtime/state/variable-value.ts';
import type { FoundHistory } from '../history.service.ts';

interface PastVariable {
  readonly name: string;
  /** Number of the activity instance whose own it was; null: a variable of the process. */
  readonly scope: number | null;
  readonly createdAt: number;
  value: Value;
  changedAt: number;
  changes: number;
  isRemoved: boolean;
}

const ORDER = {
  keys: {
    name: ({ name }: PastVariable) => name,
    createTime: ({ createdAt }: PastVariable) => createdAt,
    lastChangeTime: ({ changedAt }: PastVariable) => changedAt,
  },
  tieBreak: ({ name, scope }: PastVariable) => `${String(scope ?? 0).padStart(12, '0')} ${name}`,
};

export function pageVariables(found: FoundHistory, query: SvcBpmnPastVariableQueryModel) {
  const matching = pastVariables(found).filter((variable) => matches(variable, query));
  const request = resolvePageable(query.pageable, pastVariableSortStandard);
  return pageInMemory(matching, request, ORDER, (variable) => toWire(found.instanceId, variable));
}

function pastVariables({ history }: FoundHistory): readonly PastVariable[] {
  const variables = new Map<string, PastVariable>();
  for (const entry of history.timeline()) note(variables, entry);
  const open = history.state().scopes;
  for (const variable of variables.values()) {
    // Variables of an activity go with it, which the history does not say of each.
    if (variable.scope !== null && !open.has(variable.scope)) variable.isRemoved = true;
  }
  return [...variables.values()];
}

function note(variables: Map<string, PastVariable>, { kind, at, detail }: TimelineEntry): void {
  const { variable: name, scope = null } = detail;
  const isRemoved = kind === 'variable-removed';
  if (name === undefined || (kind !== 'variable-set' && !isRemoved)) return;
  const key = `${scope} ${name}`;
  const value = (isRemoved ? detail.previousValue : detail.value) ?? null;
  const known = variables.get(key);
  if (known === undefined) {
    variables.set(key, { name, scope, createdAt: at, value, changedAt: at, changes: 1, isRemoved });
    return;
  }
  known.value = value;
  known.changedAt = at;
  known.changes++;
  known.isRemoved = isRemoved;
}

function matches({ name, isRemoved }: PastVariable, { names, nameLike, removed }: SvcBpmnPastVariableQueryModel) {
  if (names != null && !names.includes(name)) return false;
  if (nameLike != null && !name.toLowerCase().includes(nameLike.toLowerCase())) return false;
  return removed == null || removed === isRemoved;
}

function toWire(instanceId: string, variable: PastVariable): SvcBpmnPastVariableModel {
  const { name, scope, value, createdAt, changedAt, changes, isRemoved } = variable;
  return {
    name,
    activityId: scope === null ? null : activityId(instanceId, scope),
    type: typeOf(value),
    value: bytesText(value) ?? value,
    size: Buffer.byteLength(JSON.stringify(value)),
    createTime: isoDate(createdAt),
    lastChangeTime: isoDate(changedAt),
    changes,
    removed: isRemoved,
  };
}
