// EXE-00: what a process needs of its host and this host cannot serve is refused by name, so that nothing passes in silence.

import { type EventKind, triggersOf } from '../facts/event-facts.ts';
import { expressionLanguage, scriptLanguage } from '../facts/expression-language.ts';
import { extensionAttribute, extensionSaid } from '../facts/extension-facts.ts';
import { type HistoryLevel, readHistoryLevel } from '../facts/process-facts.ts';
import {
  type BpmnDocument,
  type BpmnElement,
  childrenOfType,
  findReference,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { EVENT_TYPES } from '../facts/types/element-types.ts';
import { eventWorkOf, eventWorkWay, type WorkWay, workWayOf } from '../facts/work-facts.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { HostKind } from '../rule/host-kinds.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import { expressionPlace } from './expression-places.ts';

/** Something that only a host of this kind can serve. */
interface Need {
  readonly kind: HostKind;
  readonly finding: Finding;
}

function need(kind: HostKind, element: BpmnElement, x: string, details: Partial<Finding> = {}): Need {
  const about = details.about ?? 'element';
  const position = details.position ?? element.position;
  return { kind, finding: finding('EXE-00', element, { about, position, values: { x } }) };
}

function* needs(context: RuleContext): Iterable<Need> {
  for (const element of context.document.elements) {
    yield* workNeeds(element);
    yield* triggerNeeds(context, element);
    yield* languageNeeds(context, element);
    yield* extensionNeeds(element);
    yield* dataNeeds(element);
  }
}

const OF_TRIGGER: Partial<Record<EventKind, HostKind>> = {
  message: 'message',
  timer: 'timer',
  signal: 'signal',
};

function* triggerNeeds({ document }: RuleContext, element: BpmnElement): Iterable<Need> {
  if (!EVENT_TYPES.has(element.type)) return;
  for (const { kind, definition, position } of triggersOf(document, element)) {
    if (eventWorkOf(element) === definition) continue;
    const host = kindOfTrigger(document, element, kind, definition);
    const about = `trigger ${position.line}:${position.column}`;
    if (host !== undefined) yield need(host, element, definition.type, { position, about });
  }
}

/** Answers the kind of host that a trigger needs; null for what only the instance itself can throw and hear. */
function kindOfTrigger(document: BpmnDocument, event: BpmnElement, kind: EventKind, definition: BpmnElement) {
  const begins = event.type === 'startEvent' && event.parent?.type === 'process';
  if (kind === 'conditional') return begins ? 'conditional-start' : 'conditional';
  if (kind !== 'signal' || begins) return OF_TRIGGER[kind];
  const signal = referencedElement(document, definition, 'signalRef');
  const said = [definition, event, ...(signal === undefined ? [] : [signal])];
  const isOwn = said.some((each) => extensionAttribute(each, 'scope')?.value.trim() === 'processInstance');
  return isOwn ? undefined : 'signal';
}

const OF_WAY: Partial<Record<WorkWay, HostKind>> = {
  mail: 'mail',
  http: 'http',
  decision: 'decision',
  external: 'external',
  native: 'native',
  message: 'message',
};

function* workNeeds(element: BpmnElement): Iterable<Need> {
  const { type } = element;
  const says = (name: string) => extensionAttribute(element, name)?.value.trim() === 'true';
  if (['serviceTask', 'sendTask', 'businessRuleTask'].includes(type) || eventWorkWay(element) !== null) {
    const kind = OF_WAY[workWayOf(element)] ?? connectorKind(element);
    if (kind !== null) yield need(kind, element, type);
    if (says('triggerable')) yield need('trigger', element, 'triggerable', { about: 'extension triggerable' });
  } else if (type === 'scriptTask') {
    const format = element.attributes.get('scriptFormat') ?? '';
    if (scriptLanguage(format) === 'javascript') yield need('script', element, type);
  } else if (type === 'callActivity') yield need('call', element, type);
  else if (type === 'manualTask' && says('wait')) yield need('trigger', element, 'wait');
  else if (type === 'receiveTask') {
    const isNamed = findReference(element, 'messageRef') ?? findReference(element, 'operationRef');
    yield need(isNamed === undefined ? 'trigger' : 'message', element, type);
  }
}

function connectorKind(element: BpmnElement): HostKind | null {
  if (workWayOf(element) !== 'connector') return null;
  const facts = element.extensions.filter(({ name }) => name === 'connector').flatMap(({ children }) => children);
  const isMail = facts.some(({ name, value }) => name === 'connectorId' && value.trim() === 'mail-send');
  return isMail ? 'mail' : 'http';
}

/** Lists texts in languages that are evaluated outside, in the middle of a step. */
function* languageNeeds({ document }: RuleContext, element: BpmnElement): Iterable<Need> {
  if (expressionPlace(element) !== undefined && expressionLanguage(document, element).language === 'javascript') {
    yield need('javascript', element, 'JavaScript expression', { about: 'language' });
  }
  for (const fact of element.extensions) {
    const { position } = fact;
    for (const script of fact.children.filter(({ name }) => name === 'script')) {
      const format = script.attributes.get('scriptFormat') ?? script.attributes.get('language') ?? '';
      if (scriptLanguage(format) !== 'javascript') continue;
      const about = `script ${position.line}:${position.column}`;
      yield need('javascript', element, `JavaScript in ${fact.writtenName}`, { position, about });
    }
  }
}

/** Kinds of hosts by the names of attributes, with the text that asks for nothing. */
const OF_ATTRIBUTE: Readonly<Record<string, readonly [HostKind, string | null]>> = {
  async: ['job', 'false'],
  asyncBefore: ['job', 'false'],
  asyncAfter: ['job', 'false'],
  asyncLeave: ['job', 'false'],
  completeAsync: ['job', 'false'],
  exclusive: ['job', 'true'],
  jobPriority: ['job', null],
  taskPriority: ['external', null],
  formRef: ['form', null],
  onFailure: ['incident', 'ROLLBACK'],
  searchable: ['searchable', null],
  uniqueBusinessKey: ['definition', 'false'],
  isStartableInTasklist: ['definition', 'true'],
  timeZone: ['timer', null],
};

const OF_ELEMENT: Readonly<Record<string, HostKind>> = {
  failedJobRetryTimeCycle: 'job',
  formData: 'form',
  formProperty: 'form',
  eventListener: 'definition',
};

/** Levels of history that every host keeps; one between them needs a host that serves it. */
const KEPT_LEVELS: ReadonlySet<HistoryLevel | null> = new Set(['none', 'full'] as const);

function* extensionNeeds(element: BpmnElement): Iterable<Need> {
  const level = extensionSaid(element, 'historyLevel');
  if (level !== null && !KEPT_LEVELS.has(readHistoryLevel(level.value))) {
    yield need('history', element, level.writtenName, { position: level.position, about: 'extension historyLevel' });
  }
  for (const fact of element.extensions) {
    const { name, position, writtenName, value, family, kind } = fact;
    if (family !== 'engine') continue;
    const about = `extension ${name}`;
    if (kind === 'element') {
      const host = Object.hasOwn(OF_ELEMENT, name) ? OF_ELEMENT[name] : undefined;
      if (host !== undefined) yield need(host, element, writtenName, { position, about });
      const isTimeout = name === 'taskListener' && fact.attributes.get('event')?.trim() === 'timeout';
      if (isTimeout) yield need('timer', element, `${writtenName} timeout`, { position, about });
      continue;
    }
    const [host, neutral] = Object.hasOwn(OF_ATTRIBUTE, name) ? (OF_ATTRIBUTE[name] ?? []) : [];
    const text = value.trim();
    // A signal reaches others after the step that threw it, in whichever way it is said.
    if (element.type === 'signalEventDefinition' && host === 'job') continue;
    if (host !== undefined && text !== '' && text !== neutral)
      yield need(host, element, writtenName, { position, about });
  }
}

/** Lists the need of an activity with input sets, which waits where its inputs are not there. */
function* dataNeeds(element: BpmnElement): Iterable<Need> {
  if (element.type !== 'ioSpecification' || element.parent?.type === 'process') return;
  const isNeeded = childrenOfType(element, 'inputSet').some((set) => findReference(set, 'dataInputRefs') !== undefined);
  if (isNeeded) yield need('data', element, element.type);
}

/** Lists the needs of message flows: in an executable process one would promise a message that nothing sends. */
function* messageFlows({ document }: RuleContext): Iterable<Need> {
  for (const flow of document.elements) {
    if (flow.type !== 'messageFlow') continue;
    for (const reference of flow.references) {
      const end = reference.attribute === 'messageRef' ? undefined : resolveReference(document, reference);
      if (end === undefined || end.process === null || end === end.process) continue;
      const about = `message flow ${flow.id ?? ''}`;
      const { finding: at, kind } = need('message', end, flow.type, { position: flow.position, about });
      yield { kind, finding: { ...at, subject: { id: flow.id, type: flow.type, name: flow.name } } };
    }
  }
}

function* hosted(context: RuleContext): Iterable<Finding> {
  const { hosted: served } = context;
  if (served === null) return;
  for (const { kind, finding: refusal } of [...needs(context), ...messageFlows(context)]) {
    if (!served.has(kind)) yield refusal;
  }
}

export const HOSTED_RULES: readonly Rule[] = [hosted];
