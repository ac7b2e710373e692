// Names the behaviour of each element type. A type that is missing here does not compile.
import type { NodeType } from '../model/process-model.ts';
import type { Behaviour } from '../tokens/behaviour.ts';
import { adHocSubProcess } from './containers/ad-hoc-sub-process.ts';
import { callActivity } from './containers/call-activity.ts';
import { eventSubProcess, subProcess } from './containers/sub-process.ts';
import { boundaryEvent } from './events/boundary-event.ts';
import { endEvent } from './events/end-event.ts';
import { intermediateCatchEvent } from './events/intermediate-catch-event.ts';
import { intermediateThrowEvent } from './events/intermediate-throw-event.ts';
import { startEvent } from './events/start-event.ts';
import { complexGateway } from './gateways/complex-gateway.ts';
import { eventBasedGateway } from './gateways/event-based-gateway.ts';
import { exclusiveGateway } from './gateways/exclusive-gateway.ts';
import { inclusiveGateway } from './gateways/inclusive-gateway.ts';
import { parallelGateway } from './gateways/parallel-gateway.ts';
import { businessRuleTask } from './tasks/business-rule-task.ts';
import { receiveTask } from './tasks/receive-task.ts';
import { scriptTask } from './tasks/script-task.ts';
import { task } from './tasks/task.ts';
import { userTask } from './tasks/user-task.ts';

export const behaviours: Readonly<Record<NodeType, Behaviour>> = {
  startEvent,
  intermediateCatchEvent,
  intermediateThrowEvent,
  boundaryEvent,
  endEvent,
  task,
  manualTask: task,
  userTask,
  // Service and send tasks may be of the kind that evaluates a decision.
  serviceTask: businessRuleTask,
  scriptTask,
  sendTask: businessRuleTask,
  receiveTask,
  businessRuleTask,
  callActivity,
  subProcess,
  eventSubProcess,
  transaction: subProcess,
  adHocSubProcess,
  exclusiveGateway,
  parallelGateway,
  inclusiveGateway,
  complexGateway,
  eventBasedGateway,
};
