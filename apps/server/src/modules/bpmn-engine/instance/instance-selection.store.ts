// Finds the instances that are to be changed together.
import type { Database } from '../../../kernel/database/database.ts';
import { JOIN_CALL } from '../runtime/state/instance.store.ts';
import { ENDED, JOIN_DEFINITION, RUNNING } from './instance.store.ts';
import { filterOf, type InstanceQuery } from './instance-filter.store.ts';

/** Writes the text that finds the ids of a query, whose parameters the caller goes on numbering. */
export function selectionOf(query: InstanceQuery) {
  const filter = filterOf(query);
  const source = query.states.includes('ENDED') ? ENDED : RUNNING;
  return {
    filter,
    text: `SELECT i.id, 0 AS number FROM (${source}) i ${JOIN_DEFINITION} ${JOIN_CALL} WHERE ${filter.where}`,
  };
}

export function createInstanceSelectionStore(database: Database) {
  return {
    /** Finds the ids of a query, at most so many, those that began first. */
    async ids(query: InstanceQuery, most: number): Promise<readonly string[]> {
      const { filter, text } = selectionOf(query);
      const limited = `${text} ORDER BY i.id LIMIT ${filter.parameter(most)}`;
      const rows = await database.rows<{ id: string }>({ name: '', text: limited }, filter.values);
      return rows.map(({ id }) => id);
    },
  };
}

export type InstanceSelectionStore = ReturnType<typeof createInstanceSelectionStore>;
