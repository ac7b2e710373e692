// Sends events while everything is killed, stored before the answer or a moment later, and counts what was acknowledged.
import { randomUUID } from 'node:crypto';
import { createClient } from '@keelson/client';
import type { Person } from '../support/people.ts';
import { until } from '../support/until.ts';

const SENDERS = 4;
const SERVICE = 'chaos';
const PAUSE_MS = 4;
/** While nobody listens. */
const AWAY_MS = 20;
const PAGE = 1_000;
/** A directory of files is taken over and stored within this time. */
const STORED_MS = 30_000;
const LOOK_MS = 500;

export const eventAuthorities = ['LOG_PRODUCE', 'LOG_VIEW'];

export interface EventLoad {
  /** Holds the uuids that were answered with 200, of each way of sending. */
  readonly acknowledged: Readonly<Record<'produceSync' | 'produceAsync', readonly string[]>>;
  finish(): Promise<void>;
}

/** Sends each event once: what was not acknowledged may be there or not. */
export function startEventLoad(url: () => string, token: string): EventLoad {
  const acknowledged = { produceSync: [] as string[], produceAsync: [] as string[] };
  let going = true;
  async function send(way: keyof typeof acknowledged): Promise<void> {
    while (going) {
      const uuid = randomUUID();
      const { loggerProducer } = createClient({ baseUrl: url(), token });
      const answer = await loggerProducer[way]({ body: { uuid, service: SERVICE, message: way } }).catch(() => null);
      if (answer?.status === 200) acknowledged[way].push(uuid);
      await new Promise((resolve) => setTimeout(resolve, answer === null ? AWAY_MS : PAUSE_MS));
    }
  }
  const senders = Array.from({ length: SENDERS }, (_, index) => send(index % 2 === 0 ? 'produceSync' : 'produceAsync'));
  return {
    acknowledged,
    async finish() {
      going = false;
      await Promise.all(senders);
    },
  };
}

/** Answers the acknowledged uuids that are not there, and those that are there more than once. */
export async function eventDifferences(
  { acknowledged }: EventLoad,
  reader: Person,
  timeoutMs = STORED_MS,
): Promise<readonly string[]> {
  const expected = Object.values(acknowledged).flat();
  const lost = async (): Promise<readonly string[]> => {
    const found = new Set(await readUuids(reader));
    return expected.filter((uuid) => !found.has(uuid));
  };
  // Those in files are stored by whoever finds them.
  await until('the accepted events to be stored', async () => (await lost()).length === 0, {
    timeoutMs,
    pollMs: LOOK_MS,
  }).catch(() => undefined);
  const all = await readUuids(reader);
  const once = new Set<string>();
  const twice = all.filter((uuid) => once.size === once.add(uuid).size);
  return [...(await lost()).map((uuid) => `lost ${uuid}`), ...twice.map((uuid) => `twice ${uuid}`)];
}

async function readUuids({ sure }: Person): Promise<readonly string[]> {
  const uuids: string[] = [];
  let cursor: string | null = null;
  do {
    const at: { cursor?: string } = cursor === null ? {} : { cursor };
    const body = { query: { service: SERVICE }, limit: PAGE, ...at };
    const page: Awaited<ReturnType<typeof sure.loggerProducer.searchEvents>>['body'] = (
      await sure.loggerProducer.searchEvents({ body })
    ).body;
    uuids.push(...page.data.map(({ uuid }) => uuid));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return uuids;
}
