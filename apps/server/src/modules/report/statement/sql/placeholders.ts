// Turns `:name` and the clause functions of a statement into the numbered placeholders that PostgreSQL's grammar knows.
import type { SqlProblem } from './sql.types.ts';
import { problemAt, type SqlToken } from './sql-tokens.ts';

/** A statement for the parser, and the origin of its bytes. */
export interface NumberedStatement {
  readonly text: string;
  /** Names of the placeholders: the n-th one is `$n`, spelt as it was declared. */
  readonly names: readonly string[];
  readonly problemList: readonly SqlProblem[];
  /** Answers the offset in the original statement for one in `text`, both in bytes. */
  locate(offset: number): number;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const NUMBERED = /^\$\d/;
const CLAUSES: Readonly<
  Record<string, { readonly parameters: number; write(expression: string, ...names: string[]): string }>
> = {
  inOrAll: { parameters: 1, write: (it, list) => `(${list} IS NULL OR (${it}) = ANY (${list}))` },
  eqOrAll: { parameters: 1, write: (it, value) => `(${value} IS NULL OR (${it}) = ${value})` },
  between: {
    parameters: 2,
    write: (it, from, to) => `((${from} IS NULL OR (${it}) >= ${from}) AND (${to} IS NULL OR (${it}) < ${to}))`,
  },
};

/** Numbers the placeholders; declared names match in any case. */
export function numberPlaceholders(
  source: Buffer,
  tokens: readonly SqlToken[],
  declared: readonly string[],
): NumberedStatement {
  const writer = new Writer(source, tokens, new Map(declared.map((name) => [name.toLowerCase(), name])));
  writer.copyAll();
  return writer;
}

/** Copies a statement token by token; a blank or comment between two tokens becomes one blank. */
class Writer implements NumberedStatement {
  readonly names: string[] = [];
  readonly problemList: SqlProblem[] = [];
  readonly #source: Buffer;
  readonly #tokens: readonly SqlToken[];
  readonly #declared: ReadonlyMap<string, string>;
  /** Begin and origin of each piece of the text. */
  readonly #origins: { readonly at: number; readonly from: number; readonly isCopy: boolean }[] = [];
  #text = '';
  #bytes = 0;

  constructor(source: Buffer, tokens: readonly SqlToken[], declared: ReadonlyMap<string, string>) {
    this.#source = source;
    this.#tokens = tokens;
    this.#declared = declared;
  }

  get text(): string {
    return this.#text;
  }

  locate(offset: number): number {
    const origin = this.#origins.findLast(({ at }) => at <= offset);
    if (origin === undefined) return 0;
    return origin.isCopy ? origin.from + offset - origin.at : origin.from;
  }

  copyAll(): void {
    const brackets: ('SLICE' | 'OTHER')[] = [];
    for (let index = 0; index < this.#tokens.length; ) {
      const token = this.#tokens[index]!;
      if (token.text === '[') brackets.push(this.#isConstructor(index, brackets) ? 'OTHER' : 'SLICE');
      else if (token.text === '(') brackets.push('OTHER');
      else if (token.text === ']' || token.text === ')') brackets.pop();
      const clause = this.#readClause(index);
      if (clause !== null) {
        this.#write(clause.text, token.start, false);
        index = clause.next;
        continue;
      }
      const name = brackets.at(-1) === 'SLICE' ? null : this.#readPlaceholder(index);
      if (name !== null) this.#write(name, token.start, false);
      else this.#copy(token);
      index += name === null ? 1 : 2;
    }
  }

  #copy(token: SqlToken): void {
    if (NUMBERED.test(token.text)) {
      const message = `Must name a parameter as :name, not as ${token.text.slice(0, 20)}.`;
      this.problemList.push(problemAt('REPORT_QUERY_SYNTAX', message, this.#source, token.start));
    }
    this.#write(token.text, token.start, true);
  }

  #write(text: string, from: number, isCopy: boolean): void {
    // Tokens that touched still touch: `a.b` and `1.5e3` may be cut, but `< =` is not `<=`.
    const gap = this.#bytes > 0 && !(isCopy && this.#touchesBefore(from)) ? ' ' : '';
    this.#origins.push({ at: this.#bytes + gap.length, from, isCopy });
    this.#text += gap + text;
    this.#bytes += gap.length + Buffer.byteLength(text);
  }

  #touchesBefore(from: number): boolean {
    const last = this.#origins.at(-1)!;
    return last.isCopy && last.from + (this.#bytes - last.at) === from;
  }

  /**
   * Says whether brackets are those of `ARRAY[:a, :b]`, also nested, which holds expressions, unlike the slice
   * `value[1:upper]`.
   */
  #isConstructor(index: number, brackets: readonly string[]): boolean {
    const before = this.#tokens[index - 1];
    if (before?.text.toLowerCase() === 'array') return true;
    return brackets.at(-1) === 'OTHER' && (before?.text === '[' || before?.text === ',');
  }

