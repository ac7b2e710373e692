// Which activities can be compensated, and by what.

import { hasTrigger, hostOf } from '../facts/event-facts.ts';
import { isEventSubProcess } from '../facts/flow-graph.ts';
import { type BpmnDocument, type BpmnElement, findReference, resolveReference } from '../facts/types/document.ts';
import { ACTIVITY_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';

/** Lists compensation boundary events with the activities that an association joins them to, whichever way it points. */
export type CompensationLinks = ReadonlyMap<BpmnElement, readonly BpmnElement[]>;

export function compensationLinks(document: BpmnDocument): CompensationLinks {
  const links = new Map<BpmnElement, BpmnElement[]>();
  for (const event of document.elements) {
    if (event.type === 'boundaryEvent' && hasTrigger(document, event, 'compensation')) links.set(event, []);
  }
  for (const association of document.elements) {
    if (association.type !== 'association') continue;
    const [source, target] = ['sourceRef', 'targetRef'].map((end) => {
      const reference = findReference(association, end);
      return reference === undefined ? undefined : resolveReference(document, reference);
    });
    if (source === undefined || target === undefined) continue;
    if (ACTIVITY_TYPES.has(target.type)) links.get(source)?.push(target);
    if (ACTIVITY_TYPES.has(source.type)) links.get(target)?.push(source);
  }
  return links;
}

/** Lists the event sub-processes of a scope that compensation starts. */
export function compensationSubProcesses(document: BpmnDocument, scope: BpmnElement): readonly BpmnElement[] {
  return scope.children.filter(
    (child) =>
      isEventSubProcess(child) &&
      child.children.some((start) => start.type === 'startEvent' && hasTrigger(document, start, 'compensation')),
  );
}

/** Answers whether activities can be compensated, and remembers what was asked. */
export interface Compensability {
  /** Whether the activity, or something in it, has a handler. What is called may have one that is not seen here. */
  readonly ofActivity: (activity: BpmnElement) => boolean;
  /** Whether something directly or further in the scope can be compensated. */
  readonly inScope: (scope: BpmnElement) => boolean;
}

export function compensability(document: BpmnDocument, links: CompensationLinks): Compensability {
  const handled = new Set([...links.keys()].map((event) => hostOf(document, event)));
  const known = new Map<BpmnElement, boolean>();
  const ofActivity = (activity: BpmnElement): boolean => {
    if (activity.type === 'callActivity' || handled.has(activity)) return true;
    if (!SCOPE_TYPES.has(activity.type)) return false;
    return compensationSubProcesses(document, activity).length > 0 || inScope(activity);
  };
  const inScope = (scope: BpmnElement): boolean => {
    const before = known.get(scope);
    if (before !== undefined) return before;
    const can = scope.children.some(
      (child) => ACTIVITY_TYPES.has(child.type) && !isEventSubProcess(child) && ofActivity(child),
    );
    known.set(scope, can);
    return can;
  };
  return { ofActivity, inScope };
}
