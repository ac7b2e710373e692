// The door of the BPMN core.
export { TASK_PRIORITY_DEFAULT } from './behaviours/user-task-fields.ts';
export * from './codec/history-codec.ts';
export * from './codec/state-codec.ts';
export * from './commands.ts';
export * from './effects.ts';
export { executionFacts, taskFacts } from './evaluation.ts';
export {
  type CompileOptions,
  compileExpression,
  isExpressionProblem,
} from './expression/compile.ts';
export * from './expression/expression.ts';
export type { ExpressionProblem } from './expression/syntax.ts';
export * from './history.ts';
export * from './limits.ts';
export * from './model/document.ts';
export * from './model/ids.ts';
export * from './model/instance-state.ts';
export * from './model/instant.ts';
export * from './model/process-model.ts';
export { isVariableName, type Value, type Variables } from './model/values.ts';
export { type ActivityInstance, activitiesOf } from './reading/activities.ts';
export { type ReplayedState, type ReplayedTask, replay } from './reading/replay.ts';
export { type TimelineDetail, type TimelineEntry, type TimelineKind, timelineOf } from './reading/timeline.ts';
export { variablesAt } from './reading/variables-at.ts';
export * from './result.ts';
export { step } from './step.ts';
export { PROCESS_ELEMENTS_MAX } from './validate/document-rules.ts';
export * from './validate/element-types.ts';
export * from './validate/extension-facts.ts';
export * from './validate/flow-graph.ts';
export * from './validate/lane-index.ts';
export * from './validate/problem.ts';
export * from './validate/process-facts.ts';
export * from './validate/reference-table.ts';
export * from './validate/rule-catalogue.ts';
export * from './validate/rule-texts.ts';
export * from './validate/user-task-facts.ts';
export * from './validate/validate.ts';
