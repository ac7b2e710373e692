// Rules of listeners and mapped failures: each must say what it does, at a moment that its element has.
import { HEARD_EVENTS } from '@keelson/bpmn-core';
import { isTime, TIMES } from '../events/timer-rules.ts';
import { splitList } from '../facts/extension-facts.ts';
import { isComputed } from '../facts/time-texts.ts';
import type { BpmnElement, ExtensionFact } from '../facts/types/document.ts';
import { isFlowNodeType } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';

function* listeners(context: RuleContext): Iterable<Finding> {
  for (const element of context.document.elements) {
    for (const fact of element.extensions) {
      if (fact.kind !== 'element' || fact.family !== 'engine') continue;
      if (fact.name === 'executionListener') yield* executionListener(element, fact);
      else if (fact.name === 'taskListener') yield* taskListener(context, element, fact);
      else if (fact.name === 'eventListener') yield* eventListener(element, fact);
    }
  }
}

function* executionListener(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  yield* withoutAction(element, fact);
  const event = fact.attributes.get('event')?.trim() ?? '';
  const isOfFlow = element.type === 'sequenceFlow';
  const isWrong = isOfFlow ? event !== '' && event !== 'take' : event === 'take' && isFlowNodeType(element.type);
  if (!isWrong) return;
  const values = { x: `${fact.writtenName} event="${event}"` };
  yield finding('EXE-09', element, { position: fact.position, values });
}

/** Checks a task listener: a timeout needs its time, and nothing else has one. */
function* taskListener(context: RuleContext, element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  yield* withoutAction(element, fact);
  const times = fact.children
    .filter(({ name }) => name === 'timerEventDefinition')
    .flatMap(({ children }) => children)
    .filter(({ value }) => value.trim() !== '');
  const isTimeout = fact.attributes.get('event')?.trim() === 'timeout';
  if (isTimeout !== (times.length === 1)) {
    const values = { x: `${fact.writtenName} ${isTimeout ? 'timeout without timer' : 'with a timer'}` };
    yield finding('EXE-16', element, { position: fact.position, values });
  }
  for (const { name, value, position } of times) {
    const v = value.trim();
    const time = TIMES[name];
    if (time === undefined || isComputed(v) || isTime(context, time, v)) continue;
    yield finding('EVT-32', element, { position, values: { v, kind: time.name } });
  }
}

function* withoutAction(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { attributes, children, position, writtenName } = fact;
  const does = ['expression', 'class', 'delegateExpression'].some((name) => (attributes.get(name) ?? '').trim() !== '');
  if (does || children.some(({ name }) => name === 'script')) return;
  yield finding('EXE-16', element, { position, values: { x: writtenName } });
}

const THROWN_NAMES = ['signalName', 'messageName', 'errorCode'];

function* eventListener(element: BpmnElement, fact: ExtensionFact): Iterable<Finding> {
  const { attributes, position, writtenName } = fact;
  if (attributes.has('class') || attributes.has('delegateExpression')) return;
  const isWhole =
    attributes.has('throwEvent') && THROWN_NAMES.some((name) => (attributes.get(name) ?? '').trim() !== '');
  if (!isWhole) yield finding('EXE-16', element, { position, values: { x: writtenName } });
  for (const event of splitList(attributes.get('events') ?? '')) {
    if (HEARD_EVENTS.has(event)) continue;
    const values = { x: `${writtenName} events="${event}"` };
    yield finding('EXE-09', element, { position, about: `event ${event}`, values });
  }
}

export const LISTENER_RULES: readonly Rule[] = [listeners];
