// Finds the values of a run: given ones, else the defaults; and all their problems at once.
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import { bindParameter } from './bound-values.ts';
import { findConstraintProblem } from './constraints.ts';
import { evaluate, readExpression } from './default-expression.ts';
import type {
  BoundValues,
  CanonicalValue,
  Parameter,
  ParameterValue,
  RunContext,
  ValueProblem,
} from './parameter.types.ts';
import { keyOf, orderParameters } from './parameter-order.ts';
import { readValue } from './read-value.ts';

export type ParameterMap = Readonly<Record<string, unknown>>;

/** A parameter with the value of the run; one with a problem has none. */
export interface ResolvedParameter<P extends Parameter = Parameter> {
  readonly parameter: P;
  readonly value: ParameterValue;
  readonly problem: ValueProblem | null;
}

/** Questions that this file cannot answer itself. */
export interface ResolveHelp<P extends Parameter> {
  /** Answers for each entry whether all of its texts match its pattern as a whole. */
  match(
    entries: readonly { readonly pattern: string; readonly texts: readonly string[] }[],
  ): Promise<readonly boolean[]>;
  /** Says whether one of the values is no option, with the values of master parameters. */
  hasForeign(parameter: P, values: readonly string[], masters: BoundValues): Promise<boolean>;
}

const VALUES_MAX = 1_000;

/** Resolves each parameter, masters first. Values under unknown names are for `findUnknown`. */
export async function resolveValues<P extends Parameter>(
  parameters: readonly P[],
  given: ParameterMap,
  run: RunContext,
  help: ResolveHelp<P>,
): Promise<readonly ResolvedParameter<P>[]> {
  const sent = new Map(Object.entries(given).map(([name, value]) => [keyOf(name), value]));
  const read = orderParameters(parameters).ordered.map((parameter) => readParameter(parameter, sent, run));
  const matched = await checkPatterns(read, help);
  const resolved: ResolvedParameter<P>[] = [];
  for (const one of matched) resolved.push(await checkOptions(one, resolved, help));
  return resolved;
}

/** Finds names that are no parameter, or repeated in another case. */
export function findUnknown(parameters: readonly Parameter[], given: ParameterMap): ArgumentProblem[] {
  const known = new Set(parameters.map(({ name }) => keyOf(name)));
  const keys = Object.keys(given).map(keyOf);
  return Object.keys(given).flatMap((name, index) => {
    const field = `parameterMap.${name}`;
    if (!known.has(keyOf(name))) return [{ field, code: 'UNKNOWN_FIELD', message: 'Is no parameter of the report.' }];
    if (keys.indexOf(keyOf(name)) === index) return [];
    return [{ field, code: 'NOT_ALLOWED', message: 'Is given twice.' }];
  });
}

/** Answers the values by the names that statements use, in lower case. */
export function boundValuesOf(resolved: readonly ResolvedParameter[]): BoundValues {
  return new Map(
    resolved
      .flatMap(({ parameter, value }) => bindParameter(parameter, value))
      .map(([name, value]) => [keyOf(name), value]),
  );
}

function readParameter<P extends Parameter>(
  parameter: P,
  sent: ReadonlyMap<string, unknown>,
  run: RunContext,
): ResolvedParameter<P> {
  const key = keyOf(parameter.name);
  const standard = defaultOf(parameter, run);
  const isGiven = sent.has(key);
  const fixed = isGiven ? findFixedProblem(parameter, sent.get(key), standard, run) : null;
  if (fixed !== null) return { parameter, value: null, problem: fixed };
  const read = readGiven(parameter, isGiven ? sent.get(key) : standard, run.timeZone);
  if ('problem' in read) return { parameter, value: null, problem: read.problem };
  if (read.value === null && parameter.required) {
    return { parameter, value: null, problem: { code: 'REQUIRED', message: 'Must be given.' } };
  }
  return { parameter, value: read.value, problem: null };
}

/**
 * Finds a value for a fixed parameter: a hidden one must not be sent, as it may be row-level security; one that is
 * shown may be sent back unchanged.
 */
