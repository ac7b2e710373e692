// Proves that every change takes one road: one after the other, one revision each, in memory when it is answered.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../app-modules.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createTestEvents, emptyEvents } from '../../testing/test-events.ts';
import { createManualClock } from '../database/clock.ts';
import { sql } from '../database/database.ts';
import { createGroupCommit } from '../group-commit/group-commit.ts';
import { createLogger } from '../process/logger.ts';
import { fail } from '../request/errors.ts';
import { defineEvents } from './event-definition.ts';
import { createIdempotency, type IdempotencyClaim } from './idempotency.ts';
import { createRevisioned, type Plan } from './revisioned.ts';
import { createRevisionedSnapshot } from './snapshot.ts';

const saveWord = sql('t_word_save', 'INSERT INTO t_word (word, revision) VALUES ($1, $2)');
const readWords = sql('t_word_read', 'SELECT word FROM t_word WHERE revision > $1 ORDER BY revision, word');
const readSince = sql(
  't_read_since',
  'SELECT revision, ARRAY(SELECT word FROM t_word w WHERE w.revision > $1 ORDER BY w.revision) AS words FROM t_state',
);
const readState = sql('t_state_read', 'SELECT revision FROM t_state');
const readEvents = sql(
  't_event_read',
  'SELECT actor, subject, detail FROM log_recorded_event ORDER BY recorded_at, id',
);
const kinds = defineEvents({
  added: { name: 'word.added', type: 'AUDIT', description: { en: 'Added.', tr: 'Eklendi.' } },
});
const actor = { username: 'ada', tenantIdentifier: 'default', ipAddress: '10.0.0.1', requestId: 'r-1' };
const clock = createManualClock();

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
  await script(
    'CREATE TABLE t_state (id int, revision bigint); CREATE TABLE t_word (word text UNIQUE, revision bigint)',
  );
});
afterAll(() => test.close());
beforeEach(async () => {
  await emptyEvents(test.database);
  await script('TRUNCATE t_state, t_word, kernel_idempotency_key; INSERT INTO t_state VALUES (1, 1)');
});

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

/** Starts what one process of the program has; it hears of others only when it asks. */
async function startProcess() {
  const { database } = test;
  const words: string[] = [];
  const reads: number[] = [];
  const loadedOf = (revision: number, loaded: readonly string[]) => ({
    revision,
    apply: () => void words.push(...loaded),
  });
  const loadSince = async (since: number) => {
    reads.push(since);
    const [read] = await database.rows<{ revision: number; words: string[] }>(readSince, [since]);
    return loadedOf(read!.revision, read!.words);
  };
  const snapshot = createRevisionedSnapshot({
    name: 't',
    channel: 't_channel',
    reader: { readRevision: async () => 0, loadAll: () => loadSince(0), loadSince },
    notify: {
      listen: () => undefined,
      onReconnect: () => undefined,
      onDown: () => undefined,
      send: () => undefined,
      alive: true,
    },
    log: createLogger('fatal'),
  });
  await snapshot.load();
  const groupCommit = createGroupCommit({ database });
  const { events } = createTestEvents({ database, clock }, { groupCommit });
  const revisioned = createRevisioned({ name: 't', channel: 't_channel', header: 'x-t', database, events, snapshot });
  /** Adds a word, as a module would. */
  const adding = (word: string, own = true): Plan<string> => {
    return async ({ tx, revision, record }) => {
      if (words.includes(word)) return { answer: `known ${word}`, changed: false };
      await tx.execute(saveWord, [word, revision]);
      await record(kinds.added, word, { revision });
      return { answer: `new ${word}`, changed: true, ...(own ? { own: loadedOf(revision, [word]) } : {}) };
    };
  };
  return {
    words,
    reads,
    snapshot,
    revisioned,
    adding,
    idempotency: createIdempotency({ database, groupCommit, clock }),
  };
}

const stored = async () => ({
  revision: (await test.database.rows<{ revision: number }>(readState))[0]!.revision,
  words: (await test.database.rows<{ word: string }>(readWords, [0])).map(({ word }) => word),
  events: await test.database.rows(readEvents),
});

