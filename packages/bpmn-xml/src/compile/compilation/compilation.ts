// What every part of the compiler is given: the file, the layout of the process and what is looked up more than once.
import { NO_NODE, type NodeIndex } from '@keelson/bpmn-core';
import type { BpmnElement, FlowGraph, LaneIndex } from '@keelson/bpmn-rules';
import type { CompileOptions } from './compile-options.ts';
import { extensionText, referenced } from './elements.ts';
import { isCompensationBoundary } from './event-definitions.ts';
import type { ModelFiles } from './model-files.ts';
import { hostOf, layOutProcess, type ProcessLayout } from './process-layout.ts';

/** The file of a process, in the form from which it is compiled. */
export interface CompileSource extends CompileOptions, ModelFiles {
  readonly graphs: readonly FlowGraph[];
  readonly lanes: LaneIndex;
}

export interface Compilation extends CompileSource {
  readonly process: BpmnElement;
  readonly layout: ProcessLayout;
  /** Boundary events by activity, in document order, without those of compensation. */
  readonly boundaryEvents: ReadonlyMap<BpmnElement, readonly BpmnElement[]>;
  /** Compensating activities by the activity that they compensate. */
  readonly compensationHandlers: ReadonlyMap<BpmnElement, BpmnElement>;
  /** Job priority of elements that say none; null where the process says none itself. */
  readonly jobPriority: string | null;
  /** Priority of external tasks that say none. */
  readonly taskPriority: string | null;
}

export function beginCompilation(source: CompileSource, process: BpmnElement): Compilation {
  const layout = layOutProcess(source, source.graphs, process);
  const boundaries = layout.nodes.flatMap(({ element }) => (element.type === 'boundaryEvent' ? element : []));
  const boundaryEvents = new Map<BpmnElement, BpmnElement[]>();
  const compensationHandlers = new Map<BpmnElement, BpmnElement>();
  const handlers = associatedActivities(source, process);
  for (const boundary of boundaries) {
    const host = hostOf(source, boundary);
    if (host === undefined) continue;
    const handler = handlers.get(boundary);
    // A second handler has no effect, which is reported (W-19).
    if (handler !== undefined && !compensationHandlers.has(host)) compensationHandlers.set(host, handler);
    if (isCompensationBoundary(source, boundary)) continue;
    const events = boundaryEvents.get(host) ?? [];
    boundaryEvents.set(host, events);
    events.push(boundary);
  }
  const jobPriority = extensionText(process, 'jobPriority');
  const taskPriority = extensionText(process, 'taskPriority');
  return { ...source, process, layout, boundaryEvents, compensationHandlers, jobPriority, taskPriority };
}

/** Lists the activities that associations lead to, by the boundary event that they begin at. */
function associatedActivities(files: ModelFiles, process: BpmnElement): ReadonlyMap<BpmnElement, BpmnElement> {
  const targets = new Map<BpmnElement, BpmnElement>();
  for (const association of files.document.elements) {
    // A collaboration may hold the associations of its processes.
    if (association.type !== 'association') continue;
    const source = referenced(files, association, 'sourceRef');
    const target = referenced(files, association, 'targetRef');
    if (source?.type !== 'boundaryEvent' || target === undefined || source.process !== process) continue;
    targets.set(source, target);
  }
  return targets;
}

/** Index of a node; `NO_NODE` for what is no node of the process. */
export function nodeIndexOf({ layout }: Compilation, element: BpmnElement | undefined): NodeIndex {
  return element === undefined ? NO_NODE : (layout.nodeIndex.get(element) ?? NO_NODE);
}

/** Lists the lanes around an element, outer ones first: what lies in a sub-process lies in its lanes, too. */
export function lanesAround({ lanes }: Compilation, element: BpmnElement): readonly BpmnElement[] {
  const around: BpmnElement[] = [];
  for (let at: BpmnElement | null = element; at !== null && at.type !== 'process'; at = at.parent) {
    around.unshift(...(lanes.get(at) ?? []).filter((lane) => !around.includes(lane)));
  }
  return around;
}
