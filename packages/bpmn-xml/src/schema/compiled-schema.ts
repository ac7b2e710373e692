// Compiles the schema tables and finds the entry of an element: by its name, its parent and the type that it names.

import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE, XSI_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, lookUpPrefix, splitName } from '../tree/xml-access.ts';
import { type ElementSchema, FORMAL_EXPRESSION, type SchemaTable } from './tables/schema-parts.ts';
import { ELEMENT_SCHEMAS, SUBSTITUTION_GROUPS } from './tables/schema-table.ts';
import { DIAGRAM_SCHEMAS } from './tables/schema-table-diagram.ts';

export interface AttributeRule {
  readonly required: boolean;
  readonly type: string;
  /** Value of an attribute that is not written; null where that says nothing. */
  readonly absent: string | null;
}

export interface ChildSlot {
  readonly written: string;
  readonly names: ReadonlySet<string>;
  readonly namespace: string;
  readonly min: number;
  readonly max: number;
}

export interface CompiledSchema {
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  readonly slots: readonly ChildSlot[];
  readonly mixed: boolean;
  readonly content: 'any' | 'other' | null;
  readonly closed: boolean;
  readonly typeName: string;
}

const NAMESPACE_OF_PREFIX: Readonly<Record<string, string>> = {
  bpmndi: BPMN_DI_NAMESPACE,
  di: DI_NAMESPACE,
  dc: DC_NAMESPACE,
};

const COUNTS: Readonly<Record<string, readonly [number, number]>> = {
  '': [1, 1],
  '?': [0, 1],
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
};

const ELEMENTS = compileTable(ELEMENT_SCHEMAS, BPMN_NAMESPACE);
const DIAGRAM_ELEMENTS = compileTable(DIAGRAM_SCHEMAS, BPMN_DI_NAMESPACE);
const FORMAL = compile('formalExpression', FORMAL_EXPRESSION, BPMN_NAMESPACE);

function compileTable(table: SchemaTable, namespace: string): ReadonlyMap<string, CompiledSchema> {
  return new Map(Object.entries(table).map(([name, schema]) => [name, compile(name, schema, namespace)]));
}

function compile(name: string, schema: ElementSchema, namespace: string): CompiledSchema {
  return {
    attributes: new Map(parts(schema.attributes).map(compileAttribute)),
    slots: parts(schema.children).map((part) => compileSlot(part, namespace)),
    mixed: schema.mixed === true,
    content: schema.content ?? null,
    closed: schema.closed === true,
    typeName: schema.type ?? `t${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  };
}

function parts(text: string): readonly string[] {
  return text.split(' ').filter((part) => part !== '');
}

function compileAttribute(part: string): readonly [string, AttributeRule] {
  const [, name = '', mark, type = '', absent = null] = /^(\w+)(!?):([^=]+)(?:=(.*))?$/.exec(part) ?? [];
  if (name === '') throw new Error(`the schema table has an attribute that cannot be read: ${part}`);
  return [name, { required: mark === '!', type, absent }];
}

function compileSlot(part: string, ownNamespace: string): ChildSlot {
  const [, prefix, written = '', count = ''] = /^(?:(\w+):)?(@?[\w|]+)([?*+]?|\{[\d,]+\})$/.exec(part) ?? [];
  const [least = '', most = ''] = count.replace(/[{}]/g, '').split(',');
  const [min, max] = COUNTS[count] ?? [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
  const names = written.startsWith('@') ? SUBSTITUTION_GROUPS[written.slice(1)] : new Set(written.split('|'));
  const namespace = prefix === undefined ? ownNamespace : NAMESPACE_OF_PREFIX[prefix];
  if (written === '' || names === undefined || namespace === undefined) {
    throw new Error(`the schema table has a part that cannot be read: ${part}`);
  }
  return { written: written.replace('@', '').replaceAll('|', ' or '), names, namespace, min, max };
}

/** Schema of an element, and what is wrong with the type that it names itself. */
export interface FoundSchema {
  /** Undefined for an element that the standard does not have. */
  readonly schema: CompiledSchema | undefined;
  /** The value of `xsi:type` where it is no type of this element. */
  readonly wrongType?: string;
  /** True where the element's type is abstract, and it names none. */
  readonly lacksType?: boolean;
}

function schemaOf(isModel: boolean, name: string, parent: string | undefined): CompiledSchema | undefined {
  const table = isModel ? ELEMENTS : DIAGRAM_ELEMENTS;
  return table.get(`${parent}/${name}`) ?? table.get(name);
}

/** Finds the schema of a child of the model that is not written yet. */
export function childSchema(parent: XmlElement, name: string): CompiledSchema | undefined {
  return parent.namespace === BPMN_NAMESPACE ? schemaOf(true, name, parent.local) : undefined;
}

/** Finds the schema of an element of the model or diagram vocabularies. */
export function findSchema(source: XmlElement, parent: XmlElement | null): FoundSchema {
  const isModel = source.namespace === BPMN_NAMESPACE;
  const schema = schemaOf(isModel, source.local, parent?.local);
  // What is closed in the model holds plain text or anything: naming its type changes nothing.
  if (schema === undefined || (isModel && schema.closed)) return { schema };
  return withType(source, schema, isModel);
}

function withType(source: XmlElement, schema: CompiledSchema, isModel: boolean): FoundSchema {
  const type = attributeValue(source, 'type', XSI_NAMESPACE)?.trim();
  const isAbstract = isModel && schema.typeName === '*';
  if (type === undefined) return isAbstract ? { schema, lacksType: true } : { schema };
  const { prefix, localName } = splitName(type);
  if (!isModel) return localName === schema.typeName ? { schema } : { schema, wrongType: type };
  if (lookUpPrefix(source, prefix) !== BPMN_NAMESPACE) return { schema, wrongType: type };
  if (isAbstract) {
    const chosen = typedSchema(localName);
    return chosen === undefined ? { schema, wrongType: type } : { schema: chosen };
  }
  if (localName === FORMAL.typeName && schema.typeName === 'tExpression') return { schema: FORMAL };
  return localName === schema.typeName ? { schema } : { schema, wrongType: type };
}

function typedSchema(typeName: string): CompiledSchema | undefined {
  return [...ELEMENTS.values()].find((schema) => schema.typeName === typeName && !schema.closed);
}
