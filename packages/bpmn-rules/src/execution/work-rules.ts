// Rules of the work that tasks do: it must be of a kind that is executed, and complete.

import type { Replacement } from '../extensions/extension-tables.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { type BpmnElement, type ExtensionFact, findReference } from '../facts/types/document.ts';
import { decisionKeyOf, eventWorkOf, eventWorkWay, WORK_TYPES, workWayOf } from '../facts/work-facts.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

const WORKING_TYPES: ReadonlySet<string> = new Set([
  'serviceTask',
  'sendTask',
  'businessRuleTask',
  'globalBusinessRuleTask',
]);

const OTHER_TYPES = {
  y: 'mail, http, dmn or external, or a native call.',
  yTr: 'mail, http, dmn ya da external veya bir yerel çağrı.',
};

/** Types of other engines, and how the same is said here. */
const REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  shell: {
    y: 'type="external" with a topic, whose worker runs the command.',
    yTr: 'konusu olan type="external"; komutu çalışanı yürütür.',
  },
  camel: {
    y: 'type="external" with a topic, whose worker calls the route, or type="http" for what is reached by HTTP.',
    yTr: 'konusu olan type="external"; yolu çalışanı çağırır; HTTP ile ulaşılan için type="http".',
  },
  mule: {
    y: 'type="external" with a topic, whose worker calls the flow, or type="http" for what is reached by HTTP.',
    yTr: 'konusu olan type="external"; akışı çalışanı çağırır; HTTP ile ulaşılan için type="http".',
  },
  case: {
    y: 'a callActivity that calls a process instead of the case.',
    yTr: 'vaka yerine bir süreç çağıran bir callActivity.',
  },
  'send-event': {
    y: 'a sendTask with messageRef, or a message throw event; who listens waits for the message by its name.',
    yTr: 'messageRef taşıyan bir sendTask ya da ileti fırlatma olayı; dinleyen, iletiyi adıyla bekler.',
  },
};

/** Lists elements that may say work: tasks, and message definitions of throwing events in the place of their message. */
function workingElements(context: RuleContext): readonly BpmnElement[] {
  const ofEvents = context.document.elements.filter((element) => eventWorkWay(element) !== null);
  return [...elementsOfTypes(context, WORKING_TYPES), ...ofEvents];
}

/**
 * Checks work at events: whoever waits for a message has nothing to do, what several events share does not belong to one of them, and a
 * decision has no place there.
 */
function* workOfEvents(context: RuleContext): Iterable<Finding> {
  for (const definition of context.document.elements) {
    const way = eventWorkWay(definition);
    if (way === null || way === 'refused') continue;
    const isIts = definition.parent !== null && eventWorkOf(definition.parent) === definition;
    if (isIts && way !== 'decision') continue;
    yield finding('EXE-09', definition, { about: 'work', values: { x: `${way} of ${definition.type}` } });
  }
}

function* implementations(context: RuleContext): Iterable<Finding> {
  for (const element of workingElements(context)) {
    const type = extensionAttribute(element, 'type');
    if (type !== null && !WORK_TYPES.has(type.value.trim().toLowerCase())) {
      const { position, value } = type;
      const x = value.trim();
      const replacement = REPLACEMENTS[x.toLowerCase()] ?? OTHER_TYPES;
      yield finding('EXE-04', element, { position, about: 'element', values: { x, ...replacement } });
    }
    const way = workWayOf(element);
    if (way === 'webService') yield finding('EXE-13', element, { about: 'element' });
    else if (way === 'none') yield* withoutWork(element);
    else if (way === 'decision') yield* decision(context, element);
    else if (way === 'external' && extensionAttribute(element, 'topic') === null) {
      yield finding('EXE-16', element, {
        about: 'element',
        values: { x: `${label(element)} (external without topic)` },
      });
    }
  }
}

function* withoutWork(element: BpmnElement): Iterable<Finding> {
  if (element.type === 'sendTask') yield finding('ACT-09', element, { about: 'element' });
  else yield finding('EXE-16', element, { about: 'element', values: { x: label(element) } });
}

function* decision({ outside }: RuleContext, element: BpmnElement): Iterable<Finding> {
  const key = decisionKeyOf(element);
  if (key === null) {
    yield finding('EXE-21', element, { about: 'element' });
    return;
  }
  const isComputed = /[$#]\{/.test(key);
  if (isComputed || outside.hasDecision === undefined || outside.hasDecision(key)) return;
  yield finding('EXE-11', element, { values: { k: key } });
}

const CONNECTORS: ReadonlySet<string> = new Set(['http-connector', 'mail-send']);

function* connectors(context: RuleContext): Iterable<Finding> {
  for (const element of workingElements(context)) {
    for (const fact of element.extensions) {
      if (fact.kind !== 'element' || fact.family !== 'engine' || fact.name !== 'connector') continue;
      const id = fact.children.find(({ name }) => name === 'connectorId');
      const x = id?.value.trim() ?? '';
      if (!CONNECTORS.has(x))
        yield finding('EXE-03', element, { position: id?.position ?? fact.position, values: { x } });
      if (x === 'http-connector') yield* connectorInputs(element, fact);
    }
  }
}

const HTTP_INPUTS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'payload']);

