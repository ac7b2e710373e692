// The behaviour of each element type. A type that is missing here does not compile.
import type { NodeType } from '../model/process-model.ts';
import { adHocSubProcess } from './ad-hoc-sub-process.ts';
import type { Behaviour } from './behaviour.ts';
import { boundaryEvent } from './boundary-event.ts';
import { businessRuleTask } from './business-rule-task.ts';
import { callActivity } from './call-activity.ts';
import { complexGateway } from './complex-gateway.ts';
import { endEvent } from './end-event.ts';
import { eventBasedGateway } from './event-based-gateway.ts';
import { exclusiveGateway } from './exclusive-gateway.ts';
import { inclusiveGateway } from './inclusive-gateway.ts';
import { intermediateCatchEvent } from './intermediate-catch-event.ts';
import { intermediateThrowEvent } from './intermediate-throw-event.ts';
import { parallelGateway } from './parallel-gateway.ts';
import { receiveTask } from './receive-task.ts';
import { scriptTask } from './script-task.ts';
import { startEvent } from './start-event.ts';
import { eventSubProcess, subProcess } from './sub-process.ts';
import { task } from './task.ts';
import { userTask } from './user-task.ts';

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
