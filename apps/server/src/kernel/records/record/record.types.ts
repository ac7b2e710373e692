// Derives the types of a record from its columns: its row, what bodies say of it, what is written and what is answered.
import type { ErrorCode } from '@keelson/contract';
import type { AnyColumn, Typed } from './column.ts';

/** Holds the fields that every record has, as stored. */
export interface RecordFields {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly deletedDate: Date | null;
  readonly deleted: boolean;
}

/** Says by whom and when a record is written. */
export interface RecordChange {
  readonly by: string;
  readonly now: Date;
}

/** Bound of every look-up; null stands for every tenant. A caller is the scope of the own tenant. */
export interface TenantScope {
  readonly tenantIdentifier: string | null;
  /** Lets deleted records in. */
  readonly deleted?: boolean;
}

export type Columns = Readonly<Record<string, AnyColumn>>;

type Value<C> = C extends { readonly value?: infer T } ? T : never;
type Where<C extends Columns, P> = { [K in keyof C]: C[K] extends P ? K : never }[keyof C] & string;
type Computed<C extends Columns> = Where<C, { readonly computed: string }>;
type OfServer<C extends Columns> = Where<C, { readonly options: { readonly server: true } }>;
type ReadOnly<C extends Columns> = Where<C, { readonly options: { readonly readOnly: string } }>;
type Unseen<C extends Columns> =
  | Where<C, { readonly options: { readonly hidden: true } }>
  | Where<C, { readonly options: { readonly secret: true } }>;
type WithStandard<C extends Columns> =
  | Where<C, { readonly options: { readonly standard: unknown } }>
  | Where<C, { readonly options: { readonly standardOf: string } }>;
type MayBeLeftOut<C extends Columns> = Where<C, { readonly options: { readonly nullable: true } }> | WithStandard<C>;

type Written<C extends Columns> = Exclude<keyof C & string, Computed<C>>;
/** Fields that the body of a new record may have. */
export type BodyField<C extends Columns> = Exclude<Written<C>, OfServer<C>>;

type ValuesOf<C extends Columns, K extends string> = { readonly [F in K]: Value<C[F]> };
/** Type of a value in bodies and answers: dates are text there. */
type Outside<T> = T extends Date ? string : T;

export type Row<C extends Columns, N extends null = never> = RecordFields & {
  readonly tenantIdentifier: string | N;
} & ValuesOf<C, keyof C & string>;

/** Plain fields of an answer. */
export type RowModel<C extends Columns, N extends null = never> = {
  readonly [F in keyof RecordFields]: Outside<RecordFields[F]>;
} & { readonly tenantIdentifier: string | N } & {
  readonly [F in Exclude<keyof C & string, Unseen<C>>]: Outside<Value<C[F]>>;
};

/** Fields that the body of a new record has to hold at least. */
export type NewBody<C extends Columns> = {
  readonly [F in Exclude<BodyField<C>, MayBeLeftOut<C>>]: Outside<Value<C[F]>>;
} & { readonly [F in BodyField<C> & MayBeLeftOut<C>]?: Outside<Value<C[F]>> | null | undefined };

/** Fields that the body of a change may hold: a missing field leaves the value, null clears it. */
export type ChangeBody<C extends Columns> = {
  readonly [F in Exclude<BodyField<C>, ReadOnly<C>>]?: Outside<Value<C[F]>> | null | undefined;
};

/** Values read from the body of a new record, with the standards filled in. */
export type BodyValues<C extends Columns> = ValuesOf<C, BodyField<C>>;

export type NewRecord<C extends Columns, N extends null = never> = {
  readonly uuid: string;
  readonly tenantIdentifier: string | N;
} & ValuesOf<C, Exclude<Written<C>, MayBeLeftOut<C>>> &
  Partial<ValuesOf<C, Written<C> & MayBeLeftOut<C>>>;

export type Changes<C extends Columns> = Partial<ValuesOf<C, Written<C>>>;

/** A declared filter; the value that a query gives has the type of the field. */
export type FilterDefinition<F extends string = string> =
  | { readonly equals: F }
  | { readonly anyOf: F }
  /** Finds the text in one of the fields, its wildcards literal. */
  | { readonly contains: readonly F[] }
  /** Finds a list that has the text, or all of several. */
  | { readonly holds: F }
  | { readonly from: F }
  | { readonly before: F }
  /** Is SQL of the store's own, in which `$?` is the value. */
  | { readonly where: string; readonly of: Typed<unknown> };

