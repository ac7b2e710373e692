// Tests patch small files as text, and read what was refused.
import { expect } from 'vitest';
import type { PatchOperation, PatchRefusal } from '../edit/patch/patch.types.ts';
import { patchModel } from '../edit/patch/patch-model.ts';
import { parseXml } from '../tree/tree.ts';
import { NAMESPACES, utf8 } from './texts.ts';

export function patched(text: string, ...operations: readonly PatchOperation[]): string {
  const result = patchModel(utf8(text), operations);
  if (!('bytes' in result)) throw new Error(JSON.stringify(result));
  expect(parseXml(result.bytes).problem).toBeUndefined();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes);
}

export function refusals(text: string, ...operations: readonly PatchOperation[]): readonly PatchRefusal[] {
  const result = patchModel(utf8(text), operations);
  if (!('refused' in result)) throw new Error('nothing was refused');
  return result.refused;
}

export const reasons = (text: string, ...operations: readonly PatchOperation[]) =>
  refusals(text, ...operations).map(({ operation, reason }) => `${operation} ${reason}`);

export const set = (elementId: string, name: string, value: string): PatchOperation => ({
  op: 'setAttribute',
  elementId,
  name,
  value,
});
export const text = (elementId: string, name: string | null, value: string): PatchOperation => ({
  op: 'setText',
  elementId,
  name,
  value,
});
export const extension = (elementId: string, name: string | null, value: string): PatchOperation => ({
  op: 'setExtension',
  elementId,
  name,
  value,
});
export const remove = (elementId: string, name: string | null = null): PatchOperation => ({
  op: 'remove',
  elementId,
  name,
});

export const file = (content: string) =>
  `<definitions ${NAMESPACES} targetNamespace="urn:test">${content}</definitions>`;
/** The parts of a file behind its namespaces. */
export const inside = (whole: string) =>
  whole.slice(whole.indexOf('targetNamespace="urn:test">') + 27, -'</definitions>'.length);
export const inFile = (content: string, ...operations: readonly PatchOperation[]) =>
  inside(patched(file(content), ...operations));
