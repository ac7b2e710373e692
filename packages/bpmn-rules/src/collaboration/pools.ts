// A collaboration has participants with processes behind them, and each end of a message flow stands for one of them.
import {
  type BpmnDocument,
  type BpmnElement,
  childrenOfType,
  findReference,
  referencedElement,
} from '../facts/types/document.ts';
import { COLLABORATION_TYPES } from '../facts/types/element-types.ts';

/** Finds the collaboration, choreography or global conversation around an element; itself when it is one. */
export function collaborationOf(element: BpmnElement): BpmnElement | null {
  let around: BpmnElement | null = element;
  while (around !== null && !COLLABORATION_TYPES.has(around.type)) around = around.parent;
  return around;
}

/** Lists every collaboration of a file, of whatever kind. */
export function collaborationsOf({ definitions }: BpmnDocument): readonly BpmnElement[] {
  return definitions.children.filter((child) => COLLABORATION_TYPES.has(child.type));
}

/** Participants by their process, for each collaboration. */
export type Pools = ReadonlyMap<BpmnElement, ReadonlyMap<BpmnElement, readonly BpmnElement[]>>;

export function poolsOf(document: BpmnDocument): Pools {
  return new Map(
    collaborationsOf(document).map((collaboration) => {
      const ofProcess = new Map<BpmnElement, BpmnElement[]>();
      for (const participant of childrenOfType(collaboration, 'participant')) {
        const process = referencedElement(document, participant, 'processRef');
        if (process === undefined) continue;
        const pools = ofProcess.get(process) ?? [];
        ofProcess.set(process, pools);
        pools.push(participant);
      }
      return [collaboration, ofProcess];
    }),
  );
}

/** Finds the message that an activity or event definition names, by itself or by its operation. */
export function messageOf(
  document: BpmnDocument,
  element: BpmnElement,
  end: 'source' | 'target',
): BpmnElement | undefined {
  if (findReference(element, 'messageRef') !== undefined) return referencedElement(document, element, 'messageRef');
  const operation = referencedElement(document, element, 'operationRef');
  // A service task sends the operation's input and receives its output; all others speak of the input alone.
  const attribute = end === 'target' && element.type === 'serviceTask' ? 'outMessageRef' : 'inMessageRef';
  return operation === undefined ? undefined : referencedElement(document, operation, attribute);
}
