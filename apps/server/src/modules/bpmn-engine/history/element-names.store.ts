// Finds versions whose elements nobody has named to the database yet, and names them.
import { type Database, sql } from '../../../kernel/database/database.ts';

/** Number of versions that are looked for at once. */
const VERSIONS_AT_ONCE = 50;

const FIND = sql(
  'bpm_definition_unnamed',
  `SELECT id FROM bpm_definition WHERE executable AND elements IS NULL AND id > $1 ORDER BY id LIMIT ${VERSIONS_AT_ONCE}`,
);
const NAME = sql('bpm_definition_name_elements', 'UPDATE bpm_definition SET elements = $2 WHERE id = $1');

export function createElementNamesStore(database: Database) {
  return {
    /** Pages the ids of versions without names of elements, after one; '' is before all. */
    async unnamed(after: string): Promise<readonly string[]> {
      return (await database.rows<{ id: string }>(FIND, [after])).map(({ id }) => id);
    },
    /** Saves id, name and type of each element of a version, by its index. */
    name: (id: string, elements: readonly (readonly (string | null)[])[]) =>
      database.execute(NAME, [id, JSON.stringify(elements)]),
  };
}
