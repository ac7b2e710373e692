// Gives elements that nothing refers to an id, which the schema leaves out and history, tasks and data need.
import { type BpmnElement, DATA_TYPES, isFlowElementType } from '@keelson/bpmn-rules';

/** An element while it is read. */
type Unnamed = BpmnElement & { id: string | null };

/** Types of items that loops call by names of their own. */
const ITEM_TYPES: ReadonlySet<string> = new Set(['inputDataItem', 'outputDataItem']);

/**
 * Gives ids to elements that have none. The same file gives the same ids, and a flow keeps its id wherever it stands in the file: it is
 * called by its ends. Ids that are written anywhere in the file are not given again.
 */
export function addMissingIds(elements: readonly BpmnElement[], written: Iterable<string>): void {
  const taken = new Set(written);
  for (const element of elements) {
    if (element.id !== null || element.process === null || !needsId(element)) continue;
    const id = freeId(baseOf(element), taken);
    taken.add(id);
    (element as Unnamed).id = id;
  }
}

/** Whether an element gets an id; a process is known by its own alone: without one nobody could start it (DOC-06). */
function needsId({ type }: BpmnElement): boolean {
  return isFlowElementType(type) || DATA_TYPES.has(type) || ITEM_TYPES.has(type);
}

function baseOf({ type, attributes }: BpmnElement): string {
  const ends = ['sourceRef', 'targetRef'].map((name) => localName(attributes.get(name) ?? ''));
  return type === 'sequenceFlow' ? ['flow', ...ends].join('-') : type;
}

/** Makes an id of a name: signs that no id may hold become an underscore. */
function localName(text: string): string {
  return text
    .trim()
    .replace(/^.*:/, '')
    .replace(/[^\p{L}\p{N}_.-]/gu, '_');
}

function freeId(base: string, taken: ReadonlySet<string>): string {
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  return id;
}
