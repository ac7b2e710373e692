// The schema says of an attribute whether it is known, and whether its value is of its type.
import { isNcName } from '@keelson/bpmn-rules';
import {
  BPMN_DI_NAMESPACE,
  BPMN_NAMESPACE,
  DC_NAMESPACE,
  DI_NAMESPACE,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  XSI_NAMESPACE,
} from '../tree/namespaces.ts';
import type { XmlAttribute } from '../tree/tree.types.ts';
import type { AttributeRule, CompiledSchema } from './compiled-schema.ts';

/** What is wrong, in both languages. */
export interface Wrong {
  readonly problem: string;
  readonly problemTr: string;
}

/** Namespaces of XML and of schemas themselves, whose attributes may stand anywhere. */
const XML_NAMESPACES: ReadonlySet<string> = new Set([XMLNS_NAMESPACE, XML_NAMESPACE, XSI_NAMESPACE]);
/** Namespaces of the standard, whose own attributes have no prefix. */
const OWN_NAMESPACES: ReadonlySet<string> = new Set([
  '',
  BPMN_NAMESPACE,
  BPMN_DI_NAMESPACE,
  DI_NAMESPACE,
  DC_NAMESPACE,
]);

/** Says whether the attribute is not the standard's to judge. */
export function isForeign({ namespace }: XmlAttribute, { closed }: CompiledSchema): boolean {
  if (namespace === null || XML_NAMESPACES.has(namespace)) return true;
  return !closed && !OWN_NAMESPACES.has(namespace);
}

/** Finds what is wrong with an attribute; null where nothing is. */
export function attributeProblem({ name, value }: XmlAttribute, rule: AttributeRule | undefined): Wrong | null {
  if (rule === undefined) {
    return { problem: `Attribute ${name} is unknown`, problemTr: `${name} niteliği bilinmiyor` };
  }
  const { type } = rule;
  if (type.includes('|')) {
    if (type.split('|').includes(value.trim())) return null;
    const values = type.replaceAll('|', ', ');
    const said = `${name}="${value}"`;
    return { problem: `${said} is not one of ${values}`, problemTr: `${said} şunlardan biri değil: ${values}` };
  }
  const lexical = LEXICAL[type];
  if (lexical === undefined || lexical.isValid(value.trim())) return null;
  const said = `${name}="${value}"`;
  return { problem: `${said} is not a ${lexical.en}`, problemTr: `${said} bir ${lexical.tr} değil` };
}

interface Lexical {
  readonly isValid: (value: string) => boolean;
  readonly en: string;
  readonly tr: string;
}

const INTEGER = /^[+-]?\d+$/;
const INT_MAX = 2_147_483_647;

function isQualifiedName(text: string): boolean {
  const parts = text.split(':');
  return parts.length <= 2 && parts.every(isNcName);
}

/** Checks of the types of values; ids and names of elements have rules of their own (DOC-09, REF-01). */
const LEXICAL: Readonly<Record<string, Lexical>> = {
  boolean: {
    isValid: (value) => ['true', 'false', '1', '0'].includes(value),
    en: 'boolean',
    tr: 'mantıksal değer',
  },
  integer: { isValid: (value) => INTEGER.test(value), en: 'whole number', tr: 'tam sayı' },
  int: {
    isValid: (value) => INTEGER.test(value) && Number(value) <= INT_MAX && Number(value) >= -INT_MAX - 1,
    en: 'whole number of 32 bits',
    tr: '32 bitlik tam sayı',
  },
  double: {
    isValid: (value) => /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)$/.test(value),
    en: 'number',
    tr: 'sayı',
  },
  label: { isValid: isQualifiedName, en: 'qualified name', tr: 'nitelikli ad' },
};

/** Reports a type that an element names and cannot have. */
export function typeProblem(type: string, element: string): Wrong {
  return { problem: `${type} is not a type of ${element}`, problemTr: `${type}, ${element} için bir tür değil` };
}
