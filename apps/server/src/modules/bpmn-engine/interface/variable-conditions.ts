// Reads the conditions on variables of a query, and refuses names that nobody has made searchable.
import type { Value } from '@keelson/bpmn-core';
import type { SvcBpmnVariableCondition } from '@keelson/contract';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { SEARCHABLE_TEXT_MAX, type SearchableKind, searchableValue } from '../runtime/searchable/searchable-value.ts';
import type { VariableCondition } from '../runtime/searchable/searchable-variable.store.ts';

/** Bound of the values of IN. */
const VALUES_MAX = 100;

interface Conditioned {
  readonly variables?: readonly SvcBpmnVariableCondition[] | null | undefined;
}

type Operator = VariableCondition['operator'];

const COMPARED: ReadonlySet<SearchableKind> = new Set(['s', 'n']);
const EQUALLED: ReadonlySet<SearchableKind> = new Set(['s', 'n', 'b', 'z']);
const KINDS: Readonly<Record<Operator, ReadonlySet<SearchableKind>>> = {
  EQ: EQUALLED,
  NE: EQUALLED,
  IN: EQUALLED,
  LT: COMPARED,
  LE: COMPARED,
  GT: COMPARED,
  GE: COMPARED,
  LIKE: new Set<SearchableKind>(['s']),
};
const WORDS: Readonly<Record<Operator, string>> = {
  EQ: 'a text, a number, a boolean or null',
  NE: 'a text, a number, a boolean or null',
  IN: `a list of 1 to ${VALUES_MAX} texts, numbers, booleans or nulls`,
  LT: 'a text or a number',
  LE: 'a text or a number',
  GT: 'a text or a number',
  GE: 'a text or a number',
  LIKE: 'a text',
};

/** Reads the conditions of a filter; ends the request where a value does not fit its operator. Null: there are none. */
export function variableConditions({ variables }: Conditioned, prefix = ''): readonly VariableCondition[] | null {
  if (variables === undefined || variables === null || variables.length === 0) return null;
  const problems: ArgumentProblem[] = [];
  const conditions = variables.map(({ name, operator, value = null }, index) => {
    const given = (operator === 'IN' ? value : [value]) as readonly Value[];
    const values = Array.isArray(given) ? given.slice(0, VALUES_MAX + 1).map(searchableValue) : [];
    const fits =
      values.length > 0 && values.length <= VALUES_MAX && values.every(({ kind }) => KINDS[operator].has(kind));
    if (!fits) {
      const message = `Must be ${WORDS[operator]}; a text has at most ${SEARCHABLE_TEXT_MAX} characters.`;
      problems.push({ field: `${prefix}variables[${index}].value`, code: 'TYPE', message });
    }
    return { name, operator, values };
  });
  if (problems.length > 0) invalid(...problems);
  return conditions;
}

interface Read {
  readonly variables?: readonly VariableCondition[] | null;
}

/** Ends the request with the first name that no definition which the tenant can use declares. */
export async function requireSearchable(
  definitions: Pick<DefinitionCache, 'findSearchable'>,
  tenantIdentifier: string,
  query: Read & { readonly or: readonly Read[] },
): Promise<void> {
  const names = [query, ...query.or].flatMap(({ variables }) => (variables ?? []).map(({ name }) => name));
  if (names.length === 0) return;
  const known = await definitions.findSearchable(tenantIdentifier, names);
  const name = names.find((each) => !known.has(each));
  if (name !== undefined) fail('VARIABLE_NOT_SEARCHABLE', { parameters: { name }, errorArguments: [{ name }] });
}