type DateOutside<T> = T extends Date ? Date | string : T;
type FilterValue<D, R> = D extends { readonly equals: infer F extends keyof R }
  ? DateOutside<NonNullable<R[F]>>
  : D extends { readonly anyOf: infer F extends keyof R }
    ? readonly NonNullable<R[F]>[]
    : D extends { readonly contains: unknown }
      ? string
      : D extends { readonly holds: unknown }
        ? string | readonly string[]
        : D extends { readonly where: string; readonly of: Typed<infer T> }
          ? T
          : Date | string;

export type Filters<F extends string = string> = Readonly<Record<string, FilterDefinition<F>>>;
/** Holds the values of filters; null and undefined filter nothing. */
export type RecordQuery<D extends Filters, R> = { readonly [K in keyof D]?: FilterValue<D[K], R> | null | undefined };

/** Names one record by a field that no two living ones share. */
export type RecordKey<R, U extends string> =
  | { readonly uuid: string }
  | { readonly id: number }
  | { readonly [K in U & keyof R]: { readonly [F in K]: R[K] } }[U & keyof R];

/** Beginning of the error codes of a kind of record: `ROLE` where there is a `ROLE_NOT_FOUND`. */
export type Thing = ErrorCode extends infer C ? (C extends `${infer T}_NOT_FOUND` ? T : never) : never;
export type Refusal = Exclude<ErrorCode, `${string}_NOT_FOUND`>;

export interface RecordSort<P extends string = string> {
  readonly properties: readonly P[];
  readonly standard: { readonly properties: readonly NoInfer<P>[]; readonly direction: 'ASC' | 'DESC' };
}

export type FieldOf<C extends Columns> = (keyof C & string) | keyof RecordFields;

/**
 * Maps fields to the error of a value that is taken, under the index `<table>_<column>`: no two living records of a tenant share it, so
 * that it is a key. One that is unique in another way (beside another column, or folded) names its index and is no key.
 */
export type Uniques<F extends string = string> = {
  readonly [K in F]?: Refusal | readonly [code: Refusal, index: string];
};
type KeyField<Q> = { [K in keyof Q]: Q[K] extends Refusal ? K : never }[keyof Q] & string;

/** Declares a record: everything that follows from it is derived once, when its store is loaded. */
export interface RecordDefinition<
  C extends Columns,
  D extends Filters<FieldOf<C>>,
  P extends FieldOf<C>,
  Q extends Uniques<FieldOf<C>>,
  S extends Refusal | undefined,
> {
  /** Has the record fields as columns, and `tenant_identifier`, but for those of `instead`. */
  readonly table: string;
  readonly thing: Thing;
  readonly columns: C;
  /** Keeps these fields folded in a column `<column>_folded`, where they are searched and sorted. */
  readonly folded?: { readonly [F in (keyof C & string) | 'createdBy']?: (text: string) => string };
  /**
   * Gives the SQL of fields of every record that the table has no column for; `r` is the record's table. They are written nowhere,
   * and a tenant that stands in another field is not answered once more.
   */
  readonly instead?: { readonly [F in keyof RecordFields | 'tenantIdentifier']?: string };
  /** Joins what computed columns read. */
  readonly joins?: string;
  readonly filters: D;
  readonly sort: RecordSort<P>;
  readonly unique: Q;
  /** Lets every tenant see the records without a tenant, which cannot be changed; this is the error of an attempt. */
  readonly shared?: S;
  /** Names fields whose change events record beside those that bodies write. */
  readonly audited?: readonly FieldOf<C>[];
  /** Names the field that stands as the subject of events. */
  readonly subject: FieldOf<C>;
}

/** Holds the types that follow from a declaration. */
export interface RecordShape {
  readonly row: RecordFields & { readonly tenantIdentifier: string | null };
  readonly newRecord: object;
  readonly changes: object;
  readonly newBody: object;
  readonly changeBody: object;
  readonly bodyValues: object;
  readonly bodyField: string;
  readonly query: object;
  readonly key: object;
  readonly model: object;
  readonly sort: string;
}

export interface ShapeOf<C extends Columns, D extends Filters, P extends string, Q extends Uniques, N extends null>
  extends RecordShape {
  readonly row: Row<C, N>;
  readonly newRecord: NewRecord<C, N>;
  readonly changes: Changes<C>;
  readonly newBody: NewBody<C>;
  readonly changeBody: ChangeBody<C>;
  readonly bodyValues: BodyValues<C>;
  readonly bodyField: BodyField<C>;
  readonly query: RecordQuery<D, Row<C, N>>;
  readonly key: RecordKey<Row<C, N>, KeyField<Q>>;
  readonly model: RowModel<C, N>;
  readonly sort: P;
}

export type Values = Readonly<Record<string, unknown>>;
/** A row whose own fields only its declaration knows. */
export type AnyRow = RecordFields & { readonly tenantIdentifier: string | null } & Values;
