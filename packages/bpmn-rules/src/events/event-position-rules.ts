// Rules of events: which triggers and results may stand at which position (BPMN 2.0.2, 10.5), and how many.

import { REFUSED_EXTENSIONS } from '../extensions/extension-tables.ts';
import { type EventKind, type EventTrigger, hostOf, isInterrupting, triggersOf } from '../facts/event-facts.ts';
import { isEventSubProcess } from '../facts/flow-graph.ts';
import { type BpmnElement, booleanAttribute } from '../facts/types/document.ts';
import { EVENT_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

type Kinds = ReadonlySet<EventKind>;

function kinds(...names: readonly EventKind[]): Kinds {
  return new Set(names);
}

/** Lists what may stand at a position; `rule` speaks for everything else. */
interface Position {
  readonly allowed: Kinds;
  readonly rule: RuleId;
  /** Whether an event without trigger is refused too. */
  readonly needed: boolean;
}

const WAITED = ['message', 'timer', 'conditional', 'signal'] as const;
const PROCESS_START: Position = { allowed: kinds(...WAITED), rule: 'EVT-03', needed: false };
const EMBEDDED_START: Position = { allowed: kinds(), rule: 'EVT-04', needed: false };
const HANDLER_START: Position = {
  allowed: kinds(...WAITED, 'error', 'escalation', 'compensation'),
  rule: 'EVT-05',
  needed: true,
};
const POSITIONS: Readonly<Record<string, Position>> = {
  endEvent: {
    allowed: kinds('message', 'signal', 'error', 'escalation', 'compensation', 'cancel', 'terminate'),
    rule: 'EVT-10',
    needed: false,
  },
  intermediateThrowEvent: {
    allowed: kinds('message', 'signal', 'escalation', 'compensation', 'link'),
    rule: 'EVT-13',
    needed: false,
  },
  intermediateCatchEvent: { allowed: kinds(...WAITED, 'link'), rule: 'EVT-14', needed: true },
  boundaryEvent: {
    allowed: kinds(...WAITED, 'error', 'escalation', 'compensation', 'cancel'),
    rule: 'EVT-17',
    needed: true,
  },
};

function positionOf(event: BpmnElement): Position | undefined {
  if (event.type !== 'startEvent') return POSITIONS[event.type];
  const scope = event.parent;
  if (scope === null || !SCOPE_TYPES.has(scope.type)) return undefined;
  if (scope.type === 'process') return PROCESS_START;
  return isEventSubProcess(scope) ? HANDLER_START : EMBEDDED_START;
}

function* positions(context: RuleContext): Iterable<Finding> {
  for (const event of elementsOfTypes(context, EVENT_TYPES)) {
    const position = positionOf(event);
    if (position === undefined || event.process === null) continue;
    const triggers = triggersOf(context.document, event);
    if (triggers.length === 0 && position.needed && !namesDefinition(event) && !hasRefusedTrigger(event)) {
      yield finding(position.rule, event, { values: { t: 'none' } });
    }
    for (const trigger of triggers) {
      const t = misplaced(trigger, triggers, position);
      if (t !== null) yield finding(position.rule, event, { position: trigger.position, values: { t } });
    }
  }
}

/** Whether an event refers to a definition, even to none that is there: that has a rule of its own. */
function namesDefinition(event: BpmnElement): boolean {
  return event.references.some(({ attribute }) => attribute === 'eventDefinitionRef');
}

/** Whether EXE-17 says which trigger the event has, and what to write instead: in a process that may run. */
function hasRefusedTrigger({ process, extensions }: BpmnElement): boolean {
  const mayRun = process !== null && booleanAttribute(process, 'isExecutable', true);
  return mayRun && extensions.some(({ name }) => REFUSED_EXTENSIONS[name] === 'EXE-17');
}

/** Whether the trigger may not stand here. A link is a flow: beside another trigger it would mean nothing. */
function misplaced({ kind }: EventTrigger, all: readonly EventTrigger[], { allowed }: Position): string | null {
  if (!allowed.has(kind)) return kind;
  return kind === 'link' && all.length > 1 ? 'link beside another trigger' : null;
}

function* interruption(context: RuleContext): Iterable<Finding> {
  for (const event of elementsOfTypes(context, new Set(['startEvent', 'boundaryEvent']))) {
    const isHandler = event.type === 'startEvent' && event.parent !== null && isEventSubProcess(event.parent);
    if (isInterrupting(event) || (event.type === 'startEvent' && !isHandler)) continue;
    for (const { kind, position } of triggersOf(context.document, event)) {
      const rule = isHandler ? START_INTERRUPTION[kind] : BOUNDARY_INTERRUPTION[kind];
      if (rule !== undefined) yield finding(rule, event, { position, values: { t: kind } });
    }
  }
}

const START_INTERRUPTION: Partial<Record<EventKind, RuleId>> = { error: 'EVT-06', compensation: 'EVT-06' };
const BOUNDARY_INTERRUPTION: Partial<Record<EventKind, RuleId>> = {
  error: 'EVT-22',
  cancel: 'EVT-22',
  compensation: 'EVT-44',
};

function* parallelMultiples(context: RuleContext): Iterable<Finding> {
  for (const event of elementsOfTypes(context, EVENT_TYPES)) {
    if (!booleanAttribute(event, 'parallelMultiple', false)) continue;
    if (triggersOf(context.document, event).length < 2) yield finding('EVT-07', event);
  }
}

function* cancellation(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const cancelled = new Set<BpmnElement>();
  for (const event of elementsOfTypes(context, new Set(['endEvent', 'boundaryEvent']))) {
    const cancel = triggersOf(document, event).find(({ kind }) => kind === 'cancel');
    if (cancel === undefined) continue;
    const { position } = cancel;
    if (event.type === 'endEvent') {
      if (event.parent?.type !== 'transaction') yield finding('EVT-12', event, { position });
      continue;
    }
    const host = hostOf(document, event);
    if (host === undefined) continue;
    if (host.type !== 'transaction' || cancelled.has(host)) yield finding('EVT-23', event, { position });
    cancelled.add(host);
  }
}

function* references(context: RuleContext): Iterable<Finding> {
  for (const event of elementsOfTypes(context, EVENT_TYPES)) {
    for (const { definition, position } of triggersOf(context.document, event)) {
      const isInline = definition.parent === event;
      if (isInline || definition.parent?.type === 'definitions') continue;
      yield finding('EVT-42', event, { position });
    }
  }
}

/** Checks where compensation is caught; events that throw have EVT-38 and its like. */
function* compensationCatches(context: RuleContext): Iterable<Finding> {
  for (const definition of elementsOfType(context, 'compensateEventDefinition')) {
    const event = definition.parent;
    const catches = event?.type === 'boundaryEvent' || event?.type === 'startEvent';
    if (catches && definition.attributes.has('activityRef'))
      yield finding('EVT-24', definition, { about: 'activityRef' });
  }
}

export const EVENT_POSITION_RULES: readonly Rule[] = [
  positions,
  interruption,
  parallelMultiples,
  cancellation,
  references,
  compensationCatches,
];
