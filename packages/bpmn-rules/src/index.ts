// The door of the package: the rules that judge files, and what their documents say.

export { callableFacts } from './activities/callable-facts.ts';
// These are the words of the standard and of the extensions, and their bounds.
export { PROCESS_ELEMENTS_MAX } from './document/document-rules.ts';
// These judge: documents go in, problems come out.
export { isMediaType, isNcName } from './document/lexical.ts';
export { expressionPlace } from './execution/expression-places.ts';
export { type ExtensionElementSchema, extensionElementSchema } from './extensions/extension-elements.ts';
export {
  CARRIED_EXTENSIONS,
  type ExtensionTable,
  type ExtensionValueKind,
  extensionTable,
  REFUSED_EXTENSIONS,
} from './extensions/extension-tables.ts';
export { earlyText } from './facts/early-values.ts';
export { type ExpressionLanguage, expressionLanguage, scriptLanguage } from './facts/expression-language.ts';
export { extensionAttribute } from './facts/extension-facts.ts';
export {
  buildFlowGraphs,
  type FlowGraph,
  type GraphFlow,
  type GraphNode,
  isEventSubProcess,
  isImplicitStart,
  isInstantiating,
} from './facts/flow-graph.ts';
export {
  type FieldKind,
  FORM_FIELDS_MAX,
  fieldKindOf,
  fieldProblem,
  isScriptPattern,
  type WrittenField,
} from './facts/form-fields.ts';
export { buildLaneIndex, type LaneIndex } from './facts/lane-index.ts';
export { type HistoryLevel, type ProcessFacts, readProcessFacts } from './facts/process-facts.ts';
export { resourceName, type ScriptPlace, scriptFactPlace, scriptTaskPlace } from './facts/script-facts.ts';
export { splitSecrets } from './facts/secret-facts.ts';
export { dataVariableName } from './facts/types/data-names.ts';
// Rules and compiler alike ask what a document says.
export * from './facts/types/document.ts';
export {
  ACTIVITY_TYPES,
  ARTIFACT_TYPES,
  DATA_TYPES,
  EVENT_DEFINITION_TYPES,
  EVENT_TYPES,
  isFlowElementType,
  isFlowNodeType,
  SCOPE_TYPES,
} from './facts/types/element-types.ts';
export {
  type ExpressionSource,
  readUserTaskFacts,
  type SingleFact,
  type UserTaskFacts,
} from './facts/user-task-facts.ts';
export { decisionKeyOf, eventWorkOf, eventWorkWay, type WorkWay, workWayOf } from './facts/work-facts.ts';
export { REFERENCE_KINDS, type ReferenceKind } from './references/reference-table.ts';
export { EXECUTORS, type Executor, optionsFor } from './rule/executor.ts';
export {
  CONTAINER_TYPES,
  type Finding,
  type FindingDetails,
  type FindingSubject,
  fileFinding,
  finding,
  shownElement,
} from './rule/finding.ts';
export { HOST_FEATURES, HOST_KINDS, type HostFeatureName, type HostKind, SERVER_KINDS } from './rule/host-kinds.ts';
export type { NativeCallParameters, OutsideCallable, OutsideData, OutsideLookup } from './rule/outside.ts';
export { type Problem, type Severity, STRICTNESSES, type Strictness } from './rule/problem.ts';
export type { RuleOptions } from './rule/rule-context.ts';
export { RULE_IDS, RULES, type RuleId } from './texts/rule-catalogue.ts';
export type { RuleMarks, RuleText } from './texts/rule-texts.ts';
export {
  judgeDocuments,
  type LocatedProblem,
  toProblem,
  type ValidationInput,
  type Verdict,
  validateDocuments,
  withoutProcess,
} from './validate.ts';
