// Where message flows of a collaboration lead from a thrower.
import type { MessageTarget } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { referenced } from '../compilation/elements.ts';

/** Targets by compilation and element, computed once for a process. */
const known = new WeakMap<Compilation, ReadonlyMap<BpmnElement, readonly MessageTarget[]>>();

export function messageTargetsOf(compilation: Compilation, thrower: BpmnElement): readonly MessageTarget[] {
  let targets = known.get(compilation);
  if (targets === undefined) {
    targets = collectTargets(compilation);
    known.set(compilation, targets);
  }
  return targets.get(thrower) ?? [];
}

function collectTargets(compilation: Compilation): ReadonlyMap<BpmnElement, readonly MessageTarget[]> {
  const targets = new Map<BpmnElement, MessageTarget[]>();
  for (const flow of compilation.document.elements) {
    if (flow.type !== 'messageFlow') continue;
    const source = referenced(compilation, flow, 'sourceRef');
    const target = targetOf(compilation, referenced(compilation, flow, 'targetRef'));
    if (source === undefined || target === null) continue;
    const others = targets.get(source) ?? [];
    targets.set(source, others);
    others.push(target);
  }
  return targets;
}

/** Finds the receiver of a message flow; null for a pool without a process. */
function targetOf(compilation: Compilation, element: BpmnElement | undefined): MessageTarget | null {
  if (element === undefined) return null;
  const isPool = element.type === 'participant';
  const process = isPool ? referenced(compilation, element, 'processRef') : element.process;
  if (process === null || process === undefined || process.id === null) return null;
  return { process: process.id, element: isPool ? null : element.id };
}
