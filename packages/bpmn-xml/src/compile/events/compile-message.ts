// Messages are waited for and sent, with what they are correlated by.
import type { MessageTrigger } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionText, firstExtensionText, referenced } from '../compilation/elements.ts';
import { compileName, compileOptional } from '../compilation/expressions.ts';
import { compileEventPayload } from '../data/compile-payload.ts';
import { correlationKeysFor } from './compile-correlation.ts';
import { messageTargetsOf } from './message-targets.ts';

/** Compiles the message of an event, which may be that of its operation. */
export function compileMessageDefinition(
  compilation: Compilation,
  definition: BpmnElement,
  event: BpmnElement,
): MessageTrigger {
  const expression = extensionText(definition, 'messageExpression');
  return compileMessage(compilation, messageOf(compilation, definition), [definition, event], expression);
}

/** Compiles the message of a send or receive task; null where it names none. */
export function compileTaskMessage(compilation: Compilation, task: BpmnElement): MessageTrigger | null {
  const expression = firstExtensionText(task, 'messageExpression');
  const message = messageOf(compilation, task);
  return message === undefined && expression === null ? null : compileMessage(compilation, message, [task], expression);
}

function messageOf(compilation: Compilation, element: BpmnElement): BpmnElement | undefined {
  const own = referenced(compilation, element, 'messageRef');
  const operation = own === undefined ? referenced(compilation, element, 'operationRef') : undefined;
  return operation === undefined ? own : referenced(compilation, operation, 'inMessageRef');
}

/** Compiles a message; what extensions say is looked for from the inside out, last at the message itself. */
function compileMessage(
  compilation: Compilation,
  message: BpmnElement | undefined,
  elements: readonly BpmnElement[],
  expression: string | null,
): MessageTrigger {
  const places = message === undefined ? elements : [...elements, message];
  const said = (name: string) =>
    places.map((place) => extensionText(place, name)).find((text) => text !== null) ?? null;
  const name = expression ?? message?.name ?? message?.id ?? null;
  const delivery = said('delivery');
  const targets = elements.flatMap((element) => messageTargetsOf(compilation, element));
  return {
    kind: 'message',
    name: name === null ? null : compileName(name),
    correlationKey: compileOptional(said('correlationKey')),
    subscriptionKeys: message === undefined ? [] : correlationKeysFor(compilation, message),
    delivery: delivery === 'oldest' || delivery === 'all' ? delivery : 'one',
    payload: compileEventPayload(...elements),
    ...(targets.length === 0 ? {} : { targets }),
  };
}
