// Tests get events, their definitions and the root elements that these name as text.
import { chain, definitions, END, process, START, WHOLE } from './texts.ts';

/** The roots are a message `m` with its operation `op`, a second `m2`, a signal, an error and an escalation. */
export const ROOTS =
  '<message id="m" name="M"/><message id="m2" name="M2"/><signal id="sg" name="S"/><error id="er" errorCode="E1"/>' +
  '<escalation id="es" escalationCode="X1"/><interface id="if" name="I">' +
  '<operation id="op" name="O"><inMessageRef>m</inMessageRef></operation>' +
  '<operation id="op2" name="O2"><inMessageRef>m2</inMessageRef></operation></interface>';

/** Makes a file with an executable process of this content and the roots. */
export function rooted(content: string, attributes?: string, roots = ''): string {
  return definitions(`${ROOTS}${roots}\n${process(content, attributes)}`);
}

/** Each trigger has one definition, complete. */
export const TRIGGERS = {
  message: '<messageEventDefinition messageRef="m"><operationRef>op</operationRef></messageEventDefinition>',
  timer: '<timerEventDefinition><timeDuration xsi:type="tFormalExpression">PT5M</timeDuration></timerEventDefinition>',
  conditional:
    '<conditionalEventDefinition><condition xsi:type="tFormalExpression">ready</condition></conditionalEventDefinition>',
  signal: '<signalEventDefinition signalRef="sg"/>',
  error: '<errorEventDefinition errorRef="er"/>',
  escalation: '<escalationEventDefinition escalationRef="es"/>',
  compensation: '<compensateEventDefinition/>',
  cancel: '<cancelEventDefinition/>',
  link: '<linkEventDefinition name="L"/>',
  terminate: '<terminateEventDefinition/>',
} as const;

export type TriggerName = keyof typeof TRIGGERS;

export const TRIGGER_NAMES = Object.keys(TRIGGERS) as readonly TriggerName[];

export function event(type: string, id: string, content: string, attributes = ''): string {
  return `<${type} id="${id}" ${attributes}>${content}</${type}>`;
}

export { WHOLE };

/** Makes the whole with an intermediate event `x` in it. */
export function withIntermediate(type: 'Catch' | 'Throw', content: string, attributes = ''): string {
  return chain(START, event(`intermediate${type}Event`, 'x', content, attributes), END);
}

/** Makes a boundary event `b` on the task, with a flow to an end of its own. */
export function withBoundary(content: string, attributes = '', at = 't'): string {
  const boundary = event('boundaryEvent', 'b', content, `attachedToRef="${at}" ${attributes}`);
  return `${WHOLE}\n${boundary}\n<endEvent id="e2"/><sequenceFlow id="b_e2" sourceRef="b" targetRef="e2"/>`;
}

/** Makes an event sub-process `h` beside the whole, with this start event. */
export function withHandler(content: string, attributes = '', handlerAttributes = ''): string {
  const start = event('startEvent', 'hs', content, attributes);
  return `${WHOLE}\n${subProcess('h', chain(start, '<endEvent id="he"/>'), `triggeredByEvent="true" ${handlerAttributes}`)}`;
}

export function subProcess(id: string, content: string, attributes = '', type = 'subProcess'): string {
  return `<${type} id="${id}" ${attributes}>\n${content}\n</${type}>`;
}

/** Makes a sub-process `u` in the middle of the flow. */
export function withSubProcess(content: string, attributes = '', type = 'subProcess'): string {
  return chain(START, '<task id="u"/>', END).replace('<task id="u"/>', subProcess('u', content, attributes, type));
}

/** Makes a compensation handler, and its link to the boundary event `b`. */
export const HANDLER = '<task id="hd" isForCompensation="true"/>';
export const LINK = '<association id="as" sourceRef="b" targetRef="hd"/>';
