// Walks the tree of a statement and refuses everything that is not on one of the lists.
import {
  allowedFunctions,
  allowedOperators,
  allowedTypes,
  functionColumns,
  grammarOperators,
  neverAllowed,
} from './allowed-functions.ts';
import { allowedNodes, isPlace, partNames } from './allowed-nodes.ts';
import type { SqlProblemCode } from './sql.types.ts';

/** A node as the parser writes it: `{ Kind: { field: ... } }`, or the inner part. */
export type Tree = Readonly<Record<string, unknown>>;

export interface TreeProblem {
  readonly code: SqlProblemCode;
  readonly message: string;
  /** Place in bytes of the parsed text; null where the tree has none. */
  readonly location: number | null;
}

export interface CheckedTree {
  readonly problems: readonly TreeProblem[];
  /** Placeholders that the tree holds. */
  readonly placeholders: ReadonlySet<number>;
  /** See `SqlTemplate`. */
  readonly attributeNames: readonly string[];
}

/** Problems that are reported at most. */
const PROBLEMS_MAX = 20;
/** Numbers of arguments of the functions behind AT TIME ZONE and OVERLAPS. */
const SPELT_OUT: Readonly<Record<string, number>> = { timezone: 2, overlaps: 4 };
/** Allowed keyword functions, without those that name the role by which an adapter signs in. */
const VALUE_FUNCTION = /^SVFOP_(?:CURRENT_DATE|(?:CURRENT_|LOCAL)TIME(?:STAMP)?(?:_N)?)$/;
/** Schemas in which PostgreSQL keeps its own data: pg_authid, pg_shadow, pg_stat_activity, pg_stats and the rest. */
const SYSTEM_SCHEMA = /^(?:pg_.*|information_schema)$/;
const SYSTEM_RELATION = /^pg_/;

export function checkTree(statement: Tree, allowedFunctionList: readonly string[]): CheckedTree {
  const walk = new Walk(new Set(allowedFunctionList));
  walk.node(statement);
  return walk.finish();
}

class Walk {
  readonly #listed: ReadonlySet<string>;
  readonly #problems: TreeProblem[] = [];
  readonly #placeholders = new Set<number>();
  readonly #relationsOfFunctions = new Map<string, Set<string>>();
  readonly #qualified: { readonly relation: string; readonly name: string; readonly location: number | null }[] = [];
  #location: number | null = null;

  constructor(listed: ReadonlySet<string>) {
    this.#listed = listed;
  }

  /** Checks `{ Kind: {...} }`, a list of such, or an empty object, which stands for nothing. */
  node(wrapped: unknown): void {
    if (Array.isArray(wrapped)) {
      for (const one of wrapped) this.node(one);
      return;
    }
    for (const [kind, content] of Object.entries(wrapped as Tree)) this.#content(kind, content as Tree);
  }

  finish(): CheckedTree {
    for (const { relation, name, location } of this.#qualified) this.#checkFunctionColumn(relation, name, location);
    const attributeNames = [...new Set(this.#qualified.map(({ name }) => name))];
    return { problems: this.#problems, placeholders: this.#placeholders, attributeNames };
  }

  #refuse(code: SqlProblemCode, message: string, location: number | null = this.#location): void {
    if (this.#problems.length < PROBLEMS_MAX) this.#problems.push({ code, message, location });
  }

  #content(kind: string, content: Tree): void {
    const fields = allowedNodes[kind];
    if (typeof content.location === 'number' && content.location >= 0) this.#location = content.location;
    if (fields === undefined) {
      if (kind.endsWith('Stmt')) this.#refuse('REPORT_QUERY_NOT_SELECT', 'Must be one SELECT, and write nothing.');
      else this.#refusePart(partNames[kind] ?? kind);
      return;
    }
    this.#checkKind(kind, content);
    for (const [field, value] of Object.entries(content)) {
      if (!isPlace(field)) this.#field(kind, field, value);
    }
  }

  #refusePart(part: string): void {
    this.#refuse('REPORT_QUERY_PART_NOT_ALLOWED', `Must not hold ${part}.`);
  }

  #field(kind: string, field: string, value: unknown): void {
    const allowed = allowedNodes[kind]![field];
    if (field === 'intoClause') this.#refuse('REPORT_QUERY_NOT_SELECT', 'Must not write its rows INTO a table.', null);
    else if (field === 'lockingClause') {
      this.#refuse('REPORT_QUERY_NOT_SELECT', 'Must not lock rows by FOR UPDATE or FOR SHARE.', null);
    } else if (allowed === undefined) this.#refusePart(partNames[field] ?? `${kind}.${field}`);
    else if (allowed === 'node') this.node(value);
    else if (allowed.startsWith('one:')) this.#content(allowed.slice('one:'.length), value as Tree);
    else if (allowed === 'value' && typeof value === 'object') this.#refusePart(`${kind}.${field}`);
  }

  #checkKind(kind: string, content: Tree): void {
    if (kind === 'FuncCall') this.#checkFunction(content);
    else if (kind === 'TypeName') this.#checkType(content);
    else if (kind === 'RangeVar') this.#checkRelation(content);
    else if (kind === 'A_Expr') this.#checkOperator(content.name);
    else if (kind === 'SubLink' && content.operName !== undefined) this.#checkOperator(content.operName);
    else if (kind === 'SortBy' && content.useOp !== undefined) this.#checkOperator(content.useOp);
    else if (kind === 'SQLValueFunction') this.#checkValueFunction(content);
    else if (kind === 'ColumnRef') this.#noteColumn(content);
    else if (kind === 'A_Indirection') this.#checkIndirection(content);
    else if (kind === 'RangeFunction') this.#noteFunction(content);
    else if (kind === 'ParamRef') this.#placeholders.add(content.number as number);
  }

