// The namespaces of BPMN files, of which this engine reads some.
import type { ExtensionFamily } from '@keelson/bpmn-rules';

export const BPMN_NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
export const BPMN_DI_NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/DI';
export const DC_NAMESPACE = 'http://www.omg.org/spec/DD/20100524/DC';
export const DI_NAMESPACE = 'http://www.omg.org/spec/DD/20100524/DI';
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The prefixes that tools give to the namespaces that are read alike. */
const ENGINE_PREFIXES: Readonly<Record<string, string>> = {
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  operaton: 'http://operaton.org/schema/1.0/bpmn',
  keelson: 'urn:keelson:bpmn:1',
};

const ENGINE_NAMESPACES: ReadonlySet<string> = new Set(Object.values(ENGINE_PREFIXES));

const ZEEBE_NAMESPACE = 'http://camunda.org/schema/zeebe/1.0';

const READABLE_PREFIXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ENGINE_PREFIXES).map(([prefix, namespace]) => [namespace, prefix] as const),
  [XSI_NAMESPACE, 'xsi'],
  [ZEEBE_NAMESPACE, 'zeebe'],
  [DC_NAMESPACE, 'dc'],
  [DI_NAMESPACE, 'di'],
  [BPMN_DI_NAMESPACE, 'bpmndi'],
]);

/** Answers the namespace that every tool means by a prefix; undefined for one that a file has to declare. */
export function usualNamespace(prefix: string): string | undefined {
  if (prefix === 'xsi') return XSI_NAMESPACE;
  return Object.hasOwn(ENGINE_PREFIXES, prefix) ? ENGINE_PREFIXES[prefix] : undefined;
}

/** Writes a name of a namespace with the prefix that tools give it, else with the namespace itself; without, for the standard's. */
export function readableName(namespace: string | null, local: string): string {
  if (namespace === null || namespace === '' || namespace === BPMN_NAMESPACE) return local;
  const prefix = READABLE_PREFIXES.get(namespace);
  return prefix === undefined ? `{${namespace}}${local}` : `${prefix}:${local}`;
}

/** Answers the family of a namespace; null for one that is carried unread. */
export function extensionFamily(namespace: string | null): ExtensionFamily | null {
  if (namespace === null) return null;
  if (ENGINE_NAMESPACES.has(namespace)) return 'engine';
  return namespace === ZEEBE_NAMESPACE ? 'zeebe' : null;
}

/** Namespaces of imports beside other BPMN files: XML Schema, WSDL 1.1 and 2.0. */
const IMPORT_NAMESPACES: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/XMLSchema',
  'http://schemas.xmlsoap.org/wsdl/',
  'http://www.w3.org/ns/wsdl',
]);

/** Whether this is the namespace of a file of types or services, which lies beside a model and is no model itself. */
export function isImportNamespace(namespace: string | null): boolean {
  return namespace !== null && IMPORT_NAMESPACES.has(namespace);
}

/** Names of schemas from DMN 1.1 on, and the bare date that tools write; the versions differ in nothing that is executed. */
const DMN_NAMESPACE = /^https?:\/\/www\.omg\.org\/spec\/DMN\/\d{8}(?:\/(?:MODEL\/?|dmn(?:1\d)?\.xsd)?)?$/;

/** Whether this is DMN's model namespace, of any version. */
export function isDmnNamespace(namespace: string | null): boolean {
  return namespace !== null && DMN_NAMESPACE.test(namespace);
}
