// Compiles schemas to validators at first use and reports what does not fit, all problems at once.
import {
  annotationKeywords,
  anyCaseKeyword,
  dateTimePattern,
  needsKeyword,
  readAsKeyword,
  type TextFormat,
  textFormats,
} from '@keelson/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ArgumentProblem } from '../../request/errors.ts';
import { fieldOf, problemsOf } from './validation-problems.ts';

/** Checks a value that JSON can hold. */
export interface Validator {
  /** Answers null when the value fits. */
  check(value: unknown): readonly ArgumentProblem[] | null;
  /** As `check`, but takes unknown fields out of the value first and adds their paths to `ignored`. */
  checkIgnoringUnknown(value: unknown, ignored: string[]): readonly ArgumentProblem[] | null;
}

/** Earliest date that PostgreSQL and JavaScript both hold in every offset. */
const EARLIEST_MS = Date.parse('0001-01-02T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-30T00:00:00Z');
const dateTimeForm = new RegExp(dateTimePattern);

/** Asks for the contract's form and a day that exists, within the years 1 to 9999. */
export function isDateTime(text: string): boolean {
  if (!dateTimeForm.test(text)) return false;
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return false;
  const time = Date.parse(text);
  return time >= EARLIEST_MS && time <= LATEST_MS;
}

// The package is CommonJS: under NodeNext its function is the `default` of what is imported.
const addFormats = addFormatsModule.default;

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    strict: true,
    // A nullable field is written as two types, which is the cheapest form (decided for the contract).
    allowUnionTypes: true,
    // Bounds may stand beside `type: [x, 'null']`, and `required` may name what a map holds.
    strictTypes: false,
    strictRequired: false,
    verbose: true,
    validateSchema: false,
  });
  addFormats(ajv);
  for (const [name, format] of Object.entries<TextFormat>(textFormats)) {
    ajv.addFormat(name, format.byService === true || new RegExp(format.pattern, 'u'));
  }
  ajv.addFormat('date-time', isDateTime);
  ajv.addKeyword({ ...anyCaseKeyword });
  ajv.addKeyword({ ...readAsKeyword });
  ajv.addKeyword({ ...needsKeyword });
  for (const keyword of annotationKeywords) ajv.addKeyword(keyword);
  return ajv;
}

function removeUnknown(errors: readonly ErrorObject[], root: unknown, ignored: string[]): boolean {
  let removed = false;
  for (const error of errors) {
    if (error.keyword !== 'additionalProperties') continue;
    const name = String(error.params.additionalProperty);
    const holder = error.data;
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) continue;
    ignored.push(fieldOf(error, root));
    Reflect.deleteProperty(holder, name);
    removed = true;
  }
  return removed;
}

/** One for all servers of a process would be a singleton: each server makes its own, unless it is given one. */
export function createValidators(): { compile(schema: TSchema): Validator } {
  const ajv = createAjv();
  return {
    compile(schema) {
      let compiled: ValidateFunction | undefined;
      const run = (value: unknown): readonly ErrorObject[] | null => {
        compiled ??= ajv.compile(schema);
        return compiled(value) ? null : (compiled.errors ?? []);
      };
      return {
        check(value) {
          const errors = run(value);
          return errors === null ? null : problemsOf(errors, value);
        },
        checkIgnoringUnknown(value, ignored) {
          let errors = run(value);
          // Removing a field can only make the value fit better; each round removes at least one.
          while (errors !== null && removeUnknown(errors, value, ignored)) errors = run(value);
          return errors === null ? null : problemsOf(errors, value);
        },
      };
    },
  };
}