  #checkFunction(content: Tree): void {
    const names = textsOf(content.funcname);
    const name = names.at(-1)!;
    const full = names.join('.');
    const isListed = this.#listed.has(full);
    const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
    if (!neverAllowed.has(name) && (isListed || (isOwn && allowedFunctions.has(name)))) {
      // Without a schema a function of another one could be chosen by the types of its arguments.
      if (!isListed && names.length === 1) (content.funcname as Tree[]).unshift({ String: { sval: 'pg_catalog' } });
      // The deparser writes these two in the grammar's special form, however they were called.
      const spelt = SPELT_OUT[name];
      if (!isListed && spelt !== undefined && spelt === (content.args as unknown[] | undefined)?.length) {
        (content as Record<string, unknown>).funcformat = 'COERCE_SQL_SYNTAX';
      }
      return;
    }
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', `The function ${full} is not allowed.`);
  }

  #checkType(content: Tree): void {
    const names = textsOf(content.names);
    const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
    if ((isOwn && allowedTypes.has(names.at(-1)!)) || this.#listed.has(names.join('.'))) return;
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', `A cast to the type ${names.join('.')} is not allowed.`);
  }

  #checkRelation({ schemaname, relname, relpersistence }: Tree): void {
    const isSystem =
      typeof schemaname === 'string' ? SYSTEM_SCHEMA.test(schemaname) : SYSTEM_RELATION.test(String(relname));
    if (!isSystem && relpersistence === 'p') return;
    this.#refuse('REPORT_QUERY_RELATION_NOT_ALLOWED', `The system relation ${String(relname)} is not allowed.`);
  }

  #checkOperator(name: unknown): void {
    const names = textsOf(name);
    const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
    const operator = names.at(-1)!;
    if (isOwn && (allowedOperators.has(operator) || grammarOperators.has(operator))) return;
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', `The operator ${names.join('.')} is not allowed.`);
  }

  #checkValueFunction({ op }: Tree): void {
    if (VALUE_FUNCTION.test(String(op))) return;
    const name = String(op).replace('SVFOP_', '').toLowerCase();
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', `The function ${name} is not allowed.`);
  }

  #noteColumn({ fields }: Tree): void {
    const names = textsOf(fields);
    if (names.length < 2 || names.length !== (fields as unknown[]).length) return;
    this.#qualified.push({ relation: names.at(-2)!, name: names.at(-1)!, location: this.#location });
  }

  /** Checks `(value).name`, which calls the function `name` where the value has no such field. */
  #checkIndirection({ indirection }: Tree): void {
    const name = textsOf(indirection)[0];
    if (name === undefined) return;
    const message = `Must not take .${name} of an expression: it could call a function. Name the column of a relation.`;
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', message);
  }

  /** Notes a function in FROM with plain values, which are values themselves: `f.pg_sleep` would call pg_sleep(f). */
  #noteFunction({ alias, functions, coldeflist }: Tree): void {
    const { aliasname, colnames } = (alias ?? {}) as { readonly aliasname?: string; readonly colnames?: unknown };
    const call = firstCall(functions);
    const relation = aliasname ?? call;
    if (relation === null) {
      this.#refusePart('a function in FROM without a name: write AS name behind it');
      return;
    }
    const columns = this.#relationsOfFunctions.get(relation) ?? new Set(functionColumns);
    for (const name of textsOf(colnames ?? [])) columns.add(name);
    for (const { ColumnDef } of (coldeflist ?? []) as { readonly ColumnDef: { readonly colname: string } }[]) {
      columns.add(ColumnDef.colname);
    }
    if (colnames === undefined) columns.add(relation);
    this.#relationsOfFunctions.set(relation, columns);
  }

  #checkFunctionColumn(relation: string, name: string, location: number | null): void {
    const columns = this.#relationsOfFunctions.get(relation);
    if (columns === undefined || columns.has(name)) return;
    const message = `Must not take ${relation}.${name}: it could call a function. Name the columns, as AS ${relation}(${name}).`;
    this.#refuse('REPORT_QUERY_FUNCTION_NOT_ALLOWED', message, location);
  }
}

/** Answers the words of a list of strings; other members are left out. */
function textsOf(list: unknown): string[] {
  const words: string[] = [];
  for (const one of list as { readonly String?: { readonly sval?: string } }[]) {
    if (one.String !== undefined) words.push(one.String.sval ?? '');
  }
  return words;
}

/** Answers the name of the first function of FROM, which names its rows without an alias. */
function firstCall(functions: unknown): string | null {
  const first = (functions as { readonly List?: { readonly items?: Tree[] } }[])[0]?.List?.items?.[0];
  const call = first?.FuncCall as Tree | undefined;
  return call === undefined ? null : (textsOf(call.funcname).at(-1) ?? null);
}
