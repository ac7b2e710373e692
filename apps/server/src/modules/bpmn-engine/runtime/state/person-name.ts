// Compares names of people: two names are one person's where they are folded alike.
import { decodeState, peopleIn } from '@keelson/bpmn-core';
import { foldName } from '../../../../kernel/text/fold.ts';

export function isSamePerson(left: string, right: string): boolean {
  return left === right || foldName(left) === foldName(right);
}

/** Name that a row holds beside a written one: null where that is folded already, as most names are. */
export function foldedBeside(name: string | null): string | null {
  if (name === null) return null;
  const folded = foldName(name);
  return folded === name ? null : folded;
}

/** Whether the stored state names the person anywhere in a spelling other than `butAs`. */
export function isNamedIn(
  state: Uint8Array,
  { person, butAs }: { readonly person: string; readonly butAs: string },
): boolean {
  return peopleIn(decodeState(state)).some((name) => name !== butAs && isSamePerson(name, person));
}
