// This says what becomes of sections 10.2 and 10.3 of the standard: processes, lanes, activities, resources, loops.
import { supportClaims } from './support.ts';

const TASKS = 'task manualTask userTask serviceTask sendTask receiveTask businessRuleTask scriptTask';
const SUB_PROCESSES = 'subProcess transaction adHocSubProcess';
const ACTIVITIES = `${TASKS} callActivity ${SUB_PROCESSES}`;
const GLOBAL_TASKS = 'globalTask globalManualTask globalUserTask globalBusinessRuleTask globalScriptTask';

export const PROCESS_SUPPORT = supportClaims(`
  process = xml/compile/compile-process
  process @ name = xml/read-definition | xml/read-deployment
  process @ isExecutable = rules/validate | xml/read-deployment
  process @ processType = rules/validate | xml/rules/flow
  process @ isClosed ~ says who may take part in a collaboration, which nothing executes
  process @ definitionalCollaborationRef = xml/compile/events/compile-correlation | xml/rules/collaboration
  supports ~ claims of other processes that are only checked (PRC-08)
  supportedInterfaceRef ~ only checked (ACT-21)

  laneSet lane flowNodeRef childLaneSet = rules/facts/lane-index | xml/compile/compile-process
  lane @ name = rules/facts/lane-index | xml/compile/compile-process
  laneSet childLaneSet @ name ~ lanes are known by their own names
  lane @ partitionElementRef ~ lanes do not change execution
  partitionElement ~ lanes do not change execution

  task manualTask = core/behaviours/tasks/task
  userTask = core/behaviours/tasks/user-task
  serviceTask = core/behaviours/tasks/service-task | core/behaviours/tasks/work
  sendTask = core/behaviours/tasks/service-task | core/behaviours/events/message-event
  receiveTask = core/behaviours/tasks/receive-task | core/behaviours/events/message-event
  businessRuleTask = core/behaviours/tasks/business-rule-task | core/behaviours/tasks/work
  scriptTask script = core/behaviours/tasks/script-task | core/behaviours/tasks/work
  callActivity = core/behaviours/containers/call-activity | core/behaviours/tasks/work
  subProcess = core/behaviours/containers/sub-process
  transaction = core/behaviours/containers/sub-process | core/catching/compensation
  adHocSubProcess = core/behaviours/containers/ad-hoc-sub-process
  ${ACTIVITIES} @ name = xml/compile/nodes/compile-node | xml/compile/compile-process
  ${ACTIVITIES} @ isForCompensation = xml/compile/nodes/compile-activity | core/catching/compensation
  ${ACTIVITIES} @ startQuantity completionQuantity = core/tokens/activity | core/behaviours/tasks/task
  ${ACTIVITIES} @ default = core/tokens/leaving
  userTask serviceTask sendTask receiveTask globalUserTask @ implementation ! EXE-13 what binds it to a service, unless a message or an extension says what it does
  businessRuleTask globalBusinessRuleTask @ implementation ! EXE-21 what no extension gives a decision to
  serviceTask @ operationRef ! EXE-13
  sendTask receiveTask @ messageRef operationRef = xml/compile/events/compile-message | xml/compile/events/compile-event
  receiveTask @ instantiate = core/verbs/start | xml/compile/compile-scope
  scriptTask @ scriptFormat = xml/compile/data/compile-scripts | xml/compile/activities/compile-work
  callActivity @ calledElement = xml/compile/activities/compile-call
  ${SUB_PROCESSES} @ triggeredByEvent = core/catching/event-sub-process | xml/compile/compile-scope
  transaction @ method ! SUB-04 what is not compensation
  adHocSubProcess @ cancelRemainingInstances ordering = core/behaviours/containers/ad-hoc-sub-process | xml/compile/compile-scope
  completionCondition = core/behaviours/loops/multi-instance | xml/compile/nodes/compile-loop

  standardLoopCharacteristics loopCondition = core/behaviours/loops/loop | xml/compile/nodes/compile-loop
  standardLoopCharacteristics @ testBefore loopMaximum = core/behaviours/loops/loop | xml/compile/nodes/compile-loop
  multiInstanceLoopCharacteristics = core/behaviours/loops/multi-instance | xml/compile/nodes/compile-loop
  multiInstanceLoopCharacteristics @ isSequential = core/behaviours/loops/multi-instance | xml/compile/nodes/compile-loop
  multiInstanceLoopCharacteristics @ behavior noneBehaviorEventRef = core/behaviours/loops/loop-reports | xml/compile/nodes/compile-loop
  multiInstanceLoopCharacteristics @ oneBehaviorEventRef = core/behaviours/loops/loop-reports | xml/rules/sub-process
  loopCardinality loopDataInputRef = core/behaviours/loops/loop-bounds | xml/compile/nodes/compile-loop
  loopDataOutputRef = core/behaviours/loops/loop-outputs | xml/compile/nodes/compile-loop
  complexBehaviorDefinition complexBehaviorDefinition/condition = core/behaviours/loops/loop-reports | xml/compile/nodes/compile-loop

  ${GLOBAL_TASKS} = xml/compile/activities/compile-call
  ${GLOBAL_TASKS} @ name = xml/compile/activities/compile-call
  globalScriptTask @ scriptLanguage = xml/compile/activities/compile-call

  humanPerformer potentialOwner = rules/facts/user-task-facts | xml/compile/compile-process
  resourceRole performer ~ a role without a meaning of its own
  resourceRole performer humanPerformer potentialOwner @ name ~ for the reader
  resourceRef resourceAssignmentExpression = rules/facts/user-task-facts | xml/compile/compile-process
  resourceParameterBinding ~ only checked (ACT-19, ACT-20)
  resourceParameterBinding @ parameterRef ~ only checked (ACT-19, ACT-20)
`);
