// Compilers fill in these for nodes, activities and events that say nothing of themselves.
import type { ActivityModel } from './activity-model.ts';
import type { EventModel } from './event-model.ts';
import { NO_FLOW, NO_NODE } from './indexes.ts';
import type { FlowNode, ProcessModel, SequenceFlow } from './process-model.ts';

export const PLAIN_ACTIVITY: ActivityModel = {
  startQuantity: 1,
  completionQuantity: 1,
  isForCompensation: false,
  loop: null,
  boundaryEvents: [],
  compensationHandler: NO_NODE,
  properties: [],
  io: null,
  inputParameters: [],
  outputParameters: [],
  skipExpression: null,
  failureMap: [],
};

export const PLAIN_EVENT: EventModel = {
  triggers: [],
  parallelMultiple: false,
  interrupting: true,
  attachedTo: NO_NODE,
  properties: [],
  associations: [],
  items: [],
  inputParameters: [],
  outputParameters: [],
};

/** A plain node: everything but what it is and where it lies. */
export const PLAIN_NODE: Omit<FlowNode, 'index' | 'id' | 'name' | 'type' | 'scope' | 'incoming' | 'outgoing'> = {
  defaultFlow: NO_FLOW,
  initiatorVariable: null,
  laneNames: [],
  listeners: [],
  job: null,
  activity: null,
  event: null,
  body: -1,
  userTask: null,
  form: null,
  script: null,
  work: null,
  decision: null,
  call: null,
  adHoc: null,
  activationCondition: null,
  instantiate: false,
  parallelEvents: false,
  waits: false,
};

/** A plain sequence flow: everything but its id and what it joins. */
export const PLAIN_FLOW: Omit<SequenceFlow, 'index' | 'id' | 'name' | 'source' | 'target'> = {
  condition: null,
  skipExpression: null,
  listeners: [],
  readsWaitingForStart: false,
};

/** A plain process: what it says of itself beside its elements. */
export const PLAIN_PROCESS: Pick<
  ProcessModel,
  'timeZone' | 'onFailure' | 'listeners' | 'eventListeners' | 'inputs' | 'outputs'
> = {
  timeZone: null,
  onFailure: 'ROLLBACK',
  listeners: [],
  eventListeners: [],
  inputs: [],
  outputs: [],
};
