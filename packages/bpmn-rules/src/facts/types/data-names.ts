// Data of a model are kept under a variable name that follows from their own.
import type { BpmnElement } from './document.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/;

/** Variable of an element: its name where that is an identifier, else its id; null where neither is there. */
export function dataVariableName({ name, id }: BpmnElement): string | null {
  return name !== null && IDENTIFIER.test(name) ? name : id;
}
