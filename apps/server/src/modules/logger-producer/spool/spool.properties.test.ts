// Proves over random histories that whatever was answered and not released comes back in order.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AdoptedSpool, Spool } from './spool.ts';
import type { SpoolPosition } from './spool.types.ts';
import { type FileHooks, hookedFiles, PLAIN, systemError, texts, useSpoolFolder } from './spool-folder.ts';

const folder = useSpoolFolder();
/** More of them take a second for each twenty: `KEELSON_SPOOL_ROUNDS` says how many. */
const ROUNDS = Number(process.env.KEELSON_SPOOL_ROUNDS ?? 60);
const STEPS = 40;

/** Draws the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The records that one process start has answered and not released, with the spool that gives them. */
interface Expected {
  readonly source: Pick<AdoptedSpool, 'read' | 'release'>;
  records: string[];
}

/** A program that is started again and again on one root, and what it must still give. */
class History {
  readonly #random: (below: number) => number;
  /** A process that dies takes nothing from the system's memory: no disk is waited for. */
  readonly #hooks: FileHooks = { datasync: async () => undefined, sync: async () => undefined };
  #spool!: Spool;
  #own!: Expected;
  #adopted: Expected[] = [];
  #count = 0;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.#hooks.write = async (go, bytes) => {
      if (this.#random(8) > 0) return await go();
      if (this.#random(2) > 0) return await go(1 + this.#random(bytes));
      await go(this.#random(bytes + 1));
      throw systemError('ENOSPC');
    };
    this.#start();
  }

  async step(): Promise<void> {
    const drawn = this.#random(10);
    if (drawn < 5) await this.#append();
    else if (drawn < 7) await this.#readAndRelease(this.#own);
    else if (drawn < 8 && this.#adopted.length > 0) await this.#readAndRelease(this.#adopted[0]!);
    else if (drawn === 8) folder.now += this.#random(1_500);
    else if (this.#random(3) === 0) await this.#restart();
  }

  /** Reads everything to its end. */
  async finish(): Promise<void> {
    await this.#restart();
    for (const expected of [...this.#adopted]) {
      while (expected.records.length > 0) await this.#readAndRelease(expected);
    }
    expect(this.#spool.records).toBe(0);
  }

  #start(): void {
    const segmentBytes = 100 + this.#random(400);
    const fsyncIntervalMs = () => (segmentBytes % 2) * 200;
    const files = hookedFiles(this.#hooks);
    this.#spool = folder.open({ processId: randomUUID(), segmentBytes, maxBytes: 5_000, fsyncIntervalMs, files });
    this.#own = { source: this.#spool, records: [] };
  }

  async #append(): Promise<void> {
    const appends = Array.from({ length: 1 + this.#random(3) }, () =>
      Array.from({ length: 1 + this.#random(3) }, () => {
        this.#count += 1;
        return `${this.#count}`.padEnd(1 + this.#random(90), '-');
      }),
    );
    const answers = await Promise.all(appends.map((records) => this.#spool.append(records, PLAIN)));
    for (const [index, answer] of answers.entries()) {
      if (!('refused' in answer)) this.#own.records.push(...appends[index]!);
    }
  }

  async #readAndRelease(expected: Expected): Promise<void> {
    const limits = { maxRecords: 1 + this.#random(10), maxBytes: 1 + this.#random(500) };
    const got: string[] = [];
    let upTo: SpoolPosition | undefined;
    for (let batch = this.#random(3); batch >= 0; batch -= 1) {
      const records = await expected.source.read(upTo === undefined ? limits : { ...limits, after: upTo });
      got.push(...texts(records));
      upTo = records.at(-1)?.position ?? upTo;
    }
    expect(got).toEqual(expected.records.slice(0, got.length));
    expect(got.length > 0).toBe(expected.records.length > 0);
    if (upTo === undefined) return;
    await expected.source.release(upTo);
    expected.records = expected.records.slice(got.length);
  }

  /** The program dies without closing, or closes; the next one adopts what is left, some of which may come again. */
  async #restart(): Promise<void> {
    if (this.#random(3) === 0) await this.#spool.close();
    const before = [...this.#adopted, this.#own].filter(({ records }) => records.length > 0);
    this.#start();
    const orphans = await this.#spool.adoptOrphans({ isDead: () => true });
    this.#adopted = [];
    for (const source of orphans) {
      const all = texts(await source.read({ maxRecords: 1_000, maxBytes: 1_000_000 }));
      const at = before.findIndex(({ records }) => records.length > 0 && all.at(-1) === records.at(-1));
      const records = before.splice(at, at === -1 ? 0 : 1)[0]?.records ?? [];
      // What was released may come again, in front of what was not.
      expect(all.slice(all.length - records.length)).toEqual(records);
      this.#adopted.push({ source, records: all });
    }
    expect(before).toEqual([]);
    expect(folder.damaged).toEqual([]);
  }
}

it(`logger-producer 3: over ${ROUNDS} random histories all that was answered and not released comes back in order`, async () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const history = new History(seed);
    try {
      for (let step = 0; step < STEPS; step += 1) await history.step();
      await history.finish();
    } catch (error) {
      throw new Error(`The history of seed ${seed} failed.`, { cause: error });
    }
  }
}, 120_000);
