// The two connectors that are executed, as the work that they stand for.
import type { BpmnElement, ParameterModel } from '@keelson/bpmn-core';
import type { Compilation } from './compilation.ts';
import { parametersIn } from './compile-parameters.ts';
import type { OwnWork } from './compile-work.ts';
import { extensionElements, factChildren } from './elements.ts';

/** Names of the connector's inputs as the HTTP work calls them. */
const HTTP_NAMES: Readonly<Record<string, string>> = {
  url: 'requestUrl',
  method: 'requestMethod',
  headers: 'requestHeaders',
  payload: 'requestBody',
};

/** Null without a connector. */
export function compileConnector(compilation: Compilation, element: BpmnElement): OwnWork | null {
  const [connector] = extensionElements(element, 'connector');
  if (connector === undefined) return null;
  const id = factChildren(connector, 'connectorId')[0]?.value.trim() ?? '';
  const { inputs, outputs } = parametersIn(compilation, factChildren(connector, 'inputOutput'));
  if (id === 'http-connector') return { kind: 'http', parameters: inputs.map(renamed), outputs };
  if (id === 'mail-send') return { kind: 'mail', parameters: inputs, outputs };
  throw new Error(`the connector ${id} passed the rules`);
}

function renamed({ name, value }: ParameterModel): ParameterModel {
  return { name: HTTP_NAMES[name] ?? name, value };
}
