// Declares every accepted tree of a statement: each kind of node with its fields.

/** `value` is a number, word or flag; `node` one or many nodes with their kind; `constant` the content of a literal. */
type Field = 'value' | 'node' | 'constant' | `one:${string}`;

const expression: Field = 'node';

/** Accepted nodes; anything else is refused, also a new kind of a later grammar. */
export const allowedNodes: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  SelectStmt: {
    distinctClause: 'node',
    targetList: 'node',
    fromClause: 'node',
    whereClause: expression,
    groupClause: 'node',
    groupDistinct: 'value',
    havingClause: expression,
    windowClause: 'node',
    valuesLists: 'node',
    sortClause: 'node',
    limitOffset: expression,
    limitCount: expression,
    limitOption: 'value',
    withClause: 'one:WithClause',
    op: 'value',
    all: 'value',
    larg: 'one:SelectStmt',
    rarg: 'one:SelectStmt',
  },
  WithClause: { ctes: 'node', recursive: 'value' },
  CommonTableExpr: { ctename: 'value', aliascolnames: 'node', ctematerialized: 'value', ctequery: 'node' },
  ResTarget: { name: 'value', val: expression },
  // Relations
  RangeVar: { schemaname: 'value', relname: 'value', inh: 'value', relpersistence: 'value', alias: 'one:Alias' },
  RangeSubselect: { lateral: 'value', subquery: 'node', alias: 'one:Alias' },
  RangeFunction: {
    lateral: 'value',
    ordinality: 'value',
    is_rowsfrom: 'value',
    functions: 'node',
    alias: 'one:Alias',
    coldeflist: 'node',
  },
  ColumnDef: { colname: 'value', typeName: 'one:TypeName', is_local: 'value' },
  JoinExpr: {
    jointype: 'value',
    isNatural: 'value',
    larg: 'node',
    rarg: 'node',
    usingClause: 'node',
    join_using_alias: 'one:Alias',
    quals: expression,
    alias: 'one:Alias',
  },
  Alias: { aliasname: 'value', colnames: 'node' },
  // Expressions
  ColumnRef: { fields: 'node' },
  ParamRef: { number: 'value' },
  A_Const: {
    ival: 'constant',
    fval: 'constant',
    boolval: 'constant',
    sval: 'constant',
    bsval: 'constant',
    isnull: 'value',
  },
  A_Star: {},
  A_Expr: { kind: 'value', name: 'node', lexpr: expression, rexpr: expression },
  A_ArrayExpr: { elements: 'node' },
  A_Indirection: { arg: expression, indirection: 'node' },
  A_Indices: { is_slice: 'value', lidx: expression, uidx: expression },
  BoolExpr: { boolop: 'value', args: 'node' },
  NullTest: { arg: expression, nulltesttype: 'value', argisrow: 'value' },
  BooleanTest: { arg: expression, booltesttype: 'value' },
  CaseExpr: { arg: expression, args: 'node', defresult: expression },
  CaseWhen: { expr: expression, result: expression },
  CoalesceExpr: { args: 'node' },
  MinMaxExpr: { op: 'value', args: 'node' },
  RowExpr: { args: 'node', row_format: 'value' },
  SubLink: { subLinkType: 'value', testexpr: expression, operName: 'node', subselect: 'node' },
  CollateClause: { arg: expression, collname: 'node' },
  TypeCast: { arg: expression, typeName: 'one:TypeName' },
  TypeName: { names: 'node', typmods: 'node', typemod: 'value', arrayBounds: 'node' },
  SQLValueFunction: { op: 'value', typmod: 'value' },
  FuncCall: {
    funcname: 'node',
    args: 'node',
    agg_order: 'node',
    agg_filter: expression,
    over: 'one:WindowDef',
    agg_within_group: 'value',
    agg_star: 'value',
    agg_distinct: 'value',
    func_variadic: 'value',
    funcformat: 'value',
  },
  NamedArgExpr: { arg: expression, name: 'value', argnumber: 'value' },
  GroupingFunc: { args: 'node' },
  GroupingSet: { kind: 'value', content: 'node' },
  WindowDef: {
    name: 'value',
    refname: 'value',
    partitionClause: 'node',
    orderClause: 'node',
    frameOptions: 'value',
    startOffset: expression,
    endOffset: expression,
  },
  SortBy: { node: expression, sortby_dir: 'value', sortby_nulls: 'value', useOp: 'node' },
  // Parts of names and lists
  List: { items: 'node' },
  String: { sval: 'value' },
  Integer: { ival: 'value' },
};

/** Fields with the place of something in the text. */
const PLACE = /^(?:location|(?:rexpr_)?list_(?:start|end))$/;
export const isPlace = (field: string): boolean => PLACE.test(field);

/** Words for refused parts, for people. */
export const partNames: Readonly<Record<string, string>> = {
  RangeTableSample: 'TABLESAMPLE',
  RangeTableFunc: 'XMLTABLE',
  JsonTable: 'JSON_TABLE',
  XmlExpr: 'an XML expression',
  XmlSerialize: 'XMLSERIALIZE',
  catalogname: 'a name with a database in front',
  setof: 'SETOF',
  pct_type: '%TYPE',
  search_clause: 'SEARCH',
  cycle_clause: 'CYCLE',
};