function* connectorInputs(element: BpmnElement, connector: ExtensionFact): Iterable<Finding> {
  for (const { name, position, attributes } of connector.children.flatMap(({ children }) => children)) {
    const n = attributes.get('name')?.trim() ?? '';
    if (name !== 'inputParameter' || HTTP_INPUTS.has(n)) continue;
    yield finding('EXE-18', element, { position, values: { n, type: 'http-connector' } });
  }
}

/** Fields that mail and HTTP know; external tasks hand every field to their worker. */
const FIELDS: Readonly<Record<string, ReadonlySet<string> | null>> = {
  mail: new Set('to cc bcc from subject text html charset attachments'.split(' ')),
  http: new Set(
    (
      'requestMethod requestUrl requestHeaders requestBody requestTimeout disallowRedirects failStatusCodes ' +
      'handleStatusCodes responseVariableName saveResponseParameters saveResponseVariableAsJson ignoreException'
    ).split(' '),
  ),
  decision: new Set(['decisionTableReferenceKey']),
  external: null,
  // A class says that it cannot be executed; its fields need no word.
  refused: null,
};

function* fields(context: RuleContext): Iterable<Finding> {
  // A message definition without work has no use for any field.
  const messages = elementsOfType(context, 'messageEventDefinition');
  for (const element of new Set([...workingElements(context), ...messages])) {
    const isMessage = element.type === 'messageEventDefinition' && eventWorkWay(element) === null;
    const way = isMessage ? 'message' : workWayOf(element);
    const known = Object.hasOwn(FIELDS, way) ? FIELDS[way] : new Set<string>();
    if (known === null || known === undefined) continue;
    for (const fact of element.extensions) {
      if (fact.kind !== 'element' || fact.family !== 'engine' || fact.name !== 'field') continue;
      const n = fact.attributes.get('name')?.trim() ?? '';
      if (n === '' || known.has(n) || isNeutral(n, fact.attributes.get('stringValue') ?? fact.children[0]?.value))
        continue;
      yield finding('EXE-18', element, { position: fact.position, values: { n, type: way } });
    }
  }
}

/** Field values that tools write with every task; such values, and empty ones, say what happens anyway. */
const NEUTRAL_FIELDS: Readonly<Record<string, string>> = {
  decisionTaskThrowErrorOnNoHits: 'false',
  saveRequestVariables: 'false',
  saveResponseParametersTransient: 'false',
  requestBodyEncoding: 'utf-8',
  resultVariablePrefix: '',
};

function isNeutral(name: string, text = ''): boolean {
  const said = text.trim().toLowerCase();
  return Object.hasOwn(NEUTRAL_FIELDS, name) && (said === '' || said === NEUTRAL_FIELDS[name]);
}

function* nativeCalls({ document, outside }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const call = nativeCallOf(element);
    if (call === null) continue;
    const { position } = call;
    const named = (p: string) => finding('EXE-20', element, { position, values: { x: call.name, p } });
    if (call.name === '') yield named('(name)');
    if (call.name === '' || /[$#]\{/.test(call.name) || outside.nativeCall === undefined) continue;
    const expected = outside.nativeCall(call.name);
    if (expected === null) yield named('');
    else {
      const missing = expected.required.filter((name) => !call.parameters.includes(name));
      const known = new Set([...expected.required, ...expected.optional]);
      const wrong = [...missing, ...call.parameters.filter((name) => !known.has(name))];
      if (wrong.length > 0) yield named(wrong.join(', '));
    }
  }
}

function nativeCallOf(element: BpmnElement) {
  const facts = element.extensions.filter((fact) => fact.family === 'engine');
  const attribute = extensionAttribute(element, 'call');
  const inner = facts.find((fact) => fact.kind === 'element' && fact.name === 'call');
  const source = attribute ?? inner;
  if (source === undefined || source === null) return null;
  const name = attribute?.value ?? inner?.attributes.get('name') ?? inner?.value ?? '';
  const withs = [...facts, ...(inner?.children ?? [])].filter(
    (fact) => fact.kind === 'element' && fact.name === 'with',
  );
  const parameters = withs.flatMap((fact) => fact.attributes.get('name')?.trim() ?? []);
  return { name: name.trim(), parameters, position: source.position };
}

/** Values that the schema and tools write on every task, or that the standard has for tasks of people. */
const HUMAN_WORK =
  /^(?:##WebService|##Other|webService|http:\/\/docs\.oasis-open\.org\/ns\/bpel4people\/ws-humantask\/.*)$/i;

/** Reports user tasks that are bound to a service of their own: nobody would be asked. */
function* boundTasks(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['userTask', 'globalUserTask']))) {
    const implementation = element.attributes.get('implementation')?.trim() ?? '';
    if (implementation === '' || implementation === '##unspecified') continue;
    if (HUMAN_WORK.test(implementation)) yield finding('W-17', element, { values: { v: implementation } });
    else yield finding('EXE-13', element, { about: 'element' });
  }
}

/** Reports bindings of receive tasks beside the operation whose message they wait for: nothing else is executed. */
function* receivedOperations(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['receiveTask']))) {
    const implementation = element.attributes.get('implementation')?.trim() ?? '';
    const isOther = implementation !== '' && !implementation.startsWith('##');
    if (isOther && findReference(element, 'messageRef') === undefined) yield finding('EXE-13', element);
  }
}

export const WORK_RULES: readonly Rule[] = [
  implementations,
  workOfEvents,
  connectors,
  fields,
  nativeCalls,
  boundTasks,
  receivedOperations,
];
