// The door of the BPMN core.
export { TASK_PRIORITY_DEFAULT } from './behaviours/tasks/user-task-fields.ts';
export { type ReturnTarget, returnTargets } from './changes/return.ts';
export * from './codec/history-codec.ts';
export * from './codec/state-codec.ts';
export * from './contract/commands.ts';
export * from './contract/effects.ts';
export * from './contract/failure.ts';
export { HEARD_EVENTS } from './contract/heard-events.ts';
export * from './contract/history.ts';
export * from './contract/host.ts';
export * from './contract/ids.ts';
export * from './contract/instance-state.ts';
export * from './contract/limits.ts';
export * from './contract/plan.ts';
export * from './contract/result.ts';
export { fitsKeys, OWN_KEY } from './data/correlation.ts';
export { executionFacts, taskFacts } from './data/evaluation.ts';
export * from './expression/expression.ts';
export * from './expression/languages.ts';
export * from './model/activity-model.ts';
export * from './model/data-model.ts';
export * from './model/document.ts';
export * from './model/event-model.ts';
export * from './model/form-model.ts';
export * from './model/indexes.ts';
export * from './model/plain.ts';
export * from './model/process-model.ts';
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
export { step } from './step.ts';
export {
  type CompileOptions,
  compileExpression,
  isExpressionProblem,
} from './uel/compile.ts';
export { callableFacts } from './validate/call-rules.ts';
export { dataVariableName } from './validate/data-names.ts';
export { PROCESS_ELEMENTS_MAX } from './validate/document-rules.ts';
export * from './validate/element-types.ts';
export { type ExpressionLanguage, expressionLanguage, scriptLanguage } from './validate/expression-language.ts';
export { type ExtensionElementSchema, extensionElementSchema } from './validate/extension-elements.ts';
export * from './validate/extension-facts.ts';
export {
  CARRIED_EXTENSIONS,
  type ExtensionTable,
  type ExtensionValueKind,
  extensionTable,
  REFUSED_EXTENSIONS,
} from './validate/extension-tables.ts';
export * from './validate/flow-graph.ts';
export * from './validate/host-kinds.ts';
export * from './validate/lane-index.ts';
export { isMediaType, isNcName } from './validate/lexical.ts';
export * from './validate/outside.ts';
export * from './validate/problem.ts';
export * from './validate/process-facts.ts';
export * from './validate/reference-table.ts';
export * from './validate/rule-catalogue.ts';
export type { RuleOptions } from './validate/rule-context.ts';
export * from './validate/rule-texts.ts';
export * from './validate/user-task-facts.ts';
export * from './validate/validate.ts';
export { decisionKeyOf, type WorkWay, workWayOf } from './validate/work-facts.ts';
export * from './values/instant.ts';
export { isVariableName, putValue, type Value, type Variables } from './values/values.ts';
