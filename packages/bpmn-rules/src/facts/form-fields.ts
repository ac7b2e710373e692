// What the field of a form may say of itself, wherever it is written: in a model, or in a file of its own.

/** Kind of the values that a field takes. */
export type FieldKind =
  | 'TEXT'
  | 'TEXT_AREA'
  | 'PASSWORD'
  | 'INTEGER'
  | 'NUMBER'
  | 'BOOLEAN'
  /** As BOOLEAN; one that is required must be true. */
  | 'CHECKBOX'
  | 'DATE'
  | 'DATETIME'
  | 'TIME'
  /** One of the values of the field, where it has any. */
  | 'ENUM'
  /** A list of such values. */
  | 'LIST'
  /** Any value at all. */
  | 'ANY';

const KINDS: readonly (readonly [kind: FieldKind, types: string])[] = [
  ['TEXT', 'string people functional-group'],
  ['TEXT_AREA', 'text multi-line-text'],
  ['PASSWORD', 'password'],
  ['INTEGER', 'long integer int'],
  ['NUMBER', 'double decimal number'],
  ['BOOLEAN', 'boolean'],
  ['CHECKBOX', 'checkbox'],
  ['DATE', 'date'],
  ['DATETIME', 'datetime date-time'],
  ['TIME', 'time'],
  ['ENUM', 'enum radio-buttons dropdown'],
  ['LIST', 'checklist taglist'],
  ['ANY', 'upload'],
];

const KIND_OF: ReadonlyMap<string, FieldKind> = new Map(
  KINDS.flatMap(([kind, types]) => types.split(' ').map((type) => [type, kind] as const)),
);

/** Answers the kind of a field's type, text where it has none; null for a type that no field has. */
export function fieldKindOf(type: string): FieldKind | null {
  return type === '' ? 'TEXT' : (KIND_OF.get(type.toLowerCase()) ?? null);
}

/** Bound of the fields of a form: a person fills in no longer one, and its answer is bounded. */
export const FORM_FIELDS_MAX = 1_000;
/** Bound of the values of a field: nobody chooses among more by looking at them. */
export const FIELD_VALUES_MAX = 10_000;

/** A field as it is written: texts, empty where nothing is. */
export interface WrittenField {
  readonly type: string;
  readonly constraint: (name: string) => string;
  /** Ids of the values that it offers. */
  readonly values: readonly string[];
  /** The value that it begins with. */
  readonly initial: string;
}

const NUMBERS: ReadonlySet<FieldKind> = new Set(['INTEGER', 'NUMBER']);
const TEXTS: ReadonlySet<FieldKind> = new Set(['TEXT', 'TEXT_AREA', 'PASSWORD']);
/** Constraints, and the kinds of fields that each can be held against. */
const CONSTRAINED: readonly (readonly [name: string, kinds: ReadonlySet<FieldKind>])[] = [
  ['min', NUMBERS],
  ['max', NUMBERS],
  ['minlength', TEXTS],
  ['maxlength', TEXTS],
  ['pattern', TEXTS],
];

/** Says why a field is invalid (EXE-19); null where it is not. */
export function fieldProblem(field: WrittenField, isPattern: (text: string) => boolean): string | null {
  const { type, constraint, values, initial } = field;
  const kind = fieldKindOf(type);
  if (kind === null) return `type ${type}`;
  for (const [name, kinds] of CONSTRAINED) {
    const bound = constraint(name);
    if (bound === '') continue;
    if (!kinds.has(kind)) return `${name} of the type ${type === '' ? 'string' : type}`;
    if (name !== 'pattern' && !Number.isFinite(Number(bound))) return `${name} ${bound}`;
  }
  for (const name of ['', 'length']) {
    const [min, max] = [constraint(`min${name}`), constraint(`max${name}`)];
    if (min !== '' && max !== '' && Number(min) > Number(max)) return `min${name} above max${name}`;
  }
  if (values.length > FIELD_VALUES_MAX) return `more than ${FIELD_VALUES_MAX} values`;
  if (type.toLowerCase() === 'enum' && values.length === 0) return 'enum without values';
  const offered = kind === 'ENUM' && values.length > 0 && initial !== '' && !/[$#]\{/.test(initial);
  if (offered && !values.includes(initial)) return `default ${initial}`;
  return isPattern(constraint('pattern')) ? null : `pattern ${constraint('pattern')}`;
}

/** Whether JavaScript takes the text for a pattern, where no host says better. */
export function isScriptPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
