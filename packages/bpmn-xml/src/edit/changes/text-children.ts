// Says which children of an element hold text that a person writes, and where the schema has them.
import { type CompiledSchema, childSchema, findSchema } from '../../schema/compiled-schema.ts';
import { BPMN_NAMESPACE, isDmnNamespace } from '../../tree/namespaces.ts';
import type { XmlElement } from '../../tree/tree.types.ts';
import { childElements } from '../../tree/xml-access.ts';

/** A child that may be written where it is not yet. */
export interface TextChild {
  readonly name: string;
  readonly isExpression: boolean;
}

/** Whether a schema holds text that a person writes: names of other elements are text, too, but none of these. */
function holdsText({ mixed, closed, content }: CompiledSchema): boolean {
  return mixed && !(closed && content === null);
}

/**
 * Whether an element holds text: documentation, expressions, scripts, annotations; of DMN what has no elements inside.
 */
export function isTextHolder(element: XmlElement): boolean {
  if (isDmnNamespace(element.namespace)) return childElements(element).length === 0;
  if (element.namespace !== BPMN_NAMESPACE) return false;
  const { schema } = findSchema(element, element.parent);
  return schema !== undefined && holdsText(schema);
}

/** Place of a child in the schema; -1 where there is no such child. */
export function slotIndex(parent: XmlElement, name: string): number {
  const { schema } = findSchema(parent, parent.parent);
  if (parent.namespace !== BPMN_NAMESPACE || schema === undefined) return -1;
  return schema.slots.findIndex(({ names, namespace }) => namespace === BPMN_NAMESPACE && names.has(name));
}

/** Answers how often the schema takes a child, or one of those that may stand in its place. */
export function slotOf(parent: XmlElement, name: string) {
  return findSchema(parent, parent.parent).schema?.slots[slotIndex(parent, name)];
}

export function textChild(parent: XmlElement, name: string): TextChild {
  return { name, isExpression: childSchema(parent, name)?.typeName === 'tExpression' };
}

/** Whether the schema has a child of this name there that holds text. */
export function mayHoldText(parent: XmlElement, name: string): boolean {
  const schema = childSchema(parent, name);
  return slotIndex(parent, name) >= 0 && schema !== undefined && holdsText(schema);
}
