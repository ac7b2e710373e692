// Declares what a request has to give where no single field is required: one of several, or fields of a model that answers
// have, too.
import type { TObject, TProperties } from 'typebox';
import type { ArgumentCode } from './argument-codes.ts';
import { closed } from './schema.ts';

/** The need for at least one of these fields: it is there, and neither null nor empty text. */
export interface Need {
  readonly fields: readonly string[];
  /** Whether no second one of the fields may be there. */
  readonly exclusive?: true;
  /** Code of the argument where none of the fields is given, if it is not REQUIRED. */
  readonly code?: ArgumentCode;
}

/** Gives the model a title of its own; its requests must satisfy each of these. */
export function needing<P extends TProperties>(
  model: TObject<P>,
  title: string,
  ...needs: readonly Need[]
): TObject<P> {
  return { ...closed(model.properties, title), 'x-needs': needs } as TObject<P>;
}

function countGiven(value: object, { fields }: Need): number {
  return fields.filter((name) => {
    const given = (value as Readonly<Record<string, unknown>>)[name];
    return given !== undefined && given !== null && given !== '';
  }).length;
}

function isMet(value: object, need: Need): boolean {
  const count = countGiven(value, need);
  return need.exclusive === true ? count === 1 : count >= 1;
}

export interface UnmetNeed {
  /** The field at fault; null where it could be any of several. */
  readonly field: string | null;
  readonly code: ArgumentCode;
  readonly message: string;
}

/** Finds every need that the value leaves open. */
export function unmetNeeds(value: object, needs: readonly Need[]): readonly UnmetNeed[] {
  return needs
    .filter((need) => !isMet(value, need))
    .map((need) => {
      const [first = '', ...others] = need.fields;
      if (others.length === 0) return { field: first, code: need.code ?? 'REQUIRED', message: 'Must be given.' };
      const names = need.fields.join(', ');
      const message = need.exclusive === true ? `Give exactly one of ${names}.` : `Give at least one of ${names}.`;
      const code = countGiven(value, need) === 0 ? (need.code ?? 'REQUIRED') : 'NOT_ALLOWED';
      return { field: null, code, message };
    });
}

/** Defines the keyword for the validator (the shape of ajv's `addKeyword`). */
export const needsKeyword = {
  keyword: 'x-needs',
  type: 'object',
  schemaType: 'array',
  errors: false,
  validate(needs: readonly Need[], value: object): boolean {
    return needs.every((need) => isMet(value, need));
  },
} as const;
