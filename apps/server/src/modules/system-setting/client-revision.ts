// Takes the revision from the answer of a write to the client's next request, which another process may serve.
import type { Act, PublicAct } from '../../kernel/records/act.ts';
import type { Revisioned } from '../../kernel/records/revisioned.ts';

export const REVISION_HEADER = 'x-svc-setting-revision';

/** Adds the revision to the answer of a write. */
export function withRevision<T>(body: T, revision: number) {
  return { body, headers: { [REVISION_HEADER]: String(revision) } };
}

/** Makes handlers that first wait for the writes of their client at other processes. */
export function createCatchUpFirst({ catchUp }: Pick<Revisioned, 'catchUp'>) {
  return <Q extends { readonly act: Act | PublicAct }, R>(handle: (request: Q) => R) =>
    async (request: Q): Promise<Awaited<R>> => {
      await catchUp(request.act);
      return await handle(request);
    };
}
