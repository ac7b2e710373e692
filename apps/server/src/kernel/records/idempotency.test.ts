// Proves that a key gives one effect and one answer, whoever crashes, and is free again after a day.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createManualClock, type ManualClock } from '../database/clock.ts';
import { createDatabase, type Database, sql } from '../database/database.ts';
import { createGroupCommit } from '../group-commit/group-commit.ts';
import { fail } from '../request/errors.ts';
import { createIdempotency, type Idempotency, type IdempotencyClaim } from './idempotency.ts';

const insert = sql('t_insert', 'INSERT INTO effect (word) VALUES ($1)');
const request = {
  tenantIdentifier: 'default',
  callerIdentifier: 'caller',
  operation: 'm.create',
  key: 'k',
  bodyHash: 'h',
};

let test: TestDatabase;
let clock: ManualClock;
let process1: ReturnType<typeof createProcess>;
let process2: ReturnType<typeof createProcess>;
let secondDatabase: Database;

/** Creates what one process of the program has. */
function createProcess(database: Database) {
  const groupCommit = createGroupCommit({ database });
  const effect = groupCommit.defineWriter({
    name: 'effect',
    columns: [{ name: 'word', type: 'text' }],
    statement: (rows) => `INSERT INTO effect (word) SELECT v.word FROM ${rows} v`,
  });
  const idempotency: Idempotency = createIdempotency({ database, groupCommit, clock });
  const inTransaction = (word: string, between: () => Promise<void> = async () => undefined) => {
    return async (claim: IdempotencyClaim) => {
      await database.transaction(async (tx) => {
        await tx.execute(insert, [word]);
        await between();
        await claim.save(tx, { word });
      });
      return { word };
    };
  };
  const inGroup = (word: string, between: () => Promise<void> = async () => undefined) => {
    return async (claim: IdempotencyClaim) => {
      const changes = groupCommit.createChangeSet();
      changes.add(effect, [word]);
      claim.add(changes, { word });
      await between();
      await groupCommit.commit(changes);
      return { word };
    };
  };
  return { idempotency, inTransaction, inGroup };
}

beforeAll(async () => {
  test = await createTestDatabase();
  secondDatabase = createDatabase({ settings: test.settings });
  await script('CREATE TABLE effect (word text)');
  await script("CREATE TABLE named (name text PRIMARY KEY); INSERT INTO named VALUES ('once')");
});
afterAll(async () => {
  await secondDatabase.close();
  await test.close();
});
beforeEach(async () => {
  await script('TRUNCATE effect, kernel_idempotency_key');
  clock = createManualClock();
  process1 = createProcess(test.database);
  process2 = createProcess(secondDatabase);
});

function script(text: string): Promise<void> {
  return test.database.withConnection((connection) => connection.script(text));
}

async function effects(): Promise<unknown[]> {
  return (await test.database.arrays(sql('t_effects', 'SELECT word FROM effect ORDER BY word'))).flat();
}

