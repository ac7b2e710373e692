// This is the schema of chapter 8 of the standard: definitions, extensions, artifacts, correlation, expressions, items, messages, services.
import {
  ANY_CONTENT,
  BASE,
  BASE_ONLY,
  EXPRESSION,
  FORMAL_EXPRESSION,
  NAME_ONLY,
  NAMED,
  NAMED_ONLY,
  type SchemaTable,
} from './schema-parts.ts';

const INFRASTRUCTURE: SchemaTable = {
  // DOC-04 reports a missing target namespace.
  definitions: {
    attributes: `${NAMED} targetNamespace:string expressionLanguage:string=http://www.w3.org/1999/XPath typeLanguage:string=http://www.w3.org/2001/XMLSchema exporter:string exporterVersion:string`,
    children: 'import* extension* @rootElement* bpmndi:BPMNDiagram* relationship*',
  },
  import: { attributes: 'namespace!:string location!:string importType!:string', children: '', closed: true },
  extension: { attributes: 'definition:label mustUnderstand:boolean=false', children: 'documentation*', closed: true },
  relationship: {
    attributes: 'id:ID type!:string direction:None|Forward|Backward|Both',
    children: `${BASE} source+ target+`,
  },
  documentation: { ...ANY_CONTENT, attributes: 'id:ID textFormat:string=text/plain' },
  extensionElements: { attributes: '', children: '', content: 'other', closed: true },
  auditing: BASE_ONLY,
  monitoring: BASE_ONLY,
};

const ARTIFACTS: SchemaTable = {
  association: {
    attributes: 'id:ID sourceRef!:name targetRef!:name associationDirection:None|One|Both=None',
    children: BASE,
  },
  group: { attributes: 'id:ID categoryValueRef:name', children: BASE },
  textAnnotation: { attributes: 'id:ID textFormat:string=text/plain', children: `${BASE} text?` },
  text: ANY_CONTENT,
  category: { attributes: NAMED, children: `${BASE} categoryValue*` },
  categoryValue: { attributes: 'id:ID value:string', children: BASE },
  categoryValueRef: NAME_ONLY,
};

const CORRELATION: SchemaTable = {
  correlationKey: { attributes: NAMED, children: `${BASE} correlationPropertyRef*` },
  correlationPropertyRef: NAME_ONLY,
  correlationProperty: {
    attributes: `${NAMED} type:label`,
    children: `${BASE} correlationPropertyRetrievalExpression+`,
  },
  correlationPropertyRetrievalExpression: { attributes: 'id:ID messageRef!:name', children: `${BASE} messagePath` },
  messagePath: FORMAL_EXPRESSION,
  correlationSubscription: {
    attributes: 'id:ID correlationKeyRef!:name',
    children: `${BASE} correlationPropertyBinding*`,
  },
  correlationPropertyBinding: { attributes: 'id:ID correlationPropertyRef!:name', children: `${BASE} dataPath` },
  dataPath: FORMAL_EXPRESSION,
};

const COMMON_ELEMENTS: SchemaTable = {
  expression: EXPRESSION,
  formalExpression: FORMAL_EXPRESSION,
  itemDefinition: {
    attributes: 'id:ID structureRef:label isCollection:boolean=false itemKind:Information|Physical=Information',
    children: BASE,
  },
  message: { attributes: `${NAMED} itemRef:name`, children: BASE },
  error: { attributes: `${NAMED} errorCode:string structureRef:name`, children: BASE },
  escalation: { attributes: `${NAMED} escalationCode:string structureRef:name`, children: BASE },
  signal: { attributes: `${NAMED} structureRef:name`, children: BASE },
  resource: { attributes: 'id:ID name!:string', children: `${BASE} resourceParameter*` },
  resourceParameter: { attributes: `${NAMED} type:label isRequired:boolean`, children: BASE },
};

const SERVICES: SchemaTable = {
  interface: { attributes: 'id:ID name!:string implementationRef:label', children: `${BASE} operation+` },
  operation: {
    attributes: 'id:ID name!:string implementationRef:label',
    children: `${BASE} inMessageRef outMessageRef? errorRef*`,
  },
  inMessageRef: NAME_ONLY,
  outMessageRef: NAME_ONLY,
  errorRef: NAME_ONLY,
  endPoint: BASE_ONLY,
};

/** Children of relationships and of link events, which hold nothing but names. */
const ENDS: SchemaTable = { source: NAME_ONLY, target: NAME_ONLY };

export const FOUNDATION_SCHEMAS: SchemaTable = {
  ...INFRASTRUCTURE,
  ...ARTIFACTS,
  ...CORRELATION,
  ...COMMON_ELEMENTS,
  ...SERVICES,
  ...ENDS,
  rendering: BASE_ONLY,
  dataState: NAMED_ONLY,
};
