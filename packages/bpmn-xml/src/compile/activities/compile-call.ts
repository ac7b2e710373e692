// Call activities: the definition that is called, and what goes in and comes back.
import type { CallModel, IoModel, NodeType, ParameterModel, PayloadMapping } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import {
  extensionElements,
  extensionFlag,
  extensionText,
  factFlag,
  localName,
  referenced,
} from '../compilation/elements.ts';
import { compileOptional, compileText, variableExpression } from '../compilation/expressions.ts';
import type { ModelFiles } from '../compilation/model-files.ts';
import { expressionValue } from '../data/compile-parameters.ts';
import { compileMappings } from '../data/compile-payload.ts';
import { compileBinding } from './compile-binding.ts';

/** Node types as which called global tasks run. */
export const GLOBAL_TASKS: Readonly<Record<string, NodeType>> = {
  globalTask: 'task',
  globalUserTask: 'userTask',
  globalScriptTask: 'scriptTask',
  globalManualTask: 'manualTask',
  globalBusinessRuleTask: 'businessRuleTask',
};

/** Finds the process or global task of these files that a call activity names. */
export function calledElementOf(files: ModelFiles, element: BpmnElement): BpmnElement | null {
  const called = referenced(files, element, 'calledElement');
  return called?.type === 'process' || (called !== undefined && Object.hasOwn(GLOBAL_TASKS, called.type))
    ? called
    : null;
}

export function calledGlobalTask(files: ModelFiles, element: BpmnElement): BpmnElement | null {
  const called = element.type === 'callActivity' ? calledElementOf(files, element) : null;
  return called === null || called.type === 'process' ? null : called;
}

/** Compiles a call activity; `io` is its own, whose inputs go on to the called instance. */
export function compileCall(compilation: Compilation, element: BpmnElement, io: IoModel | null): CallModel {
  const written = element.attributes.get('calledElement')?.trim() ?? '';
  const isExpression = /[$#]\{/.test(written);
  const key = isExpression ? written : (calledElementOf(compilation, element)?.id ?? localName(written));
  const inputs = (io?.inputs ?? []).map(({ name }) => sameName(name));
  return {
    key: compileText(key),
    byId: extensionText(element, 'calledElementType') === 'id',
    binding: compileBinding(element, 'calledElement'),
    tenant: compileOptional(extensionText(element, 'calledElementTenantId')),
    fallbackToDefaultTenant: fallsBack(element),
    businessKey: compileOptional(extensionText(element, 'businessKey')),
    inheritBusinessKey: extensionFlag(element, 'inheritBusinessKey'),
    inheritVariables: extensionFlag(element, 'inheritVariables'),
    name: compileOptional(extensionText(element, 'processInstanceName')),
    idVariable: extensionText(element, 'idVariableName'),
    in: [...inputs, ...compileMappings(element, 'in')],
    out: compileMappings(element, 'out'),
    localOut: extensionFlag(element, 'useLocalScopeForOutParameters'),
  };
}

/** Whether a call falls back to the default tenant, which tools write as an attribute or as an element with its value. */
function fallsBack(element: BpmnElement): boolean {
  const written = extensionElements(element, 'fallbackToDefaultTenant');
  return extensionFlag(element, 'fallbackToDefaultTenant') || written.some((fact) => factFlag(fact, 'value'));
}

function sameName(name: string): PayloadMapping {
  return { kind: 'value', source: variableExpression(name), target: name, local: false };
}

/** Lists the mappings of a call of a global task as parameters of the activity: the task runs inside the caller's instance. */
export function mappingParameters(element: BpmnElement, name: 'in' | 'out'): readonly ParameterModel[] {
  return compileMappings(element, name).flatMap((mapping) =>
    mapping.kind === 'value' ? { name: mapping.target, value: expressionValue(mapping.source) } : [],
  );
}
