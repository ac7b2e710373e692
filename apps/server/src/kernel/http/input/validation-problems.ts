// Turns the errors of the schema validator into the problems that a caller reads.
import { findTextFormat, type Need, unmetNeeds } from '@keelson/contract';
import type { ErrorObject } from 'ajv';
import type { ArgumentProblem } from '../../request/errors.ts';
import { unknownName } from '../../request/unknown-name.ts';

/** Problems that are reported at most; further ones show when the request is sent again. */
const PROBLEMS_MAX = 200;

const sizeWords: Readonly<Record<string, string>> = {
  Length: 'characters',
  Items: 'entries',
  Properties: 'fields',
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Writes a JSON pointer as a dotted path; the value itself decides whether a step is an index. */
export function dottedPath(pointer: string, root: unknown): string {
  let path = '';
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) path += `[${name}]`;
    else path += path === '' ? name : `.${name}`;
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return path;
}

/** Writes the path of the field that an error is about. */
export function fieldOf(error: ErrorObject, root: unknown): string {
  const holder = dottedPath(error.instancePath, root);
  const name =
    error.params.missingProperty ?? error.params.additionalProperty ?? error.params.propertyName ?? undefined;
  if (name === undefined) return holder;
  return holder === '' ? String(name) : `${holder}.${name}`;
}

type Description = Pick<ArgumentProblem, 'code' | 'message'>;

function describeType(declared: unknown): Description {
  const names = Array.isArray(declared) ? declared : String(declared).split(',');
  return { code: 'TYPE', message: `Must be ${names.map((name) => typeWords[name] ?? name).join(' or ')}.` };
}

const comparisonWords: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
};

function describe(error: ErrorObject): Description {
  const { keyword, params } = error;
  const size = /^(min|max)(Length|Items|Properties)$/.exec(keyword);
  if (size !== null) {
    const tooShort = size[1] === 'min';
    const words = `${params.limit} ${sizeWords[size[2] ?? '']}`;
    return {
      code: tooShort ? 'TOO_SHORT' : 'TOO_LONG',
      message: `Must have at ${tooShort ? 'least' : 'most'} ${words}.`,
    };
  }
  if (keyword in comparisonWords) {
    return { code: 'OUT_OF_RANGE', message: `Must be ${comparisonWords[keyword]} ${params.limit}.` };
  }
  switch (keyword) {
    case 'required':
      return { code: 'REQUIRED', message: 'Must be given.' };
    case 'additionalProperties':
      return unknownName('field', String(params.additionalProperty), Object.keys(error.parentSchema?.properties ?? {}));
    case 'type':
      return describeType(params.type);
    case 'multipleOf':
      return { code: 'OUT_OF_RANGE', message: `Must be a multiple of ${params.multipleOf}.` };
    case 'pattern':
      return { code: 'PATTERN', message: `Must match ${params.pattern}.` };
    case 'propertyNames':
      return { code: 'PATTERN', message: 'Has a name that is not allowed here.' };
    case 'format': {
      const { code, message } = findTextFormat(params.format) ?? {
        code: 'FORMAT',
        message: `Must be written as ${params.format}.`,
      };
      return { code, message };
    }
    case 'enum': {
      // Null counts as left out and is not offered as a value.
      const values = (params.allowedValues as unknown[]).filter((value) => value !== null);
      return { code: 'NOT_ALLOWED', message: `Must be one of ${values.join(', ')}.` };
    }
    case 'const':
      return { code: 'NOT_ALLOWED', message: `Must be ${String(params.allowedValue)}.` };
    case 'uniqueItems':
      return { code: 'DUPLICATE', message: 'Has the same entry twice.' };
    default:
      return { code: 'NOT_ALLOWED', message: 'Is not allowed here.' };
  }
}

/** Keywords whose errors only sum up those of their branches. */
const gathering = new Set(['anyOf', 'oneOf', 'allOf', 'if']);

/** The branch `{type: 'null'}` of a nullable model is of no use to a caller. */
function isNullBranch(error: ErrorObject): boolean {
  return error.keyword === 'type' && error.params.type === 'null';
}

function argumentCodeOf(error: ErrorObject): string | undefined {
  const declared = (error.parentSchema as Record<string, unknown> | undefined)?.['x-argument-code'];
  return typeof declared === 'string' && error.keyword !== 'type' ? declared : undefined;
}

function needProblems(error: ErrorObject, root: unknown): readonly ArgumentProblem[] {
  const holder = dottedPath(error.instancePath, root);
  return unmetNeeds(error.data as object, error.schema as readonly Need[]).map(({ field, code, message }) => {
    const path = [holder, field ?? ''].filter((part) => part !== '').join('.');
    return { field: path, code, message };
  });
}

function problemOf(error: ErrorObject, root: unknown): ArgumentProblem {
  const { code, message } = describe(error);
  return { field: fieldOf(error, root), code: argumentCodeOf(error) ?? code, message };
}

/** Answers all problems, at most one a field and code, in the order of the schema. `root` is the value that was checked. */
export function problemsOf(errors: readonly ErrorObject[], root: unknown): readonly ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  const own = errors.filter((error) => !gathering.has(error.keyword) && !isNullBranch(error));
  for (const error of own.length > 0 ? own : errors) {
    // The errors of a name's own schema are summed up by `propertyNames`.
    if (error.propertyName !== undefined && error.keyword !== 'propertyNames') continue;
    const found = error.keyword === 'x-needs' ? needProblems(error, root) : [problemOf(error, root)];
    for (const problem of found) problems.set(`${problem.field}\n${problem.code}`, problem);
    if (problems.size >= PROBLEMS_MAX) break;
  }
  return [...problems.values()];
}
