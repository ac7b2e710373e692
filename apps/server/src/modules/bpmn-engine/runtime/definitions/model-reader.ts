// Reads and checks files: small ones at once, large ones in a thread of its own, so that no file keeps others waiting.
import type { ExpressionLanguages } from '@keelson/bpmn-core';
import { type DeploymentFile, fromPortable, type ModelNode } from '@keelson/bpmn-xml';
import type { Done } from '../../../../kernel/worker/worker-lane.ts';
import type { LoopBudget } from '../loop-budget.ts';
import {
  type CheckedFiles,
  type CompiledProcess,
  deploymentReader,
  type FilesToRead,
  type ReadFiles,
} from './deployment-reader.ts';
import { READ_AT_ONCE_BYTES, type ReadingLane } from './reading-lane.ts';

interface Reader {
  readonly tenantIdentifier: string;
  /** Name of the person; null: nobody's budget is used. */
  readonly username: string | null;
}

export type ModelReader = ReturnType<typeof createModelReader>;

/** Creates the reader; `languages` are those that models may be written in beside the core's own. */
export function createModelReader({
  budget,
  languages,
  lane,
  atOnceBytes = READ_AT_ONCE_BYTES,
}: {
  readonly budget: LoopBudget;
  readonly languages: () => Promise<ExpressionLanguages>;
  readonly lane: Pick<ReadingLane, 'ask'>;
  /** Bound of the bytes of a file that is read at once; tests have small files read as large ones. */
  readonly atOnceBytes?: number;
}) {
  const isLarge = (files: readonly Pick<DeploymentFile, 'bytes'>[]): boolean =>
    files.reduce((sum, { bytes }) => sum + bytes.length, 0) > atOnceBytes;

  /** Runs within the budget of who asks, 429 while that is used up: the thread is everybody's. */
  async function inBudget<T>(
    { tenantIdentifier, username }: Reader,
    { files }: FilesToRead,
    ways: { readonly here: (spoken: ExpressionLanguages) => T; readonly there: () => Promise<Done<T>> },
  ): Promise<T> {
    if (!isLarge(files)) {
      const spoken = await languages();
      return username === null ? ways.here(spoken) : budget.run(tenantIdentifier, username, () => ways.here(spoken));
    }
    if (username === null) return (await ways.there()).answer;
    budget.admit(tenantIdentifier, username);
    const { answer, tookMs } = await ways.there();
    budget.spend(tenantIdentifier, username, tookMs);
    return answer;
  }

  return {
    /** Reads files for their deployment. */
    read: (who: Reader, files: FilesToRead): Promise<ReadFiles> =>
      inBudget(who, files, {
        here: (spoken) => deploymentReader.read(files, spoken),
        async there() {
          const { answer, tookMs } = await lane.ask(who.tenantIdentifier, 'read', files);
          return { answer: fromPortable(answer, await languages()), tookMs };
        },
      }),

    /** Judges files without making definitions of them. */
    check: (who: Reader, files: FilesToRead): Promise<CheckedFiles> =>
      inBudget(who, files, {
        here: (spoken) => deploymentReader.check(files, spoken),
        there: () => lane.ask(who.tenantIdentifier, 'check', files),
      }),

    /** Compiles one process of a stored file; `texts` are those of the files beside it. */
    async compile(
      tenant: string,
      bytes: Uint8Array,
      key: string,
      texts: ReadonlyMap<string, string>,
    ): Promise<CompiledProcess> {
      const spoken = await languages();
      if (!isLarge([{ bytes }])) return deploymentReader.compile(bytes, key, { languages: spoken, texts });
      const { answer } = await lane.ask(tenant, 'compile', { bytes, key, texts });
      return fromPortable(answer, spoken);
    },

    /** Lists the nodes of one process of a stored file, in document order. */
    async nodes(tenant: string, bytes: Uint8Array, key: string): Promise<readonly ModelNode[]> {
      if (!isLarge([{ bytes }])) return deploymentReader.nodes(bytes, key);
      return (await lane.ask(tenant, 'nodes', { bytes, key })).answer;
    },
  };
}
