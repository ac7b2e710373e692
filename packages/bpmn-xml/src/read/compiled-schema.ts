// Compiles the schema table and answers what an element may hold: attributes, their values, and children in their order.
import type { XmlAttribute, XmlElement } from '../tree.types.ts';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, XML_NAMESPACE, XMLNS_NAMESPACE, XSI_NAMESPACE } from './namespaces.ts';
import { ELEMENT_SCHEMAS, type ElementSchema, SUBSTITUTION_GROUPS } from './schema-table.ts';
import { childElements } from './xml-access.ts';

interface AttributeRule {
  readonly required: boolean;
  readonly type: string;
}

interface ChildSlot {
  readonly written: string;
  readonly names: ReadonlySet<string>;
  readonly many: boolean;
}

export interface CompiledSchema {
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  readonly slots: readonly ChildSlot[];
  readonly mixed: boolean;
  readonly closed: boolean;
}

/** By element type; a type that is not in the table is not checked. */
export const COMPILED_SCHEMAS: ReadonlyMap<string, CompiledSchema> = new Map(
  [...ELEMENT_SCHEMAS].map(([type, schema]) => [type, compile(schema)]),
);

function compile(schema: ElementSchema): CompiledSchema {
  return {
    attributes: new Map(parts(schema.attributes).map(compileAttribute)),
    slots: parts(schema.children).map(compileSlot),
    mixed: schema.mixed === true,
    closed: schema.closed === true,
  };
}

function parts(text: string): readonly string[] {
  return text.split(' ').filter((part) => part !== '');
}

function compileAttribute(part: string): readonly [string, AttributeRule] {
  const [name = '', type = ''] = part.split(':');
  return name.endsWith('!') ? [name.slice(0, -1), { required: true, type }] : [name, { required: false, type }];
}

function compileSlot(part: string): ChildSlot {
  const written = part.replace(/[*?]$/, '');
  const names = written.startsWith('@') ? SUBSTITUTION_GROUPS[written.slice(1)] : new Set([written]);
  if (names === undefined) throw new Error(`the schema table names an unknown group: ${written}`);
  return { written: written.replace('@', ''), names, many: part.endsWith('*') };
}

/** Attributes of XML and of schemas themselves may stand anywhere. */
const XML_NAMESPACES: ReadonlySet<string> = new Set([XMLNS_NAMESPACE, XML_NAMESPACE, XSI_NAMESPACE]);

/** An attribute that is not the standard's to judge. */
export function isForeign({ namespace }: XmlAttribute, { closed }: CompiledSchema): boolean {
  if (namespace === '' || namespace === BPMN_NAMESPACE) return false;
  return !closed || namespace === null || XML_NAMESPACES.has(namespace);
}

/** What is wrong with an attribute, in both languages; null where nothing is. */
export function attributeProblem(attribute: XmlAttribute, rule: AttributeRule | undefined) {
  const { name, value } = attribute;
  if (rule === undefined) {
    return { problem: `Attribute ${name} is unknown`, problemTr: `${name} niteliği bilinmiyor` };
  }
  if (isValueOfType(value.trim(), rule.type)) return null;
  if (rule.type.includes('|')) {
    const values = rule.type.replaceAll('|', ', ');
    return { problem: `${value} is not one of ${values}`, problemTr: `${value} şunlardan biri değil: ${values}` };
  }
  return rule.type === 'integer'
    ? { problem: `${value} is not a whole number`, problemTr: `${value} bir tam sayı değil` }
    : { problem: `${value} is not a boolean`, problemTr: `${value} mantıksal bir değer değil` };
}

/** Ids and names have rules of their own (DOC-09, REF-01). */
function isValueOfType(value: string, type: string): boolean {
  if (type === 'boolean') return ['true', 'false', '1', '0'].includes(value);
  if (type === 'integer') return /^[+-]?\d+$/.test(value);
  return type.includes('|') ? type.split('|').includes(value) : true;
}

/** Children that break the order, the count or the choice of the schema, with what it expects instead. */
export function findMisplaced(source: XmlElement, schema: CompiledSchema): ReadonlyMap<XmlElement, string> {
  const misplaced = new Map<XmlElement, string>();
  let at = 0;
  let used = false;
  for (const child of childElements(source)) {
    const slot = findSlot(schema, child, used && schema.slots[at]?.many === false ? at + 1 : at);
    if (slot >= 0) {
      at = slot;
      used = true;
    } else misplaced.set(child, expectedFrom(schema, at));
  }
  return misplaced;
}

function findSlot(schema: CompiledSchema, child: XmlElement, from: number): number {
  const namespace = child.local === 'BPMNDiagram' ? BPMN_DI_NAMESPACE : BPMN_NAMESPACE;
  if (child.namespace !== namespace) return -1;
  return schema.slots.findIndex((slot, index) => index >= from && slot.names.has(child.local));
}

function expectedFrom(schema: CompiledSchema, at: number): string {
  const names = schema.slots.slice(at).map((slot) => slot.written);
  return names.length === 0 ? 'nothing' : names.join(', ');
}
