// One flow node gets everything that its kind has.
import { type FlowNode, NO_FLOW, type NodeType, PLAIN_EVENT, PLAIN_NODE, type TimerTrigger } from '@keelson/bpmn-core';
import {
  ACTIVITY_TYPES,
  type BpmnElement,
  EVENT_TYPES,
  isEventSubProcess,
  isFlowNodeType,
  isInstantiating,
  SCOPE_TYPES,
} from '@keelson/bpmn-rules';
import { calledGlobalTask, compileCall, GLOBAL_TASKS } from '../activities/compile-call.ts';
import { compileDecision } from '../activities/compile-decision.ts';
import { compileForm } from '../activities/compile-form.ts';
import { compileJob } from '../activities/compile-job.ts';
import { compileUserTask } from '../activities/compile-user-task.ts';
import { compileEventWork, compileWork } from '../activities/compile-work.ts';
import { type Compilation, lanesAround } from '../compilation/compilation.ts';
import { extensionFlag, extensionText, referenced, requiredId } from '../compilation/elements.ts';
import { compileChild } from '../compilation/expressions.ts';
import { compileScriptTask } from '../data/compile-scripts.ts';
import { compileEvent, compileTaskEvent } from '../events/compile-event.ts';
import { compileExecutionListeners, compileTaskListeners } from '../events/compile-listeners.ts';
import { compileActivity } from './compile-activity.ts';
import { compileAdHoc } from './compile-ad-hoc.ts';

export function compileNode(compilation: Compilation, element: BpmnElement, index: number): FlowNode {
  const { layout } = compilation;
  const global = calledGlobalTask(compilation, element);
  const type = nodeType(element, global);
  const defaultFlow = referenced(compilation, element, 'default');
  return {
    ...PLAIN_NODE,
    index,
    id: requiredId(element),
    name: element.name,
    type,
    scope: element.parent === null ? 0 : (layout.scopeIndex.get(element.parent) ?? 0),
    incoming: layout.incoming[index] ?? [],
    outgoing: layout.outgoing[index] ?? [],
    defaultFlow: defaultFlow === undefined ? NO_FLOW : (layout.flowIndex.get(defaultFlow) ?? NO_FLOW),
    initiatorVariable: type === 'startEvent' ? extensionText(element, 'initiator') : null,
    laneNames: lanesAround(compilation, element).flatMap((lane) => lane.name ?? []),
    listeners: [
      ...compileExecutionListeners(compilation, element),
      ...compileTaskListeners(compilation, global ?? element),
    ],
    job: compileJob(compilation, element),
    body: SCOPE_TYPES.has(element.type) ? (layout.scopeIndex.get(element) ?? -1) : -1,
    instantiate: isInstantiating(element),
    parallelEvents: element.attributes.get('eventGatewayType')?.trim() === 'Parallel',
    waits: type === 'manualTask' && extensionFlag(global ?? element, 'wait'),
    form: compileForm(global ?? element),
    ...(ACTIVITY_TYPES.has(element.type) ? ownParts(compilation, element, global, type) : {}),
    ...(EVENT_TYPES.has(element.type)
      ? { event: compileEvent(compilation, element), work: compileEventWork(compilation, element) }
      : {}),
    activationCondition: type === 'complexGateway' ? compileChild(compilation, element, 'activationCondition') : null,
  };
}

const DECIDING: ReadonlySet<NodeType> = new Set<NodeType>(['businessRuleTask', 'serviceTask', 'sendTask']);

type ActivityParts = Partial<
  Pick<FlowNode, 'activity' | 'event' | 'userTask' | 'script' | 'work' | 'decision' | 'call' | 'adHoc'>
>;

/** Answers the element that says what an activity does: the global task that it calls, else itself. */
function ownParts(
  compilation: Compilation,
  element: BpmnElement,
  global: BpmnElement | null,
  type: NodeType,
): ActivityParts {
  const task = global ?? element;
  const activity = compileActivity(compilation, element, global);
  const decision = DECIDING.has(type) ? compileDecision(task) : null;
  const work = decision === null ? compileWork(compilation, task, type) : null;
  const isMessage = type === 'receiveTask' || work?.kind === 'message';
  const timeouts =
    type === 'userTask' ? compileTaskListeners(compilation, task).flatMap(({ timer }) => timer ?? []) : [];
  return {
    activity,
    event: isMessage ? compileTaskEvent(compilation, element) : timeoutEvent(timeouts),
    userTask: type === 'userTask' ? compileUserTask(compilation, element, task) : null,
    script: type === 'scriptTask' ? compileScriptTask(compilation, task) : null,
    work,
    decision,
    call: type === 'callActivity' ? compileCall(compilation, element, activity.io) : null,
    adHoc: type === 'adHocSubProcess' ? compileAdHoc(compilation, element) : null,
  };
}

/** Makes the event of a user task, whose triggers are the timers of its listeners. */
function timeoutEvent(timers: readonly TimerTrigger[]): FlowNode['event'] {
  return timers.length === 0 ? null : { ...PLAIN_EVENT, triggers: timers };
}

function nodeType(element: BpmnElement, global: BpmnElement | null): NodeType {
  const globalType = global === null ? undefined : GLOBAL_TASKS[global.type];
  if (globalType !== undefined) return globalType;
  if (isEventSubProcess(element)) return 'eventSubProcess';
  if (!isFlowNodeType(element.type)) throw new Error(`${element.type} ${element.id ?? ''} has no behaviour`);
  return element.type as NodeType;
}
