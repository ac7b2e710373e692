// Describes the columns of records as plain values; the type of what a column holds travels with it.

/** What a column holds: how its values travel, and what a table or form of the console shows. */
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
  /** The column's name where it is not the field's in snake case. */
  readonly column?: string;
  /** Allows null, which a body clears the field with. Without it and without a standard a new record has to have the field. */
  readonly nullable?: true;
  /** Value that a new record gets for a field that is left out, and a change for null where the column holds none. */
  readonly standard?: T;
  /** Name of another field whose value takes the place of `standard`. */
  readonly standardOf?: string;
  /** Reason why a change may not alter the field; sent back as it was answered it is no problem. */
  readonly readOnly?: string;
  /** Keeps the field out of every body: only the program writes it. */
  readonly server?: true;
  /** Keeps the field out of answers. */
  readonly hidden?: true;
  /** Keeps the field out of answers, and its value out of events. */
  readonly secret?: true;
  /** SQL that rows are sorted by, where it is not the column. */
  readonly order?: string;
}

/** The part of a column that `defineRecord` reads. */
export interface AnyColumn {
  readonly kind: ColumnKind;
  readonly options: ColumnOptions;
  readonly choices?: readonly string[];
  /** SQL of a column that is only read. */
  readonly computed?: string;
}

/** Answers the value in place of one that is left out; undefined where there is none. */
export function standardOf({ options }: AnyColumn, others: Readonly<Record<string, unknown>>): unknown {
  return options.standardOf === undefined ? options.standard : others[options.standardOf];
}

export interface Column<T, O extends ColumnOptions> extends AnyColumn {
  readonly options: O;
  /** Never set: it carries the type of the value. */
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

/** Makes columns, each by the kind of its values and its options. */
export const column = {
  text: columnOf<string>('TEXT'),
  uuid: columnOf<string>('UUID'),
  integer: columnOf<number>('INTEGER'),
  /** Holds whole numbers up to 2^53-1. */
  long: columnOf<number>('LONG'),
  double: columnOf<number>('DOUBLE'),
  flag: columnOf<boolean>('FLAG'),
  /** A `Date` in rows, ISO 8601 in bodies and answers. */
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
