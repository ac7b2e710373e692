// Reads and rewrites the bytes of models: small ones at once, large ones in a thread.
import type { ModelFacts, PatchOperation } from '@keelson/bpmn-xml';
import type { Kernel } from '../../../kernel/module.ts';
import { WorkerLane } from '../../../kernel/worker/worker-lane.ts';
import { doModelWork, type ModelAnswer, type ModelRequest, type ModelWork, minimalModel } from './model-work.ts';

/** Bytes of a model that is read at once, within some 20 ms. */
const AT_ONCE_BYTES = 64 * 1024;
/** Heap of the thread: a file at the limits of XML takes 1 GiB at most; see `XML_LIMITS`. */
const THREAD_HEAP_MIB = 1_536;
/** Pieces of a tenant that may wait; further ones are refused, as large files are rare. */
const WAITING_OF_TENANT_MAX = 16;

export type { ModelFacts, PatchOperation };
export type Models = ReturnType<typeof createModels>;

export function createModels({ lanes }: Pick<Kernel, 'lanes'>) {
  const turns = lanes.open({ name: 'bpmn-models', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const lane = new WorkerLane<ModelRequest, ModelAnswer>(turns, {
    file: new URL('./model-thread.ts', import.meta.url),
    heapMib: THREAD_HEAP_MIB,
  });

  async function run<Kind extends keyof ModelWork>(
    tenant: string,
    kind: Kind,
    bytes: Uint8Array,
    request: ModelWork[Kind]['request'],
  ): Promise<ModelWork[Kind]['answer']> {
    const asked = { kind, bytes, ...request } as ModelRequest;
    const answer = bytes.byteLength <= AT_ONCE_BYTES ? doModelWork(asked) : (await lane.run(tenant, asked)).answer;
    return answer as ModelWork[Kind]['answer'];
  }

  return {
    facts: (tenant: string, bytes: Uint8Array) => run(tenant, 'facts', bytes, {}),
    rename: (tenant: string, bytes: Uint8Array, code: string) => run(tenant, 'rename', bytes, { code }),
    patch: (tenant: string, bytes: Uint8Array, operations: readonly PatchOperation[]) =>
      run(tenant, 'patch', bytes, { operations }),
    compare: (tenant: string, before: Uint8Array, after: Uint8Array) => run(tenant, 'compare', before, { after }),
    picture: (tenant: string, bytes: Uint8Array) => run(tenant, 'picture', bytes, {}),
    /** Reads JSON that belongs to models. */
    json: (tenant: string) => ({
      isJson: (text: string) => run(tenant, 'json', Buffer.from(text), {}),
      mapOf: (text: string, names: readonly string[]) => run(tenant, 'texts', Buffer.from(text), { names }),
    }),
    minimal: minimalModel,
    /** Ends the thread; the work under way is refused. */
    close: () => lane.close(),
  };
}
