// Does the work on the bytes of models: plain data in, plain data out, in whichever thread.
import {
  type ComparisonResult,
  compareModels,
  type ModelFacts,
  minimalModel,
  type PatchOperation,
  type PatchResult,
  patchModel,
  type RenameResult,
  readModelFacts,
  renameProcesses,
  type SvgResult,
  sanitiseSvg,
} from '@keelson/bpmn-xml';
import { isJson, textsOf } from './json-text.ts';

/** Kinds of work, each with its input beside the bytes, and its result. */
export interface ModelWork {
  readonly facts: { readonly request: object; readonly answer: ModelFacts };
  readonly rename: { readonly request: { readonly code: string }; readonly answer: RenameResult };
  readonly patch: {
    readonly request: { readonly operations: readonly PatchOperation[] };
    readonly answer: PatchResult;
  };
  /** Compares two models; `bytes` are the older one. */
  readonly compare: { readonly request: { readonly after: Uint8Array }; readonly answer: ComparisonResult };
  /** Says whether the bytes are JSON. */
  readonly json: { readonly request: object; readonly answer: boolean };
  readonly texts: {
    readonly request: { readonly names: readonly string[] };
    readonly answer: Readonly<Record<string, string>> | null;
  };
  readonly picture: { readonly request: object; readonly answer: SvgResult };
}

export type ModelRequest = {
  [Kind in keyof ModelWork]: { readonly kind: Kind; readonly bytes: Uint8Array } & ModelWork[Kind]['request'];
}[keyof ModelWork];
export type ModelAnswer = ModelWork[keyof ModelWork]['answer'];

export function doModelWork(request: ModelRequest): ModelAnswer {
  switch (request.kind) {
    case 'facts':
      return readModelFacts(request.bytes);
    case 'rename':
      return renameProcesses(request.bytes, request.code);
    case 'patch':
      return patchModel(request.bytes, request.operations);
    case 'compare':
      return compareModels(request.bytes, request.after);
    case 'json':
      return isJson(request.bytes);
    case 'texts':
      return textsOf(request.bytes, request.names);
    case 'picture':
      return sanitiseSvg(request.bytes);
  }
}

export { minimalModel };
