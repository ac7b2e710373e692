// Rules of event definitions: what a message, signal, error, escalation, condition or compensation must say to be executed.

import { type EventTrigger, isThrowing, triggersOf } from '../facts/event-facts.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { isEventSubProcess } from '../facts/flow-graph.ts';
import { type BpmnElement, findReference, referencedElement, resolveReference } from '../facts/types/document.ts';
import { ACTIVITY_TYPES, EVENT_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';
import { eventWorkOf } from '../facts/work-facts.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { compensability, compensationLinks } from './compensation-facts.ts';

/** Lists every trigger of every event of the file's processes. */
function allTriggers(context: RuleContext): readonly EventTrigger[] {
  const { document } = context;
  return elementsOfTypes(context, EVENT_TYPES).flatMap((event) => triggersOf(document, event));
}

function* names(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const { kind, definition, event, position } of allTriggers(context)) {
    if (kind !== 'message' && kind !== 'signal') continue;
    const attribute = kind === 'message' ? 'messageRef' : 'signalRef';
    const extension = kind === 'message' ? 'messageExpression' : 'signalExpression';
    const named = referencedElement(document, definition, attribute);
    if (extensionAttribute(definition, extension) !== null || eventWorkOf(event) === definition) continue;
    const about = `definition ${definition.position.line}:${definition.position.column}`;
    if (findReference(definition, attribute) === undefined) {
      yield finding(kind === 'message' ? 'EVT-33' : 'EVT-35', event, { position, about });
    } else if (named !== undefined && (named.name ?? '').trim() === '') {
      yield finding('EVT-08', event, { position, about, values: { x: label(named) } });
    }
  }
}

/** Checks that the messages of receive and send tasks have a name to be matched by. */
function* taskMessageNames(context: RuleContext): Iterable<Finding> {
  for (const task of elementsOfTypes(context, new Set(['receiveTask', 'sendTask']))) {
    const message = referencedElement(context.document, task, 'messageRef');
    if (message !== undefined && (message.name ?? '').trim() === '') {
      yield finding('EVT-08', task, { values: { x: label(message) } });
    }
  }
}

function* operations(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const { kind, definition, event, position } of allTriggers(context)) {
    if (kind !== 'message' || eventWorkOf(event) === definition) continue;
    if (findReference(definition, 'operationRef') === undefined) {
      yield finding('EVT-43', event, { position });
      continue;
    }
    const operation = referencedElement(document, definition, 'operationRef');
    const message = referencedElement(document, definition, 'messageRef');
    const expected = operation === undefined ? undefined : referencedElement(document, operation, 'inMessageRef');
    if (message !== undefined && expected !== undefined && message !== expected) {
      yield finding('EVT-34', event, { position });
    }
  }
}

function* thrownCodes(context: RuleContext): Iterable<Finding> {
  for (const { kind, definition, event, position } of allTriggers(context)) {
    const isThrown = kind === 'error' ? event.type === 'endEvent' : kind === 'escalation' && isThrowing(event);
    if (!isThrown) continue;
    const [attribute, code] = kind === 'error' ? ['errorRef', 'errorCode'] : ['escalationRef', 'escalationCode'];
    const reference = findReference(definition, attribute ?? '');
    const named = reference === undefined ? undefined : resolveReference(context.document, reference);
    // What leads nowhere is REF-01, which takes it for the code itself when lenient.
    const lacks =
      reference === undefined || (named !== undefined && (named.attributes.get(code ?? '') ?? '').trim() === '');
    if (lacks) yield finding(kind === 'error' ? 'EVT-36' : 'EVT-37', event, { position });
  }
}

function* conditions(context: RuleContext): Iterable<Finding> {
  for (const { kind, definition, event, position } of allTriggers(context)) {
    if (kind !== 'conditional') continue;
    const has = definition.children.some((child) => child.type === 'condition');
    // The schema asks for it too; a definition at the root level is reported where it is used.
    const at = definition.parent === event ? definition : event;
    if (!has) yield finding('EVT-40', at, { position, about: 'child condition' });
  }
}

function* compensations(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const { ofActivity, inScope } = compensability(document, compensationLinks(document));
  for (const { kind, definition, event, position } of allTriggers(context)) {
    if (kind !== 'compensation' || !isThrowing(event)) continue;
    const reference = findReference(definition, 'activityRef');
    const scope = compensatedScope(event);
    if (reference === undefined) {
      if (scope !== null && !inScope(scope)) yield finding('W-13', event, { position });
      continue;
    }
    const activity = resolveReference(document, reference);
    if (activity === undefined) continue;
    const values = { x: label(activity) };
    // Where the matter is the reference itself, the finding meets those of references to it.
    const about = aboutReference('activityRef', reference.text);
    const at = definition.parent === event ? definition : event;
    if (!ACTIVITY_TYPES.has(activity.type) || scope === null || !isVisibleFrom(activity, scope)) {
      yield finding('EVT-38', at, { about, position, values });
    } else if (!ofActivity(activity)) yield finding('EVT-39', at, { about, position, values });
  }
}

/** Answers the scope that a compensation event reaches: inside an event sub-process what its parent scope did (BPMN 2.0.2, 13.5.5). */
function compensatedScope(event: BpmnElement): BpmnElement | null {
  const scope = event.parent;
  if (scope === null || !SCOPE_TYPES.has(scope.type)) return null;
  return isEventSubProcess(scope) ? scope.parent : scope;
}

/** Says whether this is an activity of the scope whose completed activities are compensated. */
function isVisibleFrom(activity: BpmnElement, scope: BpmnElement): boolean {
  return activity.parent === scope;
}

function* messageStarts(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const process of document.processes) {
    const seen = new Map<string, BpmnElement>();
    for (const start of process.children.filter((child) => child.type === 'startEvent')) {
      for (const trigger of triggersOf(document, start)) {
        const name = messageName(context, trigger);
        if (name === null) continue;
        const first = seen.get(name);
        if (first !== undefined && first !== start) {
          yield finding('EVT-41', start, { position: trigger.position, values: { m: name } });
        }
        seen.set(name, start);
      }
    }
  }
}

function messageName({ document }: RuleContext, { kind, definition }: EventTrigger): string | null {
  if (kind !== 'message') return null;
  return referencedElement(document, definition, 'messageRef')?.name?.trim() ?? null;
}

/** Checks that no other process of the deployment starts by a message of the same name. */
function* sharedMessageStarts(context: RuleContext): Iterable<Finding> {
  const starters = new Map<string, Set<BpmnElement>>();
  const names = new Map<BpmnElement, Set<string>>();
  for (const document of context.deployment) {
    for (const process of document.processes) {
      for (const start of process.children.filter((child) => child.type === 'startEvent')) {
        for (const trigger of triggersOf(document, start)) {
          const name = messageName({ ...context, document }, trigger);
          if (name === null) continue;
          starters.set(name, (starters.get(name) ?? new Set()).add(process));
          names.set(process, (names.get(process) ?? new Set()).add(name));
        }
      }
    }
  }
  for (const process of context.document.processes) {
    for (const name of names.get(process) ?? []) {
      if ((starters.get(name)?.size ?? 0) > 1) yield finding('W-12', process, { values: { m: name } });
    }
  }
}

export const EVENT_DEFINITION_RULES: readonly Rule[] = [
  names,
  taskMessageNames,
  operations,
  thrownCodes,
  conditions,
  compensations,
  messageStarts,
  sharedMessageStarts,
];