function findFixedProblem(
  parameter: Parameter,
  given: unknown,
  standard: unknown,
  run: RunContext,
): ValueProblem | null {
  const problem = { code: 'FIELD_READ_ONLY', message: 'Is set by the server and cannot be given.' } as const;
  if (parameter.control === 'HIDDEN') return problem;
  if (!parameter.readOnly) return null;
  const [sent, own] = [given, standard].map((value) => readGiven(parameter, value, run.timeZone));
  return JSON.stringify(sent) === JSON.stringify(own) ? null : problem;
}

function defaultOf({ type, defaultValue, defaultExpression }: Parameter, run: RunContext): unknown {
  if (defaultExpression === null) return defaultValue ?? null;
  const expression = readExpression(defaultExpression, type);
  return expression === null ? null : evaluate(expression, type, run);
}

type ReadGiven = { readonly value: ParameterValue } | { readonly problem: ValueProblem };

/** Reads a given value; null and an empty list are none; a single value may stand for a list. */
export function readGiven(parameter: Parameter, given: unknown, timeZone: string): ReadGiven {
  if (given === null || given === undefined || (Array.isArray(given) && given.length === 0)) return { value: null };
  if (!parameter.multiple) {
    const one = readOne(parameter, given, timeZone);
    return 'value' in one ? { value: isOpen(one.value) ? null : one.value } : one;
  }
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > VALUES_MAX)
    return { problem: { code: 'TOO_LONG', message: `Must have at most ${VALUES_MAX} entries.` } };
  const values: string[] = [];
  for (const member of list) {
    const read = readOne(parameter, member, timeZone);
    if ('problem' in read) return read;
    values.push(read.value as string);
  }
  return { value: values };
}

const isOpen = (value: CanonicalValue): boolean =>
  typeof value !== 'string' && value.from === null && value.to === null;

function readOne(parameter: Parameter, given: unknown, timeZone: string) {
  const read = readValue(parameter.type, given, timeZone);
  if ('problem' in read) return read;
  const problem = findConstraintProblem(parameter, read.value, timeZone);
  return problem === null ? read : { problem };
}

export function textsOf(value: ParameterValue): readonly string[] {
  if (value === null) return [];
  if (typeof value === 'string') return [value];
  return 'from' in value ? [] : value;
}

async function checkPatterns<P extends Parameter>(
  read: readonly ResolvedParameter<P>[],
  { match }: ResolveHelp<P>,
): Promise<readonly ResolvedParameter<P>[]> {
  const patterned = read.filter(({ parameter, value }) => parameter.pattern !== null && value !== null);
  if (patterned.length === 0) return read;
  const entries = patterned.map(({ parameter, value }) => ({ pattern: parameter.pattern!, texts: textsOf(value) }));
  const fits = await match(entries);
  return read.map((one) => {
    const at = patterned.indexOf(one);
    if (at === -1 || fits[at] === true) return one;
    const problem = { code: 'PATTERN', message: `Must match ${one.parameter.pattern}.` } as const;
    return { parameter: one.parameter, value: null, problem };
  });
}

/** Refuses values outside strict options. */
async function checkOptions<P extends Parameter>(
  one: ResolvedParameter<P>,
  before: readonly ResolvedParameter<P>[],
  help: ResolveHelp<P>,
): Promise<ResolvedParameter<P>> {
  const { parameter, value } = one;
  const texts = textsOf(value);
  if (!parameter.strictOption || texts.length === 0 || one.problem !== null) return one;
  if (!(await help.hasForeign(parameter, texts, boundValuesOf(mastersOf(parameter, before))))) return one;
  return { parameter, value: null, problem: { code: 'NOT_ALLOWED', message: 'Must be one of the options.' } };
}

/** Answers the masters of a parameter among those that were resolved before it. */
export function mastersOf<P extends Parameter>(
  { masterParameterNameList }: P,
  resolved: readonly ResolvedParameter<P>[],
): readonly ResolvedParameter<P>[] {
  const names = new Set(masterParameterNameList.map(keyOf));
  return resolved.filter(({ parameter }) => names.has(keyOf(parameter.name)));
}