  /** Answers `$n` for a colon and the name that touches it. */
  #readPlaceholder(index: number): string | null {
    const colon = this.#tokens[index]!;
    const name = this.#tokens[index + 1];
    if (colon.text !== ':' || name?.start !== colon.end || !NAME.test(name.text)) return null;
    const declared = this.#declared.get(name.text.toLowerCase());
    if (declared === undefined) {
      const message = `The statement names the parameter :${name.text}, which is not declared.`;
      this.problemList.push(problemAt('REPORT_QUERY_UNKNOWN_PARAMETER', message, this.#source, colon.start));
      // It becomes a placeholder all the same, so that the rest of the statement is checked, too.
    }
    return this.#number(declared ?? name.text.toLowerCase());
  }

  #number(name: string): string {
    if (!this.names.includes(name)) this.names.push(name);
    return `$${this.names.indexOf(name) + 1}`;
  }

  /** Reads `${name(expression, :parameter, ...)}`; null where there is none. */
  #readClause(index: number): { readonly text: string; readonly next: number } | null {
    const [dollar, brace, word, open] = this.#tokens.slice(index, index + 4);
    if (dollar?.text !== '$' || brace?.text !== '{' || brace.start !== dollar.end) return null;
    const clause = CLAUSES[word?.text ?? ''];
    const parts = clause === undefined || open?.text !== '(' ? null : this.#readArguments(index + 4);
    const names = parts?.list.slice(1).map((part) => this.#readName(part)) ?? [];
    if (
      clause === undefined ||
      parts === null ||
      this.#tokens[parts.next]?.text !== '}' ||
      parts.list[0]!.length === 0 ||
      names.length !== clause.parameters ||
      names.includes(null)
    ) {
      const message = `Must be a clause: \${inOrAll(expression, :list)}, \${eqOrAll(expression, :value)} or \${between(expression, :from, :to)}.`;
      this.problemList.push(problemAt('REPORT_QUERY_SYNTAX', message, this.#source, dollar.start));
      return { text: 'NULL', next: this.#endOfClause(index) };
    }
    return { text: clause.write(this.#join(parts.list[0]!), ...(names as string[])), next: parts.next + 1 };
  }

  #endOfClause(index: number): number {
    const end = this.#tokens.findIndex(({ text }, at) => at > index && text === '}');
    return end === -1 ? this.#tokens.length : end + 1;
  }

  /** Splits at the commas outside inner brackets, up to the closing bracket of the list; answers indexes of tokens. */
  #readArguments(first: number): { readonly list: number[][]; readonly next: number } | null {
    const list: number[][] = [[]];
    let depth = 0;
    for (let index = first; index < this.#tokens.length; index += 1) {
      const { text } = this.#tokens[index]!;
      if (depth === 0 && text === ')') return { list, next: index + 1 };
      if (text === '(' || text === '[') depth += 1;
      if (text === ')' || text === ']') depth -= 1;
      if (depth === 0 && text === ',') list.push([]);
      else list.at(-1)!.push(index);
    }
    return null;
  }

  #readName(part: readonly number[]): string | null {
    return part.length === 2 ? this.#readPlaceholder(part[0]!) : null;
  }

  /** Writes the expression of a clause, with its own placeholders numbered, too. */
  #join(part: readonly number[]): string {
    const words: string[] = [];
    for (let at = 0; at < part.length; at += 1) {
      const token = this.#tokens[part[at]!]!;
      const name = this.#readPlaceholder(part[at]!);
      if (name !== null) at += 1;
      const touches = at > 0 && name === null && this.#tokens[part[at]! - 1]!.end === token.start;
      words.push(touches ? '' : ' ', name ?? token.text);
    }
    return words.join('').trim();
  }
}
