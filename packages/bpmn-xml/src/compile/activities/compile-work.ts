// What a service, send or business rule task does: expression, native call, HTTP, mail, connector, external task, message.
import type { Expression, NodeType, ParameterModel, WorkModel } from '@keelson/bpmn-core';
import { type BpmnElement, eventWorkOf, type WorkWay, workWayOf } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import {
  extensionElements,
  extensionFlag,
  extensionText,
  factChildren,
  factText,
  firstExtensionText,
} from '../compilation/elements.ts';
import { compileBare, compileOptional, compileText, constantExpression } from '../compilation/expressions.ts';
import { compileFields, compileHttpFields } from '../data/compile-fields.ts';
import { compileValue, confidentialValue, parametersIn, textValue } from '../data/compile-parameters.ts';

/** Fields in which one kind of work differs from the next. */
type OwnWork = Pick<WorkModel, 'kind'> &
  Partial<Pick<WorkModel, 'expression' | 'target' | 'parameters' | 'resultVariable' | 'outputs'>>;

const WORKING: ReadonlySet<NodeType> = new Set<NodeType>(['serviceTask', 'sendTask', 'businessRuleTask']);

/** Compiles work; null for other elements, and where the element says nothing of its work. */
export function compileWork(compilation: Compilation, element: BpmnElement, type: NodeType): WorkModel | null {
  return WORKING.has(type) ? workOf(compilation, element) : null;
}

/** Compiles the work of an event; null where it throws nothing but its triggers. */
export function compileEventWork(compilation: Compilation, event: BpmnElement): WorkModel | null {
  const definition = eventWorkOf(event);
  return definition === null ? null : workOf(compilation, definition);
}

function workOf(compilation: Compilation, element: BpmnElement): WorkModel | null {
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
      return connectorWork(compilation, element);
    case 'message':
      return { kind: 'message' };
    default:
      return null;
  }
}

/**
 * Compiles mail and HTTP work, whose fields are sent; one of them may name the variable of the answer, of every one or of one that has
 * come.
 */
function fieldWork(element: BpmnElement, kind: 'mail' | 'http'): OwnWork {
  const fields = kind === 'http' ? compileHttpFields(element) : compileFields(element);
  const answer = fields.find(({ name }) => name === 'responseVariableName')?.value;
  const constant = answer?.kind === 'expression' ? answer.expression.constant : undefined;
  if (typeof constant !== 'string') return { kind, parameters: fields };
  return { kind, parameters: fields.filter(({ name }) => name !== 'responseVariableName'), resultVariable: constant };
}

/** Compiles `keelson:call`, as attribute or as element that may hold its parameters. */
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

const HTTP_CONNECTOR = 'http-connector';

/** Names of the connector's inputs as the HTTP work calls them. */
const HTTP_NAMES: Readonly<Record<string, string>> = {
  url: 'requestUrl',
  method: 'requestMethod',
  headers: 'requestHeaders',
  payload: 'requestBody',
};

/** Compiles one of the two connectors that are executed as the work that it stands for; null without a connector. */
function connectorWork(compilation: Compilation, element: BpmnElement): OwnWork | null {
  const [connector] = extensionElements(element, 'connector');
  if (connector === undefined) return null;
  const id = factChildren(connector, 'connectorId')[0]?.value.trim() ?? '';
  const text = id === HTTP_CONNECTOR ? confidentialValue : textValue;
  const { inputs, outputs } = parametersIn(compilation, factChildren(connector, 'inputOutput'), text);
  if (id === HTTP_CONNECTOR)
    return { kind: 'http', target: constantExpression(id), parameters: inputs.map(renamed), outputs };
  if (id === 'mail-send') return { kind: 'mail', parameters: inputs, outputs };
  throw new Error(`the connector ${id} passed the rules`);
}

function renamed({ name, value }: ParameterModel): ParameterModel {
  return { name: HTTP_NAMES[name] ?? name, value };
}

/** Compiles the errors that an external task throws by what came back. */
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
