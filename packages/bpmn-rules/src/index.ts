// The door of the rules of BPMN.
export { callableFacts } from './call-rules.ts';
export { dataVariableName } from './data-names.ts';
export { PROCESS_ELEMENTS_MAX } from './document-rules.ts';
export * from './element-types.ts';
export { type ExpressionLanguage, expressionLanguage, scriptLanguage } from './expression-language.ts';
export { type ExtensionElementSchema, extensionElementSchema } from './extension-elements.ts';
export * from './extension-facts.ts';
export {
  CARRIED_EXTENSIONS,
  type ExtensionTable,
  type ExtensionValueKind,
  extensionTable,
  REFUSED_EXTENSIONS,
} from './extension-tables.ts';
export * from './flow-graph.ts';
export * from './host-kinds.ts';
export * from './lane-index.ts';
export { isMediaType, isNcName } from './lexical.ts';
export * from './outside.ts';
export * from './problem.ts';
export * from './process-facts.ts';
export * from './reference-table.ts';
export * from './rule-catalogue.ts';
export type { RuleOptions } from './rule-context.ts';
export * from './rule-texts.ts';
export * from './user-task-facts.ts';
export * from './validate.ts';
export { decisionKeyOf, type WorkWay, workWayOf } from './work-facts.ts';
