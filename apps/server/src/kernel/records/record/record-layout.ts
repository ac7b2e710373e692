// Lays a declared record out in SQL: which column each field is, how it is selected, sorted, and carried as a parameter.
import type { AnyColumn } from './column.ts';
import type { Columns } from './record.types.ts';

const RECORD_FIELDS: Columns = {
  id: { kind: 'LONG', options: {} },
  uuid: { kind: 'UUID', options: {} },
  version: { kind: 'INTEGER', options: {} },
  tenantIdentifier: { kind: 'TEXT', options: { nullable: true } },
  createdBy: { kind: 'TEXT', options: {} },
  updatedBy: { kind: 'TEXT', options: {} },
  dateCreated: { kind: 'DATE_TIME', options: {} },
  dateUpdated: { kind: 'DATE_TIME', options: {} },
  deletedDate: { kind: 'DATE_TIME', options: { nullable: true } },
  deleted: { kind: 'FLAG', options: {} },
};

type Fold = (text: string) => string;

interface LaidOut {
  readonly table: string;
  readonly columns: Columns;
  readonly folded?: Readonly<Record<string, Fold | undefined>>;
  readonly instead?: Readonly<Record<string, string | undefined>>;
  readonly joins?: string;
}

export type RecordLayout = ReturnType<typeof layOutRecord>;

/** Puts an expression in the place of each field that the table has no column for. */
function recordFields(instead: LaidOut['instead'] = {}): Columns {
  const computed = Object.entries(instead).map(([field, text]) => [
    field,
    { ...RECORD_FIELDS[field]!, computed: `(${text})` },
  ]);
  return { ...RECORD_FIELDS, ...Object.fromEntries(computed) };
}

export function layOutRecord({ table, columns, folded = {}, instead, joins = '' }: LaidOut) {
  const all: Columns = { ...recordFields(instead), ...columns };
  const columnOf = (field: string): AnyColumn => {
    const found = Object.hasOwn(all, field) ? all[field] : undefined;
    if (found === undefined) throw new Error(`${table} has no field ${field}`);
    return found;
  };
  const nameOf = (field: string): string =>
    columnOf(field).options.column ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const readAs = (field: string): string => columnOf(field).computed ?? `r.${nameOf(field)}`;
  const foldOf = (field: string): Fold | undefined => (Object.hasOwn(folded, field) ? folded[field] : undefined);
  const foldedName = (field: string): string => `${nameOf(field)}_folded`;

  return {
    table,
    joins,
    /** Lists every field, those of every record first. */
    fields: Object.keys(all) as readonly string[],
    columnOf,
    nameOf,
    readAs,
    /** Says whether the table has a column of the field. */
    isStored: (field: string): boolean => columnOf(field).computed === undefined,
    /** Answers the folded column of a field and its fold, undefined where the field is compared as it is. */
    foldedAs(field: string): { readonly column: string; readonly fold: Fold } | undefined {
      const fold = foldOf(field);
      return fold && { column: `r.${foldedName(field)}`, fold };
    },
    sortedAs: (field: string): string =>
      columnOf(field).options.order ?? (foldOf(field) ? `r.${foldedName(field)}` : readAs(field)),
    select: Object.keys(all)
      .map((field) => `${readAs(field)} AS "${field}"`)
      .join(', '),
    /** Lists what is written for a value: its column, and the folded one where it has one. */
    written(
      values: Readonly<Record<string, unknown>>,
      toJson: (value: unknown) => unknown = JSON.stringify,
    ): readonly (readonly [column: string, value: unknown])[] {
      return Object.entries(values).flatMap(([field, value]) => {
        const fold = foldOf(field);
        const { kind, computed } = columnOf(field);
        if (computed !== undefined) throw new Error(`${field} of ${table} is computed`);
        const kept = kind === 'JSON' && value !== null ? toJson(value) : value;
        const itself = [nameOf(field), kept] as const;
        return fold ? [itself, [foldedName(field), value === null ? null : fold(value as string)] as const] : [itself];
      });
    },
  };
}
