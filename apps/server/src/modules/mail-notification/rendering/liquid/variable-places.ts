// Lists the variables of a source with their places, and reads from a failed rendering which of them were missing.
import { analyzeSync, type Template, type Variable } from 'liquidjs';
import { engines, OutputTooLong } from './liquid-engines.ts';
import type { Forms, MissingVariable, Partials, Place, SourceProblem, TextPart } from './rendering.types.ts';
import { SourceTooRich } from './source-bounds.ts';
import { placeAt } from './source-places.ts';
import { sourceTokens } from './source-tokens.ts';

interface EngineError {
  readonly name: string;
  readonly message: string;
  readonly originalError?: { readonly name: string; readonly message: string };
  readonly errors?: readonly EngineError[];
  readonly token?: { readonly input?: string; getText(): string; getPosition(): [number, number] };
}

/** A variable: path, line and column. */
export interface FoundVariable {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Lists every place of a variable in a source, in order; those of its partials are left out. */
export function foundVariables(templates: Template[]): readonly FoundVariable[] {
  const { variables } = analyzeSync(templates, { partials: false });
  const flat = (variable: Variable): readonly Variable[] => [
    variable,
    ...variable.segments.flatMap((segment) => (typeof segment === 'object' ? flat(segment) : [])),
  ];
  return Object.values(variables)
    .flat()
    .flatMap(flat)
    .map((variable) => ({ path: variable.toString(), line: variable.location.row, column: variable.location.col }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .filter((one, index, all) => one.line !== all[index - 1]?.line || one.column !== all[index - 1]?.column);
}

/** Lists the parameters that a source and its partials use. */
export function askedPaths(templates: Template[], form: keyof Forms, partials: Partials): readonly string[] {
  const { globals } = engines[form].within(partials, () => analyzeSync(templates, { partials: true }));
  return [...new Set(Object.values(globals).flat().map(String))].sort();
}

function leavesOf(error: EngineError): readonly EngineError[] {
  return error.errors === undefined ? [error] : error.errors.flatMap(leavesOf);
}

/** Answers the collections whose elements the loops of the source name. */
function loopsOf(source: string): ReadonlyMap<string, string> {
  const loops = new Map<string, string>();
  for (const { name, inner } of sourceTokens(source)) {
    const loop = name === 'for' ? /^([\w-]+)\s+in\s+([\w.[\]-]+)/.exec(inner) : null;
    if (loop !== null) loops.set(loop[1]!, loop[2]!);
  }
  return loops;
}

/** Answers the full path: `line.price` in a loop over `order.lines` is `order.lines[].price`. */
function fullPath(path: string, loops: ReadonlyMap<string, string>, depth = 0): string {
  const root = /^[\w-]+/.exec(path)?.[0] ?? '';
  const collection = loops.get(root);
  if (collection === undefined || depth > loops.size) return path;
  return fullPath(`${collection}[]${path.slice(root.length)}`, loops, depth + 1);
}

export interface FailedRendering {
  readonly part: TextPart;
  readonly locale: string;
  readonly source: string;
  readonly templates: Template[];
  readonly places: readonly Place[];
  /** Sources of its partials, in the form of the part, by code. */
  readonly partials: Readonly<Record<string, string>>;
}

export interface Failure {
  readonly missing: readonly MissingVariable[];
  readonly problems: readonly SourceProblem[];
}

/** Recognises a limit, which the engine throws without a code. */
function isLimit({ message, originalError }: EngineError): boolean {
  return /limit exceeded|Maximum call stack|Invalid (string|array) length/.test(
    `${message} ${originalError?.message ?? ''}`,
  );
}

/** Answers the code of the partial with the token. */
function partialOf({ token }: EngineError, { source, partials }: FailedRendering): { readonly template?: string } {
  if (token?.input === undefined || token.input === source) return {};
  const template = Object.keys(partials).find((code) => partials[code] === token.input);
  return template === undefined ? {} : { template };
}

/** Answers the number of the variable at a line and column. */
type NumberAt = (line: number, column: number) => number | undefined;

/** Numbers the variables, once and only where one is missing. */
function numbering(templates: Template[]): NumberAt {
  let numbers: ReadonlyMap<string, number> | null = null;
  return (line, column) => {
    numbers ??= new Map(foundVariables(templates).map((one, index) => [`${one.line} ${one.column}`, index]));
    return numbers.get(`${line} ${column}`);
  };
}

function placeOf(error: EngineError, failed: FailedRendering, numberAt: NumberAt): Place {
  const { part, locale, places } = failed;
  const [line = 1, column = 1] = error.token?.getPosition() ?? [];
  const within = partialOf(error, failed);
  if (within.template !== undefined) return { part, locale, line, column, ...within };
  return places[numberAt(line, column) ?? -1] ?? { part, locale, line, column };
}

function sentenceOf({ message }: EngineError): string {
  return message
    .split('\n')[0]!
    .replace(/, file:.*$/, '')
    .replace(/, line:\d+, col:\d+$/, '');
}

/** Reads the failure of a template; throws any other error. */
export function readFailure(thrown: unknown, failed: FailedRendering): Failure {
  const { part, locale, source } = failed;
  const tooMuch: SourceProblem = {
    code: 'TEMPLATE_RENDER_LIMIT_EXCEEDED',
    message: 'The template takes too long or writes too much.',
    part,
    locale,
  };
  if (thrown instanceof SourceTooRich) {
    const problems = thrown.excesses.map(({ at, message }) => ({ ...tooMuch, message, ...placeAt(source, at) }));
    return { missing: [], problems };
  }
  const error = thrown as EngineError;
  const isTooMuch = thrown instanceof OutputTooLong || thrown instanceof RangeError;
  if (isTooMuch || (error.errors === undefined && isLimit(error))) return { missing: [], problems: [tooMuch] };
  if (typeof error.name !== 'string' || !('token' in error || 'errors' in error)) throw thrown;
  const missing: MissingVariable[] = [];
  const problems: SourceProblem[] = [];
  // A source that cannot be parsed misses no variables.
  const numberAt = numbering(failed.templates);
  const loops = failed.templates.length === 0 ? new Map<string, string>() : loopsOf(source);
  for (const leaf of leavesOf(error)) {
    if (isLimit(leaf)) problems.push(tooMuch);
    else if (leaf.name === 'UndefinedVariableError' && leaf.token !== undefined) {
      missing.push({ path: fullPath(leaf.token.getText(), loops), ...placeOf(leaf, failed, numberAt) });
    } else {
      const [line = 1, column = 1] = leaf.token?.getPosition() ?? [];
      problems.push({
        code: 'TEMPLATE_SYNTAX_ERROR',
        message: sentenceOf(leaf),
        part,
        locale,
        line,
        column,
        ...partialOf(leaf, failed),
      });
    }
  }
  return { missing, problems: problems.slice(0, 100) };
}
