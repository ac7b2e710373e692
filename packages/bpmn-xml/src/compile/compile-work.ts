// What a service, send or business rule task does: expression, native call, HTTP, mail, external task, message.
import type { BpmnElement, Expression, NodeType, ParameterModel, WorkModel } from '@keelson/bpmn-core';
import { type WorkWay, workWayOf } from '@keelson/bpmn-rules';
import type { Compilation } from './compilation.ts';
import { compileConnector } from './compile-connector.ts';
import { compileFields } from './compile-fields.ts';
import { compileValue, textValue } from './compile-parameters.ts';
import {
  extensionElements,
  extensionFlag,
  extensionText,
  factChildren,
  factText,
  firstExtensionText,
} from './elements.ts';
import { compileBare, compileOptional, compileText } from './expressions.ts';

/** What differs from one kind of work to the next. */
export type OwnWork = Pick<WorkModel, 'kind'> &
  Partial<Pick<WorkModel, 'expression' | 'target' | 'parameters' | 'resultVariable' | 'outputs'>>;

const WORKING: ReadonlySet<NodeType> = new Set<NodeType>(['serviceTask', 'sendTask', 'businessRuleTask']);

/** Null for other elements, and where none of the ways of 4.9 is taken. */
export function compileWork(compilation: Compilation, element: BpmnElement, type: NodeType): WorkModel | null {
  if (!WORKING.has(type)) return null;
  const own = ownWork(compilation, element, workWayOf(element));
  if (own === null) return null;
  const priority = extensionText(element, 'taskPriority') ?? compilation.taskPriority;
  return {
    expression: null,
    target: null,
    parameters: [],
    outputs: [],
    resultVariable: firstExtensionText(element, 'resultVariable', 'resultVariableName'),
    localResult: extensionFlag(element, 'useLocalScopeForResultVariable'),
    transientResult: extensionFlag(element, 'storeResultVariableAsTransient'),
    priority: own.kind === 'external' ? compileOptional(priority) : null,
    triggerable: extensionFlag(element, 'triggerable'),
    errors: compileErrors(compilation, element),
    ...own,
  };
}

function ownWork(compilation: Compilation, element: BpmnElement, way: WorkWay): OwnWork | null {
  switch (way) {
    case 'expression':
      return { kind: 'expression', expression: compileOptional(extensionText(element, 'expression')) };
    case 'mail':
    case 'http':
      return fieldWork(element, way);
    case 'external':
      return {
        kind: 'external',
        target: compileOptional(extensionText(element, 'topic')),
        parameters: compileFields(element),
      };
    case 'native':
      return nativeWork(compilation, element);
    case 'connector':
      return compileConnector(compilation, element);
    case 'message':
      return { kind: 'message' };
    default:
      return null;
  }
}

/** The fields are what is sent; one of them may name the variable of the answer. */
function fieldWork(element: BpmnElement, kind: 'mail' | 'http'): OwnWork {
  const fields = compileFields(element);
  const answer = fields.find(({ name }) => name === 'responseVariableName')?.value;
  const constant = answer?.kind === 'expression' ? answer.expression.constant : undefined;
  const parameters = fields.filter(({ name }) => name !== 'responseVariableName');
  return typeof constant === 'string' ? { kind, parameters, resultVariable: constant } : { kind, parameters };
}

/** `keelson:call` as attribute, or as element that may hold its parameters. */
function nativeWork(compilation: Compilation, element: BpmnElement): OwnWork | null {
  const [call] = extensionElements(element, 'call');
  const text =
    extensionText(element, 'call') ?? (call === undefined ? null : (factText(call, 'name') ?? call.value.trim()));
  if (text === null) return null;
  const facts = [...extensionElements(element, 'with'), ...(call === undefined ? [] : factChildren(call, 'with'))];
  const parameters = facts.map((fact): ParameterModel => {
    const value = fact.attributes.get('value');
    return {
      name: factText(fact, 'name') ?? '',
      value: value === undefined ? compileValue(compilation, fact) : textValue(value),
    };
  });
  return { kind: 'native', target: compileText(text), parameters };
}

/** Of an external task: what it is said to throw, by what came back. */
function compileErrors({ document }: Compilation, element: BpmnElement): WorkModel['errors'] {
  return extensionElements(element, 'errorEventDefinition').map((fact) => {
    const reference = factText(fact, 'errorRef') ?? '';
    const error = document.elementsById.get(reference);
    const condition: Expression | null = compileCondition(factText(fact, 'expression'));
    return { condition, code: error?.attributes.get('errorCode') ?? reference, message: error?.name ?? null };
  });
}

function compileCondition(text: string | null): Expression | null {
  return text === null ? null : compileBare(text);
}
