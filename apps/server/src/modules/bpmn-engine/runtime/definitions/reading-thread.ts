// Is the thread in which large files are read: what it answers is plain data, compiled again where it is used.
import type { Variables } from '@keelson/bpmn-core';
import {
  createFeel,
  createScriptSandbox,
  type DecisionGraph,
  type DecisionResult,
  evaluateDecision,
  readDmn,
} from '@keelson/bpmn-host';
import { keepOrigins, type ModelNode, type Portable, toPortable } from '@keelson/bpmn-xml';
import { LRUCache } from 'lru-cache';
import { serveLane } from '../../../../kernel/worker/serve-lane.ts';
import {
  type CheckedFiles,
  type CompiledProcess,
  deploymentReader,
  type FilesToRead,
  type ReadFiles,
} from './deployment-reader.ts';

interface StoredProcess {
  readonly bytes: Uint8Array;
  readonly key: string;
}

/** Works of the thread, with their answers. */
export interface Readings {
  readonly read: { readonly request: FilesToRead; readonly answer: Portable<ReadFiles> };
  readonly check: { readonly request: FilesToRead; readonly answer: CheckedFiles };
  readonly compile: {
    readonly request: StoredProcess & { readonly texts: ReadonlyMap<string, string> };
    readonly answer: Portable<CompiledProcess>;
  };
  readonly nodes: { readonly request: StoredProcess; readonly answer: readonly ModelNode[] };
  readonly decide: {
    readonly request: {
      /** Name of the file, whose bytes are handed over where the thread has asked for them. */
      readonly file: string;
      readonly bytes: Uint8Array | null;
      readonly key: string;
      readonly variables: Variables;
      /** Time in epoch milliseconds. */
      readonly at: number;
    };
    /** Result of the decision; null where the thread does not know the file. */
    readonly answer: DecisionResult | null;
  };
}

export type ReadingRequest = {
  [Kind in keyof Readings]: { readonly kind: Kind } & Readings[Kind]['request'];
}[keyof Readings];
export type ReadingAnswer = Readings[keyof Readings]['answer'];

keepOrigins();
const { javascriptProblem } = await createScriptSandbox();
const languages = { feel: createFeel(), javascriptProblem };

/** Bound of the read files of decisions that are kept, by their bytes; one takes some ten times as much memory. */
const GRAPH_BYTES_MAX = 32 * 1024 * 1024;
const graphs = new LRUCache<string, DecisionGraph>({ maxSize: GRAPH_BYTES_MAX, maxEntrySize: GRAPH_BYTES_MAX });

function graphOf({ file, bytes }: Readings['decide']['request']): DecisionGraph | undefined {
  if (bytes === null) return graphs.get(file);
  const { graph } = readDmn(bytes);
  if (graph === undefined) throw new Error('a stored file of decisions cannot be read');
  graphs.set(file, graph, { size: bytes.length + 1 });
  return graph;
}

function decide(request: Readings['decide']['request']): DecisionResult | null {
  const graph = graphOf(request);
  return graph === undefined ? null : evaluateDecision(graph, request.key, request.variables, { now: request.at });
}

serveLane((request: ReadingRequest): ReadingAnswer => {
  switch (request.kind) {
    case 'read':
      return toPortable(deploymentReader.read(request, languages));
    case 'check':
      return deploymentReader.check(request, languages);
    case 'compile':
      return toPortable(deploymentReader.compile(request.bytes, request.key, { languages, texts: request.texts }));
    case 'nodes':
      return deploymentReader.nodes(request.bytes, request.key);
    case 'decide':
      return decide(request);
  }
});
