// The door of the rules of BPMN.
export { callableFacts } from './activities/callable-facts.ts';
export { PROCESS_ELEMENTS_MAX } from './document/document-rules.ts';
export { isMediaType, isNcName } from './document/lexical.ts';
export { type ExtensionElementSchema, extensionElementSchema } from './extensions/extension-elements.ts';
export {
  CARRIED_EXTENSIONS,
  type ExtensionTable,
  type ExtensionValueKind,
  extensionTable,
  REFUSED_EXTENSIONS,
} from './extensions/extension-tables.ts';
export { dataVariableName } from './facts/data-names.ts';
export * from './facts/element-types.ts';
export { type ExpressionLanguage, expressionLanguage, scriptLanguage } from './facts/expression-language.ts';
export * from './facts/extension-facts.ts';
export * from './facts/flow-graph.ts';
export * from './facts/lane-index.ts';
export * from './facts/process-facts.ts';
export * from './facts/user-task-facts.ts';
export { decisionKeyOf, type WorkWay, workWayOf } from './facts/work-facts.ts';
export * from './references/reference-table.ts';
export * from './rule/finding.ts';
export * from './rule/host-kinds.ts';
export * from './rule/outside.ts';
export * from './rule/problem.ts';
export type { RuleOptions } from './rule/rule-context.ts';
export * from './texts/rule-catalogue.ts';
export * from './texts/rule-texts.ts';
export * from './validate.ts';
