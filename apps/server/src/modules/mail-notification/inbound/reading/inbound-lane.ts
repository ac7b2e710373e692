// Calls the threads that read inbound mails, and asks the name service between two pieces of their work.
import type { TextAnswer } from '../../../../kernel/dns/dns.types.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { LaneOverrun, WorkerLane } from '../../../../kernel/worker/worker-lane.ts';
import type { InboundAnswer, InboundRequest, InboundWork } from './inbound-thread.ts';
import type { ReadInbound } from './read-inbound.ts';

/** Limit for reading a mail: within the bounds it takes two seconds at most, more on a busy machine. */
const READING_MS_MAX = 10_000;
/** Heap of a thread: a mail of 10 MiB takes some times as much while it is read. */
const HEAP_MIB = 512;
/** Mails of a tenant that may wait: a mail server hands over some tens at once, and keeps those that are refused. */
const WAITING_OF_TENANT_MAX = 64;

export function createInboundLane({ lanes, dns, clock }: Pick<Kernel, 'lanes' | 'dns' | 'clock'>) {
  const file = new URL('./inbound-thread.ts', import.meta.url);
  const turns = lanes.open({ name: 'mail-inbound', ofOwner: 1, waitingOfOwnerMax: WAITING_OF_TENANT_MAX });
  const lane = new WorkerLane<InboundRequest, InboundAnswer>(turns, {
    file,
    heapMib: HEAP_MIB,
    limitMs: READING_MS_MAX,
  });

  /** Does a piece of work; null where it took too long. */
  async function ask<K extends keyof InboundWork>(
    tenant: string,
    kind: K,
    request: InboundWork[K]['request'],
  ): Promise<InboundWork[K]['answer'] | null> {
    try {
      return (await lane.run(tenant, { kind, ...request } as InboundRequest)).answer as InboundWork[K]['answer'];
    } catch (error) {
      if (error instanceof LaneOverrun) return null;
      throw error;
    }
  }

  return {
    read: async (tenant: string, bytes: Uint8Array): Promise<ReadInbound> =>
      (await ask(tenant, 'read', { bytes })) ?? { kind: 'TOO_RICH', excess: 'TIME' },

    /** Proves a sender: the thread names the keys that it needs, and checks once they are there. */
    async isProven(tenant: string, bytes: Uint8Array, from: string): Promise<boolean> {
      const asked = { bytes, from, now: clock.now() };
      const first = await ask(tenant, 'prove', { ...asked, keys: new Map() });
      if (first === null || first.wanted.length === 0) return first?.isProven === true;
      const answers = await Promise.all(
        first.wanted.map(async (name): Promise<[string, TextAnswer]> => [name, await dns.findTexts(name)]),
      );
      const second = await ask(tenant, 'prove', { ...asked, keys: new Map(answers) });
      return second?.isProven === true;
    },
    /** Ends the threads. */
    close: () => lane.close(),
  };
}

export type InboundLane = ReturnType<typeof createInboundLane>;
