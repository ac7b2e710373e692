// Describes the columns of records as plain values; the type of what a column holds travels with it.

/** Says what a column holds: how its values travel, and what a table or a form of the console shows. */
export type ColumnKind =
  | 'TEXT'
  | 'UUID'
  | 'CHOICE'
  | 'INTEGER'
  | 'LONG'
  | 'DOUBLE'
  | 'FLAG'
  | 'DATE_TIME'
  | 'DAY'
  | 'TEXT_LIST'
  | 'JSON'
  | 'BYTES';

export interface ColumnOptions<T = unknown> {
  /** Is the column's name where it is not the field's in snake case. */
  readonly column?: string;
  /** Allows null, which a body clears the field with. Without it and without a standard a new record has to have the field. */
  readonly nullable?: true;
  /** Takes the place of what a new record leaves out, and of null in a change where the column holds none. */
  readonly standard?: T;
  /** Is the same with the value of another field as the standard. */
  readonly standardOf?: string;
  /** Says why the body of a change may not alter the field; sent back as it was answered it is no problem. */
  readonly readOnly?: string;
  /** Keeps the field out of every body: only the program writes it. */
  readonly server?: true;
  /** Keeps the field out of answers. */
  readonly hidden?: true;
  /** Keeps the field out of answers, and its value out of events. */
  readonly secret?: true;
  /** Is the SQL that rows are sorted by where that is not the column. */
  readonly order?: string;
}

/** Is what `defineRecord` reads of a column. */
export interface AnyColumn {
  readonly kind: ColumnKind;
  readonly options: ColumnOptions;
  readonly choices?: readonly string[];
  /** Is the SQL of a column that is read alone. */
  readonly computed?: string;
}

/** Answers what stands for a value that is not there; undefined where nothing does. */
export function standardOf({ options }: AnyColumn, others: Readonly<Record<string, unknown>>): unknown {
  return options.standardOf === undefined ? options.standard : others[options.standardOf];
}

export interface Column<T, O extends ColumnOptions> extends AnyColumn {
  readonly options: O;
  /** Is never there: it carries the type of the value. */
  readonly value?: O extends { readonly nullable: true } ? T | null : T;
}

/** Names a type where no value does: `column.json(typed<readonly Grant[]>())`. */
export interface Typed<T> {
  readonly type?: T;
}

export function typed<T>(): Typed<T> {
  return {};
}

// biome-ignore lint/complexity/noBannedTypes: no options at all are the empty object.
type NoOptions = {};

function columnOf<T>(kind: ColumnKind) {
  return <const O extends ColumnOptions<T> = NoOptions>(options: O = {} as O): Column<T, O> => ({ kind, options });
}

/** Makes columns, each by what it holds and its options. */
export const column = {
  text: columnOf<string>('TEXT'),
  uuid: columnOf<string>('UUID'),
  integer: columnOf<number>('INTEGER'),
  /** Holds whole numbers up to 2^53-1. */
  long: columnOf<number>('LONG'),
  double: columnOf<number>('DOUBLE'),
  flag: columnOf<boolean>('FLAG'),
  /** Is a `Date` in rows, ISO 8601 in bodies and answers. */
  dateTime: columnOf<Date>('DATE_TIME'),
  /** Is `yyyy-MM-dd` everywhere. */
  day: columnOf<string>('DAY'),
  textList: columnOf<readonly string[]>('TEXT_LIST'),
  /** Holds bytes, as the hash of a content. */
  bytes: columnOf<Buffer>('BYTES'),
  choice<const V extends readonly string[], const O extends ColumnOptions<V[number]> = NoOptions>(
    choices: V,
    options: O = {} as O,
  ): Column<V[number], O> {
    return { kind: 'CHOICE', choices, options };
  },
  json<T, const O extends ColumnOptions<T> = NoOptions>(_type: Typed<T>, options: O = {} as O): Column<T, O> {
    return { kind: 'JSON', options };
  },
  /** Is read by the expression, in which `r` is the record's table, and written by nobody. */
  computed<T, O extends ColumnOptions>(
    of: Column<T, O>,
    expression: string,
  ): Column<T, O> & { readonly computed: string } {
    return { ...of, computed: `(${expression})` };
  },
} as const;
