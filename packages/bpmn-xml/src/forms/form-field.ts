// Reads one field of a form file as what a field of a model is.
import type { FormField, Value } from '@keelson/bpmn-core';
import { fieldProblem } from '@keelson/bpmn-rules';
import { constantExpression } from '../compile/compilation/expressions.ts';

/** A component of the file that takes a value; nothing of it is checked yet. */
export interface FormComponent {
  readonly [name: string]: unknown;
  readonly type: string;
}

/** Types of fields by the names of form-js for what models call otherwise; a number and a date say more by themselves. */
const TYPES: Readonly<Record<string, string>> = {
  textfield: 'string',
  textarea: 'text',
  checkbox: 'checkbox',
  checklist: 'checklist',
  radio: 'radio-buttons',
  select: 'dropdown',
  taglist: 'taglist',
};
const CONSTRAINTS: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  minLength: 'minlength',
  maxLength: 'maxlength',
  pattern: 'pattern',
};
/** Patterns of validations by name; `custom` is the pattern beside it. */
const NAMED_PATTERNS: ReadonlyMap<unknown, string> = new Map([
  ['email', '[^@\\s]+@[^@\\s]+'],
  ['phone', '\\+?[0-9][0-9 ()./-]{2,40}'],
]);

/** Reads a field; answers it, or what is wrong with it. */
export function readFormField(
  key: string,
  component: FormComponent,
  isPattern: (text: string) => boolean,
): FormField | string {
  const validate = component.validate ?? {};
  if (typeof validate !== 'object' || Array.isArray(validate)) return 'validate';
  if (component.serializeToString === true) return 'serializeToString';
  const constraints = constraintsOf(validate as Readonly<Record<string, unknown>>);
  if (typeof constraints === 'string') return constraints;
  const values = valuesOf(component.values);
  if (values === null) return 'values';
  const type = typeOf(component);
  const initial = component.defaultValue ?? null;
  const problem = fieldProblem(
    {
      type,
      constraint: (name) => constraints[name] ?? '',
      values: values.map(({ id }) => id),
      initial: typeof initial === 'string' ? initial : '',
    },
    isPattern,
  );
  if (problem !== null) return problem;
  return {
    id: key,
    label: labelOf(component),
    type,
    variable: key,
    default: initial === null ? null : constantExpression(initial as Value),
    // Whether a field is hidden is an expression, which the drawing client evaluates: one that may be is not asked for.
    required: (validate as { readonly required?: unknown }).required === true && component.conditional === undefined,
    readable: true,
    writable: component.disabled !== true && component.readonly !== true,
    values,
    constraints,
  };
}

function typeOf({ type, subtype, decimalDigits }: FormComponent): string {
  if (type === 'number') return decimalDigits === 0 ? 'integer' : 'number';
  if (type === 'datetime') return typeof subtype === 'string' ? subtype : 'date';
  return TYPES[type] ?? type;
}

function labelOf({ label, dateLabel, timeLabel }: FormComponent): string | null {
  const found = [label, dateLabel, timeLabel].find((each) => typeof each === 'string' && each.trim() !== '');
  return found === undefined ? null : (found as string);
}

const KNOWN: ReadonlySet<string> = new Set(['required', 'validationType', ...Object.keys(CONSTRAINTS)]);

/** Reads the constraints of a field; a text names one that cannot be checked. */
function constraintsOf(validate: Readonly<Record<string, unknown>>): Record<string, string> | string {
  const unknown = Object.keys(validate).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) return `validate.${unknown}`;
  const constraints: Record<string, string> = {};
  for (const [written, name] of Object.entries(CONSTRAINTS)) {
    const value = validate[written];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'number' && typeof value !== 'string') return `validate.${written}`;
    constraints[name] = String(value);
  }
  const { validationType = 'custom' } = validate;
  const named = NAMED_PATTERNS.get(validationType);
  if (named === undefined && validationType !== 'custom' && validationType !== '') return 'validate.validationType';
  return named === undefined ? constraints : { ...constraints, pattern: named };
}

/** Reads the values that a field offers; null for what is no list of them. Without any the drawing client has them, and the field takes any. */
function valuesOf(values: unknown): FormField['values'] | null {
  if (values === undefined) return [];
  if (!Array.isArray(values)) return null;
  const read = values.flatMap((each) => {
    const { value, label } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return typeof value === 'string' ? { id: value, name: typeof label === 'string' ? label : value } : [];
  });
  return read.length === values.length ? read : null;
}
