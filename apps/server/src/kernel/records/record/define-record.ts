// Declares records: from one description follow their rows, statements, queries, bodies and answers.
import type { Pageable } from '@keelson/contract';
import type { Queryable, Transaction } from '../../database/database.types.ts';
import type { ArgumentProblem } from '../../request/errors.ts';
import type {
  Columns,
  FieldOf,
  Filters,
  RecordChange,
  RecordDefinition,
  RecordShape,
  RecordSort,
  Refusal,
  ShapeOf,
  TenantScope,
  Uniques,
} from './record.types.ts';
import { createRecordBodies } from './record-body.ts';
import { type DescribedField, describeFields, type ModelOfFields } from './record-description.ts';
import { layOutRecord } from './record-layout.ts';
import { createLookUps, createPages } from './record-reads.ts';
import { createRecordWrites } from './record-writes.ts';

/** Everything that follows from the declaration of one kind of record. */
export interface DefinedRecord<S extends RecordShape> {
  /** Never set: it carries the types. */
  readonly shape?: S;
  readonly subject: keyof S['row'] & string;
  readonly sort: RecordSort<S['sort']>;
  /** The select list of a row, for statements of the store's own, `FROM <table> r` with its joins. */
  readonly select: string;

  /** Finds a record; null where it is deleted or outside the scope. */
  find(queryable: Queryable, scope: TenantScope, key: S['key']): Promise<S['row'] | null>;
  /** Finds a record, or fails with 404. */
  get(queryable: Queryable, scope: TenantScope, key: S['key']): Promise<S['row']>;
  /**
   * Locks the record until the end of the transaction; 409 VERSION_CONFLICT where a version is given and the record has
   * another.
   */
  lock(tx: Transaction, scope: TenantScope, key: S['key'], version?: number): Promise<S['row']>;
  /** Locks several, in the order asked for: first 404 with all that are missing, then 409 with all that are stale. */
  lockAll(
    tx: Transaction,
    scope: TenantScope,
    wanted: readonly { readonly uuid: string; readonly version: number }[],
  ): Promise<readonly S['row'][]>;
  /** The total is exact; past the end the rows are empty. */
  page(
    queryable: Queryable,
    scope: TenantScope,
    query: S['query'],
    pageable: Pageable<S['sort']>,
  ): Promise<{ readonly rows: readonly S['row'][]; readonly total: number }>;
  /** Answers all rows in the order of the page; 422 RESULT_TOO_LARGE where there are more than a list may have. */
  list(
    queryable: Queryable,
    scope: TenantScope,
    query: S['query'],
    pageable: Pageable<S['sort']>,
  ): Promise<readonly S['row'][]>;

  /** Inserts; fails with the declared error where a unique value is taken. */
  insert(tx: Transaction, record: S['newRecord'], change: RecordChange): Promise<S['row']>;
  /** Writes the changes alone; 409 VERSION_CONFLICT unless the record still has the version of the row. */
  update(tx: Transaction, row: S['row'], changes: S['changes'], change: RecordChange): Promise<S['row']>;
  /**
   * Marks the row as deleted, with the changes, or deletes it where the table has no column `deleted`. Values that are
   * unique among living records are free then.
   */
  remove(tx: Transaction, row: S['row'], change: RecordChange, changes?: S['changes']): Promise<S['row']>;

  /** Answers every plain field of a new record, the standards filled in; 400 with all that is missing, and the problems given. */
  fieldsOf(body: S['newBody'], problems?: readonly ArgumentProblem[]): S['bodyValues'];
  /**
   * Answers what a body changes: a missing field leaves the value, null clears it; 400 with all that does not fit, and the
   * problems given.
   */
  changesOf(body: S['changeBody'], row: S['row'], problems?: readonly ArgumentProblem[]): S['changes'];
  /** Answers the record as the interface shows it. */
  toModel(row: S['row']): S['model'];
  /** Detail of an event: the fields of a new or a removed record, or those that differ; secrets are masked. */
  detail(before: S['row'] | null, after: S['row'] | null): object;
  /** Describes the fields as data; a model of the contract adds the bounds of values. */
  describe(model?: ModelOfFields): readonly DescribedField[];
}

export type RowOf<R> = R extends DefinedRecord<infer S> ? S['row'] : never;

/** Defines a record; throws where the declaration names a field that does not exist. */
export function defineRecord<
  const C extends Columns,
  const D extends Filters<FieldOf<C>>,
  const P extends FieldOf<C>,
  const Q extends Uniques<FieldOf<C>>,
  const S extends Refusal | undefined = undefined,
>(definition: RecordDefinition<C, D, P, Q, S>): DefinedRecord<ShapeOf<C, D, P, Q, S extends Refusal ? null : never>> {
  const { columns, thing, filters, sort, unique, shared, subject, audited = [] } = definition;
  const layout = layOutRecord(definition);
  const options = { thing, filters, sortable: sort.properties, shared, subject };
  const bodies = createRecordBodies(columns, audited, layout.isStored('tenantIdentifier'));
  for (const field of [subject, ...audited]) layout.columnOf(field);
  const record = {
    subject,
    sort,
    select: layout.select,
    ...createLookUps(layout, options),
    ...createPages(layout, options),
    ...createRecordWrites(layout, { columns, thing, unique }),
    ...bodies,
    describe: (model?: ModelOfFields) => describeFields(definition, model),
  };
  // The types follow from the declaration alone; the code at run time knows fields by their names.
  return record as unknown as DefinedRecord<ShapeOf<C, D, P, Q, S extends Refusal ? null : never>>;
}
