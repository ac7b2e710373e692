// Turns failed compiling and rendering into failures of a request, and fills in the defaults of parameters.
import { type FailOptions, fail } from '../../../../kernel/request/errors.ts';
import type {
  CompiledContent,
  CompileOutcome,
  JsonMap,
  MissingVariable,
  RenderedParts,
  RenderOutcome,
  SourceProblem,
} from '../../rendering/liquid/rendering.types.ts';
import type { TemplateParameter } from '../record/template.types.ts';

/** Codes by rank: the first one names the failure; every problem is reported. */
const order = ['TEMPLATE_SYNTAX_ERROR', 'TEMPLATE_CONTENT_UNSAFE', 'TEMPLATE_RENDER_LIMIT_EXCEEDED'] as const;
const PROBLEMS_MAX = 200;

function missingArguments(missing: readonly MissingVariable[]): FailOptions {
  const problems = missing.map(({ path, ...place }) => ({ field: `parameters.${path}`, ...place }));
  return { errorArguments: problems.slice(0, PROBLEMS_MAX) };
}

export function failMissing(missing: readonly MissingVariable[]): never {
  return fail('TEMPLATE_VARIABLE_MISSING', missingArguments(missing));
}

export function failProblems(problems: readonly SourceProblem[]): never {
  const code = order.find((each) => problems.some((problem) => problem.code === each)) ?? order[0];
  return fail(code, { errorArguments: problems.slice(0, PROBLEMS_MAX) });
}

/** Ends the request with its problems. */
export function refuseOutcome(
  outcome: RenderOutcome,
): RenderedParts & { readonly missing: readonly MissingVariable[] } {
  if (outcome.kind === 'missing') return failMissing(outcome.missing);
  return outcome.kind === 'refused' ? failProblems(outcome.problems) : outcome;
}

/** Ends the request with the problems of all contents, if any. */
export function refuseCompiled(outcomes: readonly CompileOutcome[]): readonly CompiledContent[] {
  const problems = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.problems : []));
  if (problems.length > 0) failProblems(problems);
  return outcomes.flatMap((outcome) => (outcome.kind === 'compiled' ? [outcome.compiled] : []));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isGiven(parameters: JsonMap, path: string): boolean {
  let place: unknown = parameters;
  for (const key of path.split('.')) {
    if (!isMap(place) || !Object.hasOwn(place, key)) return false;
    place = place[key];
  }
  return true;
}

/** Sets a value at a path, unless there is one. */
export function putValue(parameters: JsonMap, path: string, value: unknown): JsonMap {
  const [key = '', ...rest] = path.split('.');
  if (key === '__proto__') return parameters;
  if (rest.length === 0) return Object.hasOwn(parameters, key) ? parameters : { ...parameters, [key]: value };
  const below = Object.hasOwn(parameters, key) ? parameters[key] : {};
  return isMap(below) ? { ...parameters, [key]: putValue(below, rest.join('.'), value) } : parameters;
}

/** Fills in defaults; 422 TEMPLATE_VARIABLE_MISSING for what is required and not given. */
export function withDefaults(list: readonly TemplateParameter[], parameters: JsonMap, locale: string): JsonMap {
  let filled = parameters;
  for (const { name, defaultValue } of list) {
    if (defaultValue !== null && defaultValue !== undefined) filled = putValue(filled, name, defaultValue);
  }
  const missing = list.filter(({ name, required }) => required && !isGiven(filled, name));
  if (missing.length > 0) failMissing(missing.map(({ name }) => ({ path: name, locale })));
  return filled;
}

/** Makes sample values for a template. */
export function sampleOf(list: readonly TemplateParameter[], parameters: JsonMap = {}): JsonMap {
  let filled = parameters;
  for (const { name, sampleValue, defaultValue } of list) {
    const value = sampleValue ?? defaultValue;
    if (value !== null && value !== undefined) filled = putValue(filled, name, value);
  }
  return filled;
}
