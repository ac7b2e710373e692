// Holds the rows of searchable variables: how flushes write them, and how queries find instances by them.
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { containsPattern, type Filter } from '../../../../kernel/records/page.ts';
import { type Columns, createDefineWriter, insertInto } from '../state/engine-writer.store.ts';
import type { SearchableValue } from './searchable-value.ts';

const PLACE: Columns = { instance_id: 'uuid', name: 'text' };
const VARIABLE: Columns = {
  ...PLACE,
  tenant_identifier: 'text',
  ended: 'bool',
  kind: 'text',
  text_value: 'text',
  number_value: 'text',
};
const insertVariable = insertInto('bpm_variable', VARIABLE, {
  kind: 'v.kind::"char"',
  number_value: 'v.number_value::float8',
});

export function defineVariableWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = createDefineWriter(groupCommit);
  return {
    set: define(
      'variable_set',
      VARIABLE,
      (rows) =>
        `${insertVariable(rows)} ON CONFLICT (instance_id, name) DO UPDATE SET ended = EXCLUDED.ended, kind = EXCLUDED.kind,
           text_value = EXCLUDED.text_value, number_value = EXCLUDED.number_value`,
    ),
    remove: define(
      'variable_remove',
      PLACE,
      (rows) => `DELETE FROM bpm_variable x USING ${rows} v WHERE x.instance_id = v.instance_id AND x.name = v.name`,
    ),
  };
}

export type VariableWriters = ReturnType<typeof defineVariableWriters>;

export interface VariableCondition {
  readonly name: string;
  readonly operator: 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE' | 'LIKE' | 'IN';
  /** Values of the condition: one, but for IN. */
  readonly values: readonly SearchableValue[];
}

const SIGNS = { LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;

/** Writes whether the variable `v` is one of the values, each compared with its like alone. */
function isOneOf(filter: Filter, values: readonly SearchableValue[]): string {
  const of = (kind: SearchableValue['kind']) => values.filter((value) => value.kind === kind);
  const texts = (kind: 's' | 'b') =>
    of(kind).length === 0
      ? []
      : [`v.kind = '${kind}' AND v.text_value = ANY (${filter.parameter(of(kind).map(({ text }) => text))}::text[])`];
  const numbers = of('n').map(({ number }) => number);
  return [
    ...texts('s'),
    ...texts('b'),
    ...(numbers.length === 0 ? [] : [`v.kind = 'n' AND v.number_value = ANY (${filter.parameter(numbers)}::float8[])`]),
    ...(of('z').length === 0 ? [] : ["v.kind = 'z'"]),
  ].join(' OR ');
}

function conditionText(filter: Filter, { operator, values }: VariableCondition): string {
  const [value] = values;
  switch (operator) {
    case 'EQ':
    case 'IN':
      return isOneOf(filter, values);
    case 'NE':
      return `NOT (${isOneOf(filter, values)})`;
    case 'LIKE':
      return `v.kind = 's' AND v.text_value ILIKE ${filter.parameter(containsPattern(value?.text ?? ''))}`;
    default:
      return value?.kind === 'n'
        ? `v.kind = 'n' AND v.number_value ${SIGNS[operator]} ${filter.parameter(value.number)}::float8`
        : `v.kind = 's' AND v.text_value ${SIGNS[operator]} ${filter.parameter(value?.text ?? '')}`;
  }
}

/** Adds conditions for rows of instances that fulfil all of them; `instanceId` is the column that names the instance. */
export function addVariableConditions(
  filter: Filter,
  conditions: readonly VariableCondition[] | null | undefined,
  {
    instanceId,
    tenantIdentifier,
    ended,
  }: {
    readonly instanceId: string;
    readonly tenantIdentifier: string;
    /** Whether ended instances are looked for; null: running and ended ones. */
    readonly ended: boolean | null;
  },
): void {
  for (const condition of conditions ?? []) {
    const tenant = filter.parameter(tenantIdentifier);
    const name = filter.parameter(condition.name);
    filter.and(
      `${instanceId} IN (SELECT v.instance_id FROM bpm_variable v WHERE v.tenant_identifier = ${tenant}
         AND v.ended IN (${ended === null ? 'TRUE, FALSE' : ended}) AND v.name = ${name} AND (${conditionText(filter, condition)}))`,
    );
  }
}
