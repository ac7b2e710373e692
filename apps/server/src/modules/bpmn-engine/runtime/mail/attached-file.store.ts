// Finds what is attached to an instance or to one of its tasks, by its id or its name.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  /** File; null: it is an address. */
  readonly file: { readonly contentType: string; readonly size: number; readonly content: Buffer } | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size: number | null;
  readonly content: Buffer | null;
}

// The newest of a name comes last, and is the one that is kept of it.
const FIND = sql(
  'bpm_attachment_named',
  `SELECT id, name, media_type, size, content FROM bpm_attachment
   WHERE tenant_identifier = $1 AND instance_id = $2 AND (name = ANY ($3::text[]) OR id::text = ANY ($3::text[]))
   ORDER BY created_at, id`,
);

export function createAttachedFileStore(database: Queryable) {
  return {
    /** Finds attached files by each of the ids and names that lead to one. */
    async find(
      tenantIdentifier: string,
      instanceId: string,
      named: readonly string[],
    ): Promise<ReadonlyMap<string, AttachedFile>> {
      const rows = await database.rows<Row>(FIND, [tenantIdentifier, instanceId, named]);
      const found = rows.map(toFile);
      return new Map([
        ...found.map((each) => [each.name, each] as const),
        ...found.map((each) => [each.id, each] as const),
      ]);
    },
  };
}

export type AttachedFileStore = ReturnType<typeof createAttachedFileStore>;

function toFile({ id, name, media_type: contentType, size, content }: Row): AttachedFile {
  if (contentType === null || size === null || content === null) return { id, name, file: null };
  return { id, name, file: { contentType, size, content } };
}