describe('a change', () => {
  it('is stored with its event and one revision, and stands in memory without a read', async () => {
    const { revisioned, adding, words, reads, snapshot } = await startProcess();
    const changed = await revisioned.change(actor, adding('one'));
    expect(changed).toEqual({ answer: 'new one', changed: true, revision: 2 });
    expect([words, reads, snapshot.revision]).toEqual([['one'], [0], 2]);
    expect(await stored()).toEqual({
      revision: 2,
      words: ['one'],
      events: [{ actor: 'ada', subject: 'one', detail: { revision: 2 } }],
    });
  });

  it('is read when it tells memory nothing of itself', async () => {
    const { revisioned, adding, words, reads } = await startProcess();
    await revisioned.change(actor, adding('one', false));
    expect([words, reads]).toEqual([['one'], [0, 1]]);
  });

  it('publishes no revision when it changes nothing, and answers the one that it looked at', async () => {
    const { revisioned, adding } = await startProcess();
    await revisioned.change(actor, adding('one'));
    expect(await revisioned.change(actor, adding('one'))).toEqual({ answer: 'known one', changed: false, revision: 2 });
    expect(await stored()).toMatchObject({ revision: 2, events: [{ subject: 'one' }] });
  });

  it('leaves nothing behind when it is refused', async () => {
    const { revisioned, adding, snapshot } = await startProcess();
    const refused = revisioned.change(actor, async (turn) => {
      await adding('one')(turn);
      fail('ACCESS_DENIED');
    });
    await expect(refused).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await stored()).toEqual({ revision: 1, words: [], events: [] });
    expect(snapshot.revision).toBe(1);
  });

  it('waits for the others, so that no two have one revision, and brings theirs into memory', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const names = Array.from({ length: 8 }, (_, number) => `w${number}`);
    const changes = names.map((name, at) => {
      const process = at % 2 === 0 ? first : second;
      return process.revisioned.change(actor, process.adding(name));
    });
    const revisions = (await Promise.all(changes)).map(({ revision }) => revision);
    expect(revisions.toSorted((left, right) => left - right)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    await Promise.all([first.snapshot.reach(9), second.snapshot.reach(9)]);
    expect([first.words.toSorted(), second.words.toSorted()]).toEqual([names, names]);
  });

  it('in the transaction of somebody else commits with it, and memory hears of it as of any other', async () => {
    const { revisioned, adding, snapshot, words } = await startProcess();
    await test.database.transaction((tx) => revisioned.changeIn(tx, actor, adding('one')));
    expect(await stored()).toMatchObject({ revision: 2, words: ['one'] });
    expect([snapshot.revision, words]).toEqual([1, []]);
  });
});

describe('a plan', () => {
  it('is made again of newer memory when it is outdated', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    await second.revisioned.change(actor, second.adding('one'));
    let plans = 0;
    const changed = await first.revisioned.change(actor, async (turn) => {
      plans += 1;
      if (first.snapshot.revision !== turn.revision - 1) turn.outdated();
      return first.adding('two')(turn);
    });
    expect([plans, changed.revision, first.words]).toEqual([2, 3, ['one', 'two']]);
  });

  it('is given up after three times when it is always outdated, as a change and as a rehearsal', async () => {
    const { revisioned } = await startProcess();
    let plans = 0;
    const outdated: Plan<never> = async (turn) => {
      plans += 1;
      return turn.outdated();
    };
    await expect(revisioned.change(actor, outdated)).rejects.toThrow('memory of t is older than what is stored');
    expect(plans).toBe(3);
    await expect(revisioned.rehearse(actor, outdated)).rejects.toThrow('memory of t is older than what is stored');
    expect(plans).toBe(6);
  });
});

describe('a rehearsal', () => {
  it('answers what the change would answer, and writes nothing', async () => {
    const { revisioned, adding, snapshot, words } = await startProcess();
    const rehearsed = await revisioned.rehearse(actor, adding('one'));
    expect(rehearsed).toEqual({ answer: 'new one', changed: true, revision: 2 });
    expect(await stored()).toEqual({ revision: 1, words: [], events: [] });
    expect([snapshot.revision, words]).toEqual([1, []]);
  });

  it('refuses what the change would refuse, also what only the database knows', async () => {
    const { revisioned, adding, words } = await startProcess();
    await revisioned.change(actor, adding('one'));
    words.length = 0;
    await expect(revisioned.rehearse(actor, adding('one'))).rejects.toMatchObject({ code: '23505' });
    await expect(revisioned.rehearse(actor, async () => fail('ACCESS_DENIED'))).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
    });
  });
});

describe('a change under an idempotency key', () => {
  const request = { tenantIdentifier: 'default', callerIdentifier: 'c', operation: 't.add', key: 'k', bodyHash: 'h' };

  it('keeps its answer in its own transaction, and gives it again', async () => {
    const { revisioned, adding, idempotency } = await startProcess();
    const add = (word: string) =>
      idempotency.run(request, async (claim: IdempotencyClaim) => {
        const { answer, revision } = await revisioned.change(actor, adding(word), claim);
        return revision > 0 ? answer : '';
      });
    expect([await add('one'), await add('two')]).toEqual(['new one', 'new one']);
    expect((await stored()).words).toEqual(['one']);
  });
});

describe('a read that follows a write at another process', () => {
  const readAfter = (revision: string | null) => ({
    context: { header: (name: string) => (name === 'x-t' ? revision : null) },
  });

  it('waits until memory holds the revision that the client sends, and for nothing without one', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const { revision } = await first.revisioned.change(actor, first.adding('one'));
    expect(second.revisioned.catchUp(readAfter(null))).toBeUndefined();
    expect(second.words).toEqual([]);
    await second.revisioned.catchUp(readAfter(String(revision)));
    expect(second.words).toEqual(['one']);
    expect(second.revisioned.catchUp(readAfter(String(revision)))).toBeUndefined();
    expect(second.revisioned.catchUp(readAfter('no number'))).toBeUndefined();
  });
});
