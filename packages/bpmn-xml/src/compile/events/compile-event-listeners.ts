// `eventListener` of a process: what the engine does with the instance throws a signal, message or error.
import type { EventListenerModel } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import { extensionElements, factText } from '../compilation/elements.ts';
import { compileText } from '../compilation/expressions.ts';

const THROWN: Readonly<Record<string, EventListenerModel['throws']>> = {
  signal: 'signal',
  globalsignal: 'globalSignal',
  message: 'message',
  error: 'error',
};
const NAMES = ['signalName', 'messageName', 'errorCode'];

export function compileEventListeners(process: BpmnElement): readonly EventListenerModel[] {
  return extensionElements(process, 'eventListener').flatMap((fact) => {
    const throws = THROWN[factText(fact, 'throwEvent')?.toLowerCase() ?? ''];
    const name = NAMES.map((each) => factText(fact, each)).find((text) => text !== null);
    if (throws === undefined || name == null) return [];
    const events = (factText(fact, 'events') ?? '').split(',').map((event) => event.trim());
    return {
      events: events.filter((event) => event !== ''),
      entityType: factText(fact, 'entityType'),
      throws,
      name: compileText(name),
    };
  });
}
