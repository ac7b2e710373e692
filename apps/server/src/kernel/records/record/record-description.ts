// Describes the fields of a record as data, as tables and forms read them.
import type { ColumnKind } from './column.ts';
import type { Columns, Filters } from './record.types.ts';

/** A model of the contract, as far as bounds go: they are written down there alone. */
export interface ModelOfFields {
  readonly properties: Readonly<Record<string, object>>;
}

interface Bounds {
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
}

export interface DescribedField {
  readonly name: string;
  /** The key of its label: `role.name`. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly choices: readonly string[] | null;
  readonly nullable: boolean;
  /** When a body may hold the field. */
  readonly writable: 'ALWAYS' | 'ONCE' | 'NEVER';
  readonly sortable: boolean;
  /** Names of the filters that use the field. */
  readonly filters: readonly string[];
  /** Bound of the characters, the number itself, or the entries of a list. */
  readonly bound: number | null;
}

interface Described {
  readonly thing: string;
  readonly columns: Columns;
  readonly filters: Filters;
  readonly sort: { readonly properties: readonly string[] };
}

/** Describes the fields, but for those that no answer shows. */
export function describeFields(
  { thing, columns, filters, sort }: Described,
  model?: ModelOfFields,
): readonly DescribedField[] {
  const kind = thing.toLowerCase().replaceAll('_', '-');
  return Object.entries(columns)
    .filter(([, { options }]) => options.hidden !== true && options.secret !== true)
    .map(([name, column]) => {
      const { nullable, server, readOnly } = column.options;
      const bounds = model?.properties[name] as Bounds | undefined;
      const isNeverWritten = server === true || column.computed !== undefined;
      return {
        name,
        label: `${kind}.${name}`,
        kind: column.kind,
        choices: column.choices ?? null,
        nullable: nullable === true,
        writable: isNeverWritten ? 'NEVER' : readOnly === undefined ? 'ALWAYS' : 'ONCE',
        sortable: sort.properties.includes(name),
        filters: Object.keys(filters).filter((filter) => fieldsOf(filters[filter]!).includes(name)),
        bound: bounds?.maxLength ?? bounds?.maxItems ?? bounds?.maximum ?? null,
      };
    });
}

function fieldsOf(filter: Filters[string]): readonly string[] {
  return 'where' in filter ? [] : Object.values<string | readonly string[]>(filter).flat();
}
