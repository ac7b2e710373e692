// The elements of the extension namespaces from the inside: their attributes, what they hold and their text.
import { type ExtensionValueKind, extensionAttributes } from './extension-tables.ts';

/** What may be inside an extension element. */
export interface ExtensionElementSchema {
  readonly attributes: ReadonlyMap<string, ExtensionValueKind>;
  /** Attributes that must be there. */
  readonly required: readonly string[];
  readonly children: ReadonlySet<string>;
  /** Kind of the element's own text; null where it has none. */
  readonly text: ExtensionValueKind | null;
}

function schema(attributes: string, children = '', text: ExtensionValueKind | null = null): ExtensionElementSchema {
  const required = [...attributes.matchAll(/(\w+)!/g)].map(([, name]) => name ?? '');
  return {
    attributes: extensionAttributes(attributes.replaceAll('!', '')),
    required,
    children: new Set(children.split(' ').filter(Boolean)),
    text,
  };
}

const PARAMETER = schema('name!:variable', 'script list map', 'expr');
const MAPPING = schema(
  'source:variable sourceExpression:expr target:variable variables:all local:true|false|1|0 businessKey:expr',
);
const LISTENER = 'id type:script expression:expr';

/**
 * Schemas by name. A name may be inside another that lists it, or directly in `extensionElements` of an element that
 * does.
 */
const SCHEMAS: Readonly<Record<string, ExtensionElementSchema>> = {
  executionListener: schema(`event:start|end|take ${LISTENER}`, 'script'),
  taskListener: schema(
    `event:create|assignment|update|complete|delete|timeout|all ${LISTENER}`,
    'script timerEventDefinition',
  ),
  eventListener: schema(
    'events throwEvent:signal|globalSignal|message|error signalName:expr messageName:expr errorCode:expr',
  ),
  script: schema('scriptFormat language resource:literal', '', 'script'),
  inputOutput: schema('', 'inputParameter outputParameter'),
  inputParameter: PARAMETER,
  outputParameter: PARAMETER,
  list: schema('', 'value script list map'),
  map: schema('', 'entry'),
  entry: schema('key!', 'script list map', 'expr'),
  value: schema('id name', '', 'expr'),
  failedJobRetryTimeCycle: schema('', '', 'retry'),
  historyLevel: schema('', '', 'none|activity|audit|full'),
  formData: schema('businessKey', 'formField'),
  formField: schema('id!:variable label type defaultValue:expr datePattern', 'properties validation value'),
  validation: schema('', 'constraint'),
  constraint: schema('name! config'),
  formProperty: schema(
    `id!:variable name type expression:expr variable:variable default:expr required:true|false readable:true|false
     writable:true|false datePattern min max minlength maxlength pattern`,
    'value',
  ),
  field: schema('name! stringValue expression:expr', 'string expression'),
  string: schema('', '', 'text'),
  expression: schema('', '', 'expr'),
  connector: schema('', 'inputOutput connectorId'),
  connectorId: schema('', '', 'text'),
  errorEventDefinition: schema('id errorRef! expression:bare'),
  mapException: schema('errorCode! includeChildExceptions:true|false', '', 'failure'),
  mapFailure: schema('failure:failure errorCode!', '', 'failure'),
  call: schema('name:expr', 'with', 'expr'),
  with: schema('name! value:expr', 'script list map', 'expr'),
  fallbackToDefaultTenant: schema('value!:true|false|1|0'),
  in: MAPPING,
  out: MAPPING,
  collection: schema('', '', 'expr'),
  variableAggregation: schema('target!:variable', 'variable'),
  variable: schema('source:variable target:variable sourceExpression:expr'),
  timerEventDefinition: schema('id', 'timeDate timeDuration timeCycle'),
  timeDate: schema('type', '', 'expr'),
  timeDuration: schema('type', '', 'expr'),
  timeCycle: schema('type', '', 'expr'),
};

/** Finds the schema of an element; undefined for what is no element of the extension namespaces. */
export function extensionElementSchema(name: string): ExtensionElementSchema | undefined {
  return Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
}

/** Elements whose class is refused by a rule of their own, which names the replacement. */
export const LISTENER_ELEMENTS: ReadonlySet<string> = new Set(['executionListener', 'taskListener', 'eventListener']);
