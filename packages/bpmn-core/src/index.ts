// Everybody enters the BPMN core by this door.
export { TASK_PRIORITY_DEFAULT } from './behaviours/tasks/user-task-fields.ts';
export { type ReturnTarget, returnTargets } from './changes/return.ts';
export * from './codec/history-codec.ts';
export * from './codec/state-codec.ts';
export * from './contract/commands/change-commands.ts';
export * from './contract/commands/commands.ts';
export * from './contract/commands/task-commands.ts';
export * from './contract/effects.ts';
export * from './contract/failure.ts';
export { HEARD_EVENTS } from './contract/heard-events.ts';
export * from './contract/history.ts';
export * from './contract/host.ts';
export * from './contract/ids.ts';
export * from './contract/instance-state.ts';
export * from './contract/limits.ts';
export * from './contract/open-task.ts';
export * from './contract/plan.ts';
export * from './contract/result.ts';
export { fitsKeys, OWN_KEY } from './data/correlation.ts';
export { executionFacts, taskFacts } from './data/evaluation.ts';
export * from './data/receivers.ts';
export * from './expression/expression.ts';
export * from './expression/languages.ts';
export * from './model/activity-model.ts';
export * from './model/data-model.ts';
export * from './model/event-model.ts';
export * from './model/form-model.ts';
export * from './model/indexes.ts';
export * from './model/plain.ts';
export * from './model/process-model.ts';
export * from './model/work-model.ts';
export { type ActivityInstance, activitiesOf } from './reading/activities.ts';
export { type ClosedTask, closedTask } from './reading/closed-task.ts';
export { type ReplayedActivity, type ReplayedState, type ReplayedTask, replay } from './reading/replay.ts';
export { firstStartFiring, type StartTrigger, startTriggersOf } from './reading/start-triggers.ts';
export { peopleAfter } from './reading/task-people.ts';
export {
  type ModelSource,
  type TimelineDetail,
  type TimelineEntry,
  type TimelineKind,
  timelineOf,
} from './reading/timeline.ts';
export { type MessageKeysInput, type MessageKeysResult, messageKeys } from './rounds/message-keys.ts';
export { type StartConditionInput, type StartConditionResult, startCondition } from './rounds/start-condition.ts';
export { step, stepInTurns } from './step.ts';
export {
  type CompileOptions,
  compileExpression,
  isExpressionProblem,
} from './uel/compile.ts';
export { settingCodes } from './uel/setting-codes.ts';
export * from './values/instant.ts';
export { addPeriod } from './values/period.ts';
export { isVariableName, putValue, type Value, type Variables } from './values/values.ts';
export { peopleIn } from './verbs/tasks/people.ts';
