// Events: their triggers, what they are attached to and the data that they bring or take.
import { type EventModel, NO_NODE } from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute, childrenOfType, eventWorkOf } from '@keelson/bpmn-rules';
import { type Compilation, nodeIndexOf } from '../compilation/compilation.ts';
import { eventDefinitionsOf } from '../compilation/event-definitions.ts';
import { hostOf } from '../compilation/process-layout.ts';
import { compileProperties, dataName } from '../data/compile-data.ts';
import { compileAssociations, compileIo } from '../data/compile-io.ts';
import { compileParameters } from '../data/compile-parameters.ts';
import { compileTaskMessage } from './compile-message.ts';
import { compileTrigger } from './compile-trigger.ts';

const THROWING: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent']);

export function compileEvent(compilation: Compilation, event: BpmnElement): EventModel {
  const isThrown = THROWING.has(event.type);
  const position = isThrown ? 'throw' : 'catch';
  const items = childrenOfType(event, isThrown ? 'dataInput' : 'dataOutput');
  const { inputs, outputs } = compileParameters(compilation, event);
  return {
    triggers: eventDefinitionsOf(compilation, event)
      .filter((definition) => definition !== eventWorkOf(event))
      .flatMap((definition) => compileTrigger(compilation, definition, event, position) ?? []),
    parallelMultiple: booleanAttribute(event, 'parallelMultiple', false),
    interrupting: isInterrupting(event),
    attachedTo: event.type === 'boundaryEvent' ? nodeIndexOf(compilation, hostOf(compilation, event)) : NO_NODE,
    properties: compileProperties(compilation, event),
    associations: compileAssociations(compilation, event, isThrown ? 'dataInputAssociation' : 'dataOutputAssociation'),
    items: items.map((item) => dataName(compilation, item)),
    inputParameters: inputs,
    outputParameters: outputs,
  };
}

function isInterrupting(event: BpmnElement): boolean {
  if (event.type === 'boundaryEvent') return booleanAttribute(event, 'cancelActivity', true);
  return event.type !== 'startEvent' || booleanAttribute(event, 'isInterrupting', true);
}

/** Compiles the message of a send or receive task as that of an event; null where it names none. */
export function compileTaskEvent(compilation: Compilation, task: BpmnElement): EventModel | null {
  const trigger = compileTaskMessage(compilation, task);
  if (trigger === null) return null;
  const io = compileIo(compilation, task);
  const items = task.type === 'sendTask' ? io?.inputs : io?.outputs;
  return {
    triggers: [trigger],
    parallelMultiple: false,
    interrupting: true,
    attachedTo: NO_NODE,
    properties: [],
    // The task's own data flow does what an event's would do.
    associations: [],
    items: (items ?? []).map(({ name }) => name),
    inputParameters: [],
    outputParameters: [],
  };
}
