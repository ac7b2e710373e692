// Reads a form file of a deployment, in the shape of form-js: its fields, or everything that is wrong with it.
import { type FormField, isVariableName } from '@keelson/bpmn-core';
import { FORM_FIELDS_MAX, isScriptPattern } from '@keelson/bpmn-rules';
import { type FormComponent, readFormField } from './form-field.ts';

/** Bound of the bytes of a form: one that people wrote is some 10 KiB, and each answer that shows it carries it whole. */
export const FORM_BYTES_MAX = 1_048_576;
/** Bound of the nesting: that of any JSON that the suite takes. */
const DEPTH_MAX = 64;
const KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,254}$/u;

/** Names of form files. */
export const FORM_NAME = /\.form$/i;

export interface FormFile {
  /** The `id` of the form. */
  readonly key: string;
  readonly name: string | null;
  /** The file as it is written, for whoever draws it; components that are no fields are of no other use. */
  readonly layout: Readonly<Record<string, unknown>>;
  readonly fields: readonly FormField[];
}

/** What is wrong with a form; `field` is the key of one of its fields, or null. */
export interface FormProblem {
  readonly field: string | null;
  readonly problem: string;
}

export type FormResult = { readonly form: FormFile } | { readonly problems: readonly FormProblem[] };

export function readForm(bytes: Uint8Array, isPattern: (text: string) => boolean = isScriptPattern): FormResult {
  if (bytes.length > FORM_BYTES_MAX) return refused(`more than ${FORM_BYTES_MAX} bytes`);
  const parsed = parse(bytes);
  if (typeof parsed === 'string') return refused(parsed);
  const { components } = parsed;
  const key = typeof parsed.id === 'string' ? parsed.id.trim() : '';
  const problems: FormProblem[] = KEY.test(key) ? [] : [{ field: null, problem: `id ${short(key)}` }];
  if (!Array.isArray(components)) return { problems: [...problems, { field: null, problem: 'no list of components' }] };
  const fields: FormField[] = [];
  const keys = new Set<string>();
  for (const component of fieldComponents(components)) {
    const name = textOf(component.key) ?? '';
    const read = isVariableName(name) && !name.includes('.') ? readFormField(name, component, isPattern) : 'key';
    const problem = keys.has(name) ? 'given twice' : typeof read === 'string' ? read : null;
    keys.add(name);
    if (problem !== null) problems.push({ field: short(name), problem });
    else if (typeof read !== 'string') fields.push(read);
    if (fields.length + problems.length > FORM_FIELDS_MAX) return refused(`more than ${FORM_FIELDS_MAX} fields`);
  }
  if (problems.length > 0) return { problems };
  return { form: { key, name: textOf(parsed.name) ?? textOf(parsed.title), layout: parsed, fields } };
}

function refused(problem: string): FormResult {
  return { problems: [{ field: null, problem }] };
}

function parse(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return `no JSON in UTF-8: ${(error as Error).message}`;
  }
  if (!isObject(parsed)) return 'no JSON object';
  return depthExceeds(parsed) ? `nested deeper than ${DEPTH_MAX}` : parsed;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether JSON is nested too deep; looks level by level, without recursion. */
function depthExceeds(parsed: object): boolean {
  let level: readonly object[] = [parsed];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEPTH_MAX) return true;
    level = level.flatMap((each) => Object.values(each).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  return false;
}

/** Types of components whose value becomes a variable; every other one is layout. */
const FIELD_TYPES: ReadonlySet<unknown> = new Set([
  'textfield',
  'textarea',
  'number',
  'checkbox',
  'checklist',
  'radio',
  'select',
  'taglist',
  'datetime',
]);

/** Lists fields in the order of the form, those of groups among them; what is repeated or nested in a path is layout. */
function* fieldComponents(components: readonly unknown[]): Iterable<FormComponent> {
  for (const component of components) {
    if (!isObject(component)) continue;
    if (FIELD_TYPES.has(component.type)) yield component as FormComponent;
    const isPlain = component.type === 'group' && (textOf(component.path) ?? '') === '';
    if (isPlain && Array.isArray(component.components)) yield* fieldComponents(component.components);
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Cuts a text of strangers off for a message. */
function short(text: string): string {
  return text.length <= 64 ? text : `${text.slice(0, 64)}...`;
}
