// Says how a module's code declares data sets: relations over its own tables that reports may read, within one tenant.

/** Names the type that each column of a data set has in the database, as `format_type` writes it. */
export const DATA_SET_SQL_TYPES = Object.freeze({
  STRING: 'text',
  INTEGER: 'integer',
  LONG: 'bigint',
  DECIMAL: 'numeric',
  DOUBLE: 'double precision',
  BOOLEAN: 'boolean',
  DATE: 'date',
  DATE_TIME: 'timestamp with time zone',
  UUID: 'uuid',
});

export type DataSetColumnType = keyof typeof DATA_SET_SQL_TYPES;

/** Holds a text in both languages that are shipped. */
export interface DataSetLabel {
  readonly en: string;
  readonly tr: string;
}

export interface DataSetColumn {
  /** Name of the column in `relation`, in camel case. */
  readonly name: string;
  readonly type: DataSetColumnType;
  readonly labelMap: DataSetLabel;
  /** A report may compare it with a value. */
  readonly filterable: boolean;
  /** Whether reports may order by the field. */
  readonly sortable: boolean;
  /** Whether reports may have one row for each value of the field. */
  readonly groupable: boolean;
}

export interface DataSetDefinition {
  /** Code of the data set, `[a-z][a-z0-9-]{0,63}`; no two modules share one. */
  readonly code: string;
  readonly labelMap: DataSetLabel;
  /** Authority that a reader must hold, checked at each run. */
  readonly authority: string;
  readonly columnList: readonly DataSetColumn[];
  /** Names the column that each report has to filter by, because the table behind it is large. */
  readonly requiredFilter?: string;
  /** Names the kind of event that each run writes, with the filters it had. */
  readonly eventName?: string;
  /**
   * One SELECT over tables of the module whose columns are those of `columnList`, in their order. It holds `:tenant`
   * wherever it compares the tenant, and no column with a secret, a token or a content. Where `requiredFilter` is a
   * time that no index has, `:since` and `:until` stand for what it is bounded by, for a column beside it that an index
   * has. There is no other placeholder.
   */
  readonly relation: string;
}

type Permissions = Pick<DataSetColumn, 'filterable' | 'sortable' | 'groupable'>;

/** A column as it is declared: a permission that is left out is granted. */
type Column = Omit<DataSetColumn, keyof Permissions> & Partial<Permissions>;

type Declaration = Omit<DataSetDefinition, 'columnList'> & { readonly columnList: readonly Column[] };

const setCode = /^[a-z][a-z0-9-]{0,63}$/;
const columnName = /^[a-z][A-Za-z0-9]{0,62}$/;
/** Matches `:name`, but not the cast `::text`. */
const placeholders = /(?<!:):[a-z_]\w*/gi;
const tenantMark = /(?<!:):tenant\b/g;
const boundMark = /(?<!:):(since|until)\b/g;

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}

function checkRelation(code: string, relation: string, isBound: boolean): void {
  const marks = new Set(relation.match(placeholders));
  if (!marks.has(':tenant')) throw new Error(`the data set ${code} is not limited to a tenant`);
  const known = [':tenant', ...(isBound ? [':since', ':until'] : [])];
  if ([...marks].some((mark) => !known.includes(mark)))
    throw new Error(`the data set ${code} has another placeholder than :tenant`);
  if (relation.includes(';')) throw new Error(`the data set ${code} is more than one statement`);
}

function defined({ columnList, ...declared }: Declaration): DataSetDefinition {
  const { code, requiredFilter, relation } = declared;
  if (!setCode.test(code)) throw new Error(`${code} is no code of a data set`);
  const columns = columnList.map((column) => ({ filterable: true, sortable: true, groupable: true, ...column }));
  const bad = columns.find(({ name }) => !columnName.test(name));
  if (bad !== undefined) throw new Error(`${bad.name} of ${code} is no name of a column`);
  const twice = firstTwice(columns.map(({ name }) => name));
  if (twice !== undefined) throw new Error(`the data set ${code} has the column ${twice} twice`);
  if (requiredFilter !== undefined && !columns.some(({ name, filterable }) => name === requiredFilter && filterable))
    throw new Error(`the data set ${code} cannot be filtered by ${requiredFilter}`);
  const isBound = columns.some(({ name, type }) => name === requiredFilter && type === 'DATE_TIME');
  checkRelation(code, relation, isBound);
  return Object.freeze({ ...declared, columnList: columns });
}

/**
 * The data sets of one module, checked: throws where a relation is not limited to a tenant, or a name is wrong or given twice. They
 * are read by the module of reports, which is handed those of all modules when modules are connected.
 */
export function defineDataSets(declared: readonly Declaration[]): readonly DataSetDefinition[] {
  const twice = firstTwice(declared.map(({ code }) => code));
  if (twice !== undefined) throw new Error(`the data set ${twice} is declared twice`);
  return Object.freeze(declared.map(defined));
}

/** Bounds what `requiredFilter` may be, both ends included: SQL of type timestamptz, and no values. */
export interface DataSetBounds {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Makes the SELECT of one tenant's rows; `tenant` is SQL of type text, a parameter or what stands for one, and no value. */
export function relationSql(
  { relation }: Pick<DataSetDefinition, 'relation'>,
  tenant: string,
  { since = "'-infinity'::timestamptz", until = "'infinity'::timestamptz" }: DataSetBounds = {},
): string {
  return relation
    .replace(boundMark, (_, bound) => (bound === 'since' ? since : until))
    .replace(tenantMark, () => tenant);
}
