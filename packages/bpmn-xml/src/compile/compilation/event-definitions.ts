// What an event waits for or throws, as elements: definitions of its own and those at the root that it refers to.
import { type BpmnElement, EVENT_DEFINITION_TYPES } from '@keelson/bpmn-rules';
import { referencedAll } from './elements.ts';
import type { ModelFiles } from './model-files.ts';

/** Lists the definitions of an event in document order, references after inline ones. */
export function eventDefinitionsOf(files: ModelFiles, event: BpmnElement): readonly BpmnElement[] {
  const inline = event.children.filter((child) => EVENT_DEFINITION_TYPES.has(child.type));
  const named = referencedAll(files, event, 'eventDefinitionRef');
  return [...inline, ...named.filter((element) => EVENT_DEFINITION_TYPES.has(element.type))];
}

/** Whether this is a boundary event of compensation, from which an association leads to the handler. */
export function isCompensationBoundary(files: ModelFiles, event: BpmnElement): boolean {
  const definitions = eventDefinitionsOf(files, event);
  return definitions.length > 0 && definitions.every(({ type }) => type === 'compensateEventDefinition');
}
