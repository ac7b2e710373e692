// Shows variables with their types, and as the bytes of a file.
import type { Value } from '@keelson/bpmn-core';
import type { SvcBpmnVariableModel } from '@keelson/contract';
import { executionId } from '../interface/part-id.ts';
import { typeOf } from '../interface/typed-variables.ts';
import { bytesText } from '../runtime/state/variable-value.ts';
import type { FoundVariable } from './variable.service.ts';

export function variableToWire({
  name,
  value,
  instanceId,
  token,
  revision,
  isSearchable,
}: FoundVariable): SvcBpmnVariableModel {
  return {
    name,
    type: typeOf(value),
    value: bytesText(value) ?? value,
    executionId: token === null ? instanceId : executionId(instanceId, token),
    searchable: isSearchable,
    size: Buffer.byteLength(JSON.stringify(value)),
    version: revision,
  };
}

export function bytesOf(value: Value): Buffer {
  const bytes = bytesText(value);
  if (bytes !== null) return Buffer.from(bytes, 'base64');
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}