describe.each(['inTransaction', 'inGroup'] as const)('a key of work %s', (how) => {
  it('gives the first answer again, in this process and in another, and one effect', async () => {
    expect(await process1.idempotency.run(request, process1[how]('first'))).toEqual({ word: 'first' });
    expect(await process1.idempotency.run(request, process1[how]('second'))).toEqual({ word: 'first' });
    expect(await process2.idempotency.run(request, process2[how]('third'))).toEqual({ word: 'first' });
    expect(await effects()).toEqual(['first']);
  });

  it('belongs to its tenant, caller and operation, and parts do not run together', async () => {
    const others = [
      request,
      { ...request, tenantIdentifier: 'defaultc', callerIdentifier: 'aller' },
      { ...request, callerIdentifier: 'other' },
      { ...request, operation: 'm.other' },
      { ...request, key: 'K' },
    ];
    for (const [n, one] of others.entries()) await process1.idempotency.run(one, process1[how](`e${n}`));
    expect(await effects()).toHaveLength(5);
  });

  it('is refused with another body', async () => {
    await process1.idempotency.run(request, process1[how]('first'));
    const reused = process1.idempotency.run({ ...request, bodyHash: 'other' }, process1[how]('second'));
    await expect(reused).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await effects()).toEqual(['first']);
  });

  it('is refused while the first request is in progress, and free when that one failed', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = process1.idempotency.run(
      request,
      process1[how]('lost', async () => {
        inside.resolve();
        await release.promise;
        throw new Error('failed');
      }),
    );
    await inside.promise;
    const parallel = process1.idempotency.run(request, process1[how]('parallel'));
    await expect(parallel).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    release.resolve();
    await expect(slow).rejects.toThrow('failed');
    expect(await effects()).toEqual([]);
    expect(await process1.idempotency.run(request, process1[how]('again'))).toEqual({ word: 'again' });
  });

  it('has one effect when two processes work at once, and both give its answer', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = process1.idempotency.run(
      request,
      process1[how]('slow', async () => {
        inside.resolve();
        await release.promise;
      }),
    );
    await inside.promise;
    expect(await process2.idempotency.run(request, process2[how]('fast'))).toEqual({ word: 'fast' });
    release.resolve();
    expect(await slow).toEqual({ word: 'fast' });
    expect(await effects()).toEqual(['fast']);
  });

  it('answers the first answer where the other process was faster and this one was refused by what it made', async () => {
    const refusals = [
      () => fail('ROLE_ALREADY_EXISTS'),
      () =>
        test.database.execute(sql('t_twice', "INSERT INTO named VALUES ('once')"), []).then(() => undefined as never),
    ];
    for (const [index, refuse] of refusals.entries()) {
      const repeated = { ...request, key: `refused-${index}` };
      const slower = process2.idempotency.run(repeated, async () => {
        await process1.idempotency.run(repeated, process1.inTransaction('first'));
        return refuse();
      });
      expect(await slower).toEqual({ word: 'first' });
    }
  });

  it('lets a refusal through where nobody else was faster', async () => {
    const refused = process1.idempotency.run(request, async () => fail('ROLE_ALREADY_EXISTS'));
    await expect(refused).rejects.toMatchObject({ code: 'ROLE_ALREADY_EXISTS' });
    expect(await process1.idempotency.run(request, process1.inGroup('then'))).toEqual({ word: 'then' });
  });

  it('is refused to the slower of two processes when its body was another', async () => {
    const inside = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = process1.idempotency.run(
      { ...request, bodyHash: 'other' },
      process1[how]('slow', async () => {
        inside.resolve();
        await release.promise;
      }),
    );
    await inside.promise;
    await process2.idempotency.run(request, process2[how]('fast'));
    release.resolve();
    await expect(slow).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await effects()).toEqual(['fast']);
  });

  it('is free again after 24 hours, not before', async () => {
    await process1.idempotency.run(request, process1[how]('first'));
    clock.advance(DAY_MS - 1);
    expect(await process1.idempotency.run(request, process1[how]('second'))).toEqual({ word: 'first' });
    clock.advance(1);
    expect(await process1.idempotency.run({ ...request, bodyHash: 'other' }, process1[how]('third'))).toEqual({
      word: 'third',
    });
    expect(await effects()).toEqual(['first', 'third']);
  });
});

describe('idempotency', () => {
  it('leaves nothing stuck when the process dies before its commit', async () => {
    const dying = createDatabase({ settings: test.settings });
    const dead = createProcess(dying);
    const cut = dead.idempotency.run(
      request,
      dead.inTransaction('lost', async () => {
        const mine = sql(
          't_kill',
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
        );
        await test.database.rows(mine);
      }),
    );
    await expect(cut).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await dying.close();
    expect(await process1.idempotency.run(request, process1.inTransaction('again'))).toEqual({ word: 'again' });
    expect(await effects()).toEqual(['again']);
  });

  it('does nothing without a key', async () => {
    for (const word of ['a', 'b']) await process1.idempotency.run({ ...request, key: null }, process1.inGroup(word));
    expect(await effects()).toEqual(['a', 'b']);
    expect(await test.database.rows(sql('t_keys', 'SELECT 1 AS one FROM kernel_idempotency_key'))).toEqual([]);
  });

  it('treats work that forgets its key as a bug', async () => {
    const forgetful = process1.idempotency.run(request, async () => 'done');
    await expect(forgetful).rejects.toThrow('without storing its answer');
  });

  it('keeps the answer of work that had nothing to do', async () => {
    const work = (answer: string) => async (claim: IdempotencyClaim) => {
      await claim.saveAlone(answer);
      return answer;
    };
    expect(await process1.idempotency.run({ ...request, key: null }, work('without a key'))).toBe('without a key');
    const both = [process1, process2].map(({ idempotency }, index) => idempotency.run(request, work(`${index}`)));
    const [first, second] = await Promise.all(both);
    expect(second).toBe(first);
    expect(await process2.idempotency.run(request, work('later'))).toBe(first);
  });

  it('gives a void answer again as an empty object', async () => {
    const work = (claim: IdempotencyClaim) => test.database.transaction((tx) => claim.save(tx, undefined));
    await process1.idempotency.run(request, work);
    expect(await process1.idempotency.run(request, work)).toEqual({});
  });

  it('removes expired keys and no others', async () => {
    await process1.idempotency.run(request, process1.inGroup('old'));
    clock.advance(DAY_MS);
    await process1.idempotency.run({ ...request, key: 'young' }, process1.inGroup('young'));
    expect(await process1.idempotency.removeExpired()).toBe(1);
    expect(await process1.idempotency.run({ ...request, key: 'young' }, process1.inGroup('no'))).toEqual({
      word: 'young',
    });
  });
});
