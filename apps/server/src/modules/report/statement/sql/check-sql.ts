// Checks a statement and writes it anew from the checked tree; runs in a thread.
import { loadModule, type ParseResult, parseSync } from 'libpg-query';
import deparser from 'pgsql-deparser';
import { isPlace } from './allowed-nodes.ts';
import { checkTree, type Tree } from './check-tree.ts';
import { CHAIN_MAX, findTooDeep, NESTING_MAX } from './nesting.ts';
import { type NumberedStatement, numberPlaceholders } from './placeholders.ts';
import type { SqlCheck, SqlCheckRequest, SqlProblem, SqlTemplate } from './sql.types.ts';
import { offsetOfRefusal, problemAt, readTokens } from './sql-tokens.ts';

/** Bytes of a statement, the contract's bound. */
export const STATEMENT_BYTES_MAX = 65_536;

/** Loads the parser; must have ended before `checkSql` is called. */
export const loadParser = loadModule;

export function checkSql(request: SqlCheckRequest): SqlCheck {
  const { statement } = request;
  const source = Buffer.from(statement, 'utf8');
  const unreadable = findUnreadable(statement, source);
  if (unreadable !== null) return refused(unreadable);
  const tokens = readTokens(source);
  if (tokens === null) return refused(findSyntaxProblem(statement, source, (offset) => offset));
  const deep = findTooDeep(tokens);
  if (deep !== null) {
    const message = `Must not nest deeper than ${NESTING_MAX} levels, nor chain more than ${CHAIN_MAX} operators.`;
    return refused(problemAt('REPORT_QUERY_TOO_COMPLEX', message, source, deep.start));
  }
  const numbered = numberPlaceholders(source, tokens, request.parameterNames);
  return checkNumbered(request, source, numbered);
}

function checkNumbered(request: SqlCheckRequest, source: Buffer, numbered: NumberedStatement): SqlCheck {
  const parsed = parse(numbered.text);
  if (!('tree' in parsed)) {
    const problem = findSyntaxProblem(numbered.text, source, (offset) => numbered.locate(offset));
    return refused(...numbered.problemList, problem);
  }
  const statements = parsed.tree.stmts ?? [];
  const select = (statements[0]?.stmt as Tree | undefined)?.SelectStmt;
  const problems: SqlProblem[] = [...numbered.problemList];
  if (statements.length > 1) {
    const place = numbered.locate(statements[1]!.stmt_location ?? 0);
    problems.push(problemAt('REPORT_QUERY_MULTIPLE_STATEMENTS', 'Must be one statement.', source, place));
  } else if (select === undefined) {
    problems.push({ code: 'REPORT_QUERY_NOT_SELECT', message: 'Must be a SELECT.' });
  }
  if (select === undefined) return refused(...problems);
  const tree = statements[0]!.stmt as Tree;
  const { problems: treeProblems, placeholders, attributeNames } = checkTree(tree, request.allowedFunctionList);
  for (const { code, message, location } of treeProblems) {
    problems.push(problemAt(code, message, source, location === null ? null : numbered.locate(location)));
  }
  if (problems.length > 0) return refused(...problems);
  const text = deparse(tree);
  if (text === null) {
    const message = 'Holds something that cannot be written back unchanged; write it in another way.';
    return refused({ code: 'REPORT_QUERY_PART_NOT_ALLOWED', message });
  }
  const template = cut(text, numbered.names, attributeNames);
  return { kind: 'CHECKED', template, usedParameterNames: numbered.names.filter((_, at) => placeholders.has(at + 1)) };
}

function refused(...problemList: SqlProblem[]): SqlCheck {
  return { kind: 'REFUSED', problemList };
}

function findUnreadable(statement: string, source: Buffer): SqlProblem | null {
  if (source.length > STATEMENT_BYTES_MAX) {
    return { code: 'REPORT_QUERY_TOO_COMPLEX', message: `Must have at most ${STATEMENT_BYTES_MAX} bytes.` };
  }
  // The parser would read the text up to a NUL, other code the whole of it.
  if (statement.includes('\u0000') || !statement.isWellFormed()) {
    return { code: 'REPORT_QUERY_SYNTAX', message: 'Must hold no NUL and no half of a surrogate pair.' };
  }
  if (statement.trim() === '') return { code: 'REPORT_QUERY_SYNTAX', message: 'Must hold a SELECT.' };
  return null;
}

function parse(text: string): { readonly tree: ParseResult } | { readonly error: unknown } {
  try {
    return { tree: parseSync(text) };
  } catch (error) {
    return { error };
  }
}

function findSyntaxProblem(text: string, source: Buffer, locate: (offset: number) => number): SqlProblem {
  const parsed = parse(text);
  const error = 'error' in parsed ? parsed.error : null;
  const reason = error instanceof Error ? error.message : 'unknown tokens';
  const offset = offsetOfRefusal(error, text);
  return problemAt(
    'REPORT_QUERY_SYNTAX',
    `The statement cannot be read: ${reason}.`,
    source,
    offset === null ? null : locate(offset),
  );
}

/** Writes the tree as text; null where that does not parse to the same tree, as it would be unclear what is sent. */
function deparse(statement: Tree): string | null {
  try {
    const text = deparser.deparseSync(statement as never, { pretty: false });
    const again = parse(text);
    const stmts = 'tree' in again ? (again.tree.stmts ?? []) : [];
    return stmts.length === 1 && isSame(statement, stmts[0]!.stmt) ? text : null;
  } catch {
    return null;
  }
}

/** Compares two trees without the places in their texts. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null) return one === other;
  if (typeof other !== 'object' || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = placed(one);
  return keys.length === placed(other).length && keys.every((key) => isSame((one as Tree)[key], (other as Tree)[key]));
}

const placed = (tree: object): string[] => Object.keys(tree).filter((key) => !isPlace(key));

/** Cuts the text at its placeholders, which its tokens distinguish from text in quotes. */
function cut(text: string, names: readonly string[], attributeNames: readonly string[]): SqlTemplate {
  const source = Buffer.from(text, 'utf8');
  const pieces: string[] = [];
  const gaps: string[] = [];
  let from = 0;
  for (const token of readTokens(source)!) {
    if (!/^\$\d+$/.test(token.text)) continue;
    pieces.push(source.toString('utf8', from, token.start));
    gaps.push(names[Number(token.text.slice(1)) - 1]!);
    from = token.end;
  }
  return { pieces: [...pieces, source.toString('utf8', from)], gaps, attributeNames };
}
