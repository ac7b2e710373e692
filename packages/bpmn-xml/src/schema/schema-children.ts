// The schema gives an element's children an order, counts and choices.

import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlElement, XmlNode } from '../tree/tree.types.ts';
import { childElements } from '../tree/xml-access.ts';
import type { ChildSlot, CompiledSchema } from './compiled-schema.ts';

/** Children of one element that break the schema. */
export interface ChildrenProblems {
  /** What the schema has where each misplaced node stands. */
  readonly misplaced: ReadonlyMap<XmlNode, string>;
  readonly missing: readonly { readonly name: string; readonly count: number }[];
}

const NOTHING: ChildrenProblems = { misplaced: new Map(), missing: [] };
const OWN_NAMESPACES: ReadonlySet<string> = new Set([BPMN_NAMESPACE, BPMN_DI_NAMESPACE, DI_NAMESPACE, DC_NAMESPACE]);

export function checkChildren(source: XmlElement, schema: CompiledSchema): ChildrenProblems {
  if (schema.content === 'any') return NOTHING;
  const misplaced = new Map<XmlNode, string>();
  if (!schema.mixed) findText(source, schema, misplaced);
  if (schema.content === 'other') {
    for (const child of childElements(source)) {
      if (child.namespace === '') misplaced.set(child, 'elements of a namespace of their own');
    }
    return { misplaced, missing: [] };
  }
  return { misplaced, missing: fillSlots(source, schema, misplaced) };
}

function findText(source: XmlElement, schema: CompiledSchema, misplaced: Map<XmlNode, string>): void {
  for (const child of source.children) {
    const isText = (child.kind === 'text' || child.kind === 'cdata') && child.value.trim() !== '';
    if (isText) misplaced.set(child, expectedFrom(schema, 0));
  }
}

/**
 * Sorts children into the slots of the schema, and answers what is missing. Every schema of the standard is deterministic, so each child
 * goes to the first slot it fits.
 */
function fillSlots(source: XmlElement, schema: CompiledSchema, misplaced: Map<XmlNode, string>) {
  const counts = new Map<ChildSlot, number>();
  let at = 0;
  for (const child of childElements(source)) {
    const full = (counts.get(schema.slots[at] as ChildSlot) ?? 0) >= (schema.slots[at]?.max ?? 0);
    const index = findSlot(schema, child, full ? at + 1 : at);
    const slot = schema.slots[index];
    if (slot === undefined) misplaced.set(child, whyMisplaced(schema, child, at, counts));
    else {
      at = index;
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
  }
  return schema.slots.flatMap((slot) => {
    const count = slot.min - (counts.get(slot) ?? 0);
    return count > 0 ? { name: slot.written, count } : [];
  });
}

/** Says why a child is misplaced: there is as much of it as there may be, or something else is expected. */
function whyMisplaced(
  schema: CompiledSchema,
  child: XmlElement,
  at: number,
  counts: ReadonlyMap<ChildSlot, number>,
): string {
  const full = schema.slots.find((slot) => slot.names.has(child.local) && (counts.get(slot) ?? 0) >= slot.max);
  return full === undefined ? expectedFrom(schema, at) : `${full.max} × ${full.written}`;
}

function findSlot({ slots }: CompiledSchema, { namespace, local }: XmlElement, from: number): number {
  if (namespace === null || !OWN_NAMESPACES.has(namespace)) return -1;
  return slots.findIndex((slot, index) => index >= from && slot.namespace === namespace && slot.names.has(local));
}

function expectedFrom(schema: CompiledSchema, at: number): string {
  const names = schema.slots.slice(at).map((slot) => slot.written);
  return names.length === 0 ? 'nothing' : names.join(', ');
}
