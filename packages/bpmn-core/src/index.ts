// The door of the BPMN core.
export { TASK_PRIORITY_DEFAULT } from './behaviours/user-task-fields.ts';
export type { ChangePlan, PlannedElement, PlannedMapping, PlannedRestore, PlannedStart } from './change-plan.ts';
export * from './codec/history-codec.ts';
export * from './codec/state-codec.ts';
export * from './commands.ts';
export { fitsKeys, OWN_KEY } from './correlation.ts';
export * from './effects.ts';
export { executionFacts, taskFacts } from './evaluation.ts';
export {
  type CompileOptions,
  compileExpression,
  isExpressionProblem,
} from './expression/compile.ts';
export * from './expression/expression.ts';
export * from './expression/languages.ts';
export type { ExpressionProblem } from './expression/syntax.ts';
export * from './history.ts';
export * from './host.ts';
export * from './limits.ts';
export * from './model/activity-model.ts';
export * from './model/document.ts';
export * from './model/event-model.ts';
export * from './model/form-model.ts';
export { HEARD_EVENTS } from './model/heard-events.ts';
export * from './model/ids.ts';
export * from './model/instance-state.ts';
export * from './model/instant.ts';
export * from './model/plain.ts';
export * from './model/process-model.ts';
export { isVariableName, putValue, type Value, type Variables } from './model/values.ts';
export * from './model/work-model.ts';
export { type ActivityInstance, activitiesOf } from './reading/activities.ts';
export { type ReplayedActivity, type ReplayedState, type ReplayedTask, replay } from './reading/replay.ts';
export {
  type ModelSource,
  type TimelineDetail,
  type TimelineEntry,
  type TimelineKind,
  timelineOf,
} from './reading/timeline.ts';
export { variablesAt } from './reading/variables-at.ts';
export * from './result.ts';
export { step } from './step.ts';
export { type ReturnTarget, returnTargets } from './verbs/return.ts';
