// Adds the rows of searchable variables to a flush: those of the process itself whose value, or whose instance's end, is news.
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import type { Part } from '../burst/burst.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type SearchableValue, searchableValue } from './searchable-value.ts';
import type { VariableWriters } from './searchable-variable.store.ts';

interface VariableRow extends SearchableValue {
  readonly ended: boolean;
}

const NONE: ReadonlyMap<string, VariableRow> = new Map();

function rowsOf({ compiled, state }: LiveInstance, ended: boolean): ReadonlyMap<string, VariableRow> {
  const rows = new Map<string, VariableRow>();
  for (const name of compiled.searchable) {
    if (!Object.hasOwn(state.variables, name)) continue;
    rows.set(name, { ...searchableValue(state.variables[name] ?? null), ended });
  }
  return rows;
}

/**
 * Adds the rows of searchable variables. A process that declares none costs nothing; one that begins and ends in one flush leaves rows all
 * the same.
 */
export function addVariables(
  changes: ChangeSet,
  writers: VariableWriters,
  { before, live, isStored }: Pick<Part, 'before' | 'live' | 'isStored'>,
): void {
  if (live.compiled.searchable.length === 0 && (before === null || before.compiled.searchable.length === 0)) return;
  const { id, tenantIdentifier } = live.state.facts;
  const then = before === null ? NONE : rowsOf(before, !isStored);
  const now = rowsOf(live, live.ended !== null);
  for (const [name, row] of now) {
    const known = then.get(name);
    if (known !== undefined && isSame(known, row)) continue;
    const { ended, kind, text, number } = row;
    changes.add(writers.set, [id, name, tenantIdentifier, ended, kind, text, number === null ? null : String(number)]);
  }
  for (const name of then.keys()) if (!now.has(name)) changes.add(writers.remove, [id, name]);
}

function isSame(one: VariableRow, other: VariableRow): boolean {
  return one.ended === other.ended && one.kind === other.kind && one.text === other.text && one.number === other.number;
}
