// Completes the example of a record that operations answer.
import type { Static, TObject } from 'typebox';
import { placeholders as example } from './placeholders.ts';

const everyRecord = {
  id: example.number,
  uuid: example.uuid,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
} as const;

/** Holds what an example has to say itself: what is neither a field of every record nor may be null. */
type Said<T> = {
  readonly [K in keyof T as K extends keyof typeof everyRecord ? never : null extends T[K] ? never : K]: T[K];
} & Partial<T>;

/** Answers an example of the model: of what is not said, fields of every record are placeholders and all others null. */
export function recordExample<S extends TObject>(model: S, said: Said<Static<S>>): Static<S> {
  const values: Readonly<Record<string, unknown>> = { ...everyRecord, ...said };
  const fields = Object.keys(model.properties).map((field) => [field, values[field] ?? null]);
  return Object.fromEntries(fields) as Static<S>;
}
