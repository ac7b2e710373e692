// The lanes of each flow node, outer lanes first.
import { type BpmnDocument, type BpmnElement, resolveReference } from './types/document.ts';

/** Lanes by flow node. */
export type LaneIndex = ReadonlyMap<BpmnElement, readonly BpmnElement[]>;

/** Lists the lanes of each node; one that only an inner lane names lies in the lanes around it, too. */
export function buildLaneIndex(document: BpmnDocument): LaneIndex {
  const lanesOf = new Map<BpmnElement, BpmnElement[]>();
  for (const lane of document.elements) {
    if (lane.type !== 'lane') continue;
    for (const reference of lane.references) {
      const node = reference.attribute === 'flowNodeRef' ? resolveReference(document, reference) : undefined;
      if (node === undefined) continue;
      const lanes = lanesOf.get(node) ?? [];
      lanesOf.set(node, [...lanes, ...withOuterLanes(lane).filter((each) => !lanes.includes(each))]);
    }
  }
  return lanesOf;
}

function withOuterLanes(lane: BpmnElement): readonly BpmnElement[] {
  const lanes: BpmnElement[] = [];
  for (let around: BpmnElement | null = lane; around !== null; around = around.parent) {
    if (around.type === 'lane') lanes.unshift(around);
  }
  return lanes;
}
