// Leases on a real database: every due row is worked on once, by whoever is alive, and by nobody before its time.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { sql } from '../database/database.ts';
import {
  clock,
  createWorker,
  finish,
  INSERT,
  insert,
  leaseInEachTest,
  left,
  type Row,
  SILENCE,
  test,
  WAIT,
} from './leases.fixture.ts';
import type { Lease } from './leases.ts';

const INSERT_HELD = sql(
  'test_lease_insert_held',
  `INSERT INTO test_due (id, tenant_identifier, due_at, attempts, leased_by, lease_token)
     VALUES ($1, $2, $3, CASE WHEN $4::uuid IS NULL THEN 0 ELSE 1 END, $4::uuid, $5::uuid)`,
);
const INSERT_WAITING = sql(
  'test_lease_insert_waiting',
  "INSERT INTO test_due (id, tenant_identifier, due_at) VALUES ($1, $2, 'infinity')",
);

leaseInEachTest();

describe('leases', () => {
  it('give each due row to one process', async () => {
    const seen: string[] = [];
    const work = async (row: Row, lease: Lease) => {
      seen.push(row.id);
      await finish(row, lease);
    };
    const made = await Promise.all(Array.from({ length: 50 }, () => insert()));
    for (const worker of [await createWorker(work), await createWorker(work)]) worker.work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    expect(seen.sort()).toEqual(made.sort());
  });

  it('begin a row when it is due and not before, however far that is', async () => {
    const seen: string[] = [];
    const { work } = await createWorker(async (row, lease) => {
      seen.push(row.id);
      await finish(row, lease);
    });
    const soon = await insert('a', clock.now() + 60_000);
    await insert('a', Date.UTC(275760, 8, 12));
    work.job.start();
    await vi.waitFor(async () => expect(await work.nextDue()).toBe(clock.now() + 60_000), WAIT);
    expect(seen).toEqual([]);
    clock.advance(60_000);
    await vi.waitFor(() => expect(seen).toEqual([soon]), WAIT);
  });

  it('free what a dead process held, which then writes nothing any more', async () => {
    const stuck = Promise.withResolvers<void>();
    let written = -1;
    const first = await createWorker(async (row, lease) => {
      await stuck.promise;
      written = await finish(row, lease);
    });
    await insert();
    first.work.job.start();
    await vi.waitFor(async () => expect((await left())[0]?.leased_by).toBe(first.registry.id), WAIT);
    await test.database.execute(SILENCE, [first.registry.id]);
    const second = await createWorker(async (row, lease) => void (await finish(row, lease)));
    second.work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    stuck.resolve();
    await vi.waitFor(() => expect(written).toBe(0), WAIT);
  });

  it('share the places among tenants: a flood of one keeps nobody waiting', async () => {
    const order: string[] = [];
    for (let count = 0; count < 40; count++) await insert('flood', clock.now() - 1_000);
    await insert('small');
    const { work } = await createWorker(async (row, lease) => {
      order.push(row.tenant_identifier);
      await finish(row, lease);
    }, 2);
    work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    expect(order.indexOf('small')).toBeLessThan(4);
  });

  it('look again when a row is due, though a timer ran out while they were looking', async () => {
    let now = clock.now();
    const seen: string[] = [];
    const { work } = await createWorker(
      async (row, lease) => {
        seen.push(row.id);
        await finish(row, lease);
      },
      4,
      { time: { now: () => now } },
    );
    work.job.start();
    await work.rest();
    let due = '';
    await test.database.transaction(async (tx) => {
      await tx.execute(sql('test_lease_lock', 'LOCK TABLE test_due IN ACCESS EXCLUSIVE MODE'));
      // It looks, and waits for the table until after its timer has run out.
      work.job.wake();
      work.wakeAt(now + 1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      due = randomUUID();
      await tx.execute(INSERT, [due, 'a', new Date(now + 50), 0]);
    });
    await work.rest();
    // Nobody learns that the clock goes on: their own timer has to.
    now += 50;
    await vi.waitFor(() => expect(seen).toEqual([due]), WAIT);
  });

  it('take what there were no places for, though each row tells that it made nothing due', async () => {
    const work = async (row: Row, lease: Lease) => void (await finish(row, lease));
    const worker = await createWorker(work, 2, { announcesAll: () => true });
    for (let count = 0; count < 7; count++) await insert();
    worker.work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
  });

  it('give every tenant its turn, also where there are more tenants than places', async () => {
    const order: string[] = [];
    for (let count = 0; count < 40; count++) await insert('flood', clock.now() - 1_000);
    await insert('small');
    const { work } = await createWorker(async (row, lease) => {
      order.push(row.tenant_identifier);
      await finish(row, lease);
    }, 1);
    work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    expect(order.indexOf('small')).toBeLessThan(40);
  });

  it('take what is more urgent first, of what is due', async () => {
    const order: string[] = [];
    const [late, urgent] = [await insert('a', clock.now() - 1_000), await insert('a', clock.now(), 50)];
    const { work } = await createWorker(async (row, lease) => {
      order.push(row.id);
      await finish(row, lease);
    }, 1);
    work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    expect(order).toEqual([urgent, late]);
  });

  it('give a row back whose work broke off, and try it again', async () => {
    let tries = 0;
    const { work } = await createWorker(async (row, lease) => {
      if (tries++ === 0) throw new Error('broken off');
      await finish(row, lease);
    });
    await insert();
    work.job.start();
    await vi.waitFor(async () => {
      // The row looks as it did before the first try.
      expect(tries).toBe(1);
      expect((await left())[0]).toMatchObject({ leased_by: null, attempts: 0 });
    }, WAIT);
    clock.advance(5_000);
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    expect(tries).toBe(2);
  });

  it('keep no more places than there are, and have them again when a row was not committed', async () => {
    const { work } = await createWorker(async () => undefined, 2);
    expect(work.reserve('a', null)).toBeNull();
    work.job.start();
    const [one, two] = [work.reserve('a', null), work.reserve('a', null)];
    expect([one !== null, two !== null, work.reserve('a', null)]).toEqual([true, true, null]);
    const other = work.reserve('b', null);
    expect([other !== null, work.reserve('b', null), work.reserve('c', null)]).toEqual([true, null, null]);
    work.release(one as Lease);
    const again = work.reserve('a', null);
    expect(again).not.toBeNull();
    for (const lease of [two, other, again]) work.release(lease as Lease);
    expect(work.running()).toBe(0);
  });

  it('let a row pass its place on to the one that it makes, until others have their turn', async () => {
    const order: string[] = [];
    const passed: boolean[] = [];
    let other = '';
    const { work } = await createWorker(async (row, lease) => {
      order.push(row.id);
      if (order.length === 1) other = await insert('chain', clock.now() - 1_000);
      if (row.id !== other && passed.length < 39) {
        const place = work.reserve('chain', lease.leaseToken);
        passed.push(place !== null);
        // One row passes its place on once.
        if (place !== null) expect(work.reserve('chain', lease.leaseToken)).toBeNull();
        const id = randomUUID();
        const held = [place?.leasedBy ?? null, place?.leaseToken ?? null];
        await test.database.execute(INSERT_HELD, [id, 'chain', new Date(clock.now()), ...held]);
        if (place !== null) work.begin({ id, tenant_identifier: 'chain' }, place);
      }
      await finish(row, lease);
    }, 1);
    await insert('chain');
    work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    await work.rest();
    expect(order).toHaveLength(41);
    expect(order.indexOf(other)).toBeGreaterThan(15);
    expect(passed.flatMap((isPassed, at) => (isPassed ? [] : [at]))).toEqual([15, 31]);
    expect(work.running()).toBe(0);
  });

  it('leave a row its place where what it made was not committed', async () => {
    const counts: number[] = [];
    const { work } = await createWorker(async (row, lease) => {
      for (const isKnown of [true, false]) {
        const place = work.reserve('a', lease.leaseToken);
        if (isKnown) work.release(place as Lease);
        else work.abandon(place as Lease);
        counts.push(work.running());
      }
      await finish(row, lease);
    }, 1);
    await insert();
    work.job.start();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
    await work.rest();
    expect([...counts, work.running()]).toEqual([1, 1, 0]);
  });

  it('claim for the few places that are left, where the others are long at work', async () => {
    const long = Promise.withResolvers<void>();
    const { work } = await createWorker(async (row, lease) => {
      if (row.tenant_identifier === 'long') await long.promise;
      await finish(row, lease);
    }, 4);
    for (let count = 0; count < 3; count++) await insert('long', clock.now() - 1_000, 50);
    work.job.start();
    await vi.waitFor(() => expect(work.running()).toBe(3), WAIT);
    for (let count = 0; count < 9; count++) await insert('quick');
    work.wakeAt(clock.now());
    await vi.waitFor(async () => expect(await left()).toHaveLength(3), WAIT);
    long.resolve();
    await vi.waitFor(async () => expect(await left()).toEqual([]), WAIT);
  });

  it('finish what is under way before they stop, and begin nothing more', async () => {
    const held = Promise.withResolvers<void>();
    const { work } = await createWorker(async (row, lease) => {
      await held.promise;
      await finish(row, lease);
    });
    await insert();
    work.job.start();
    await vi.waitFor(() => expect(work.running()).toBe(1), WAIT);
    const stopped = work.job.stop();
    await insert();
    held.resolve();
    await stopped;
    expect(await left()).toHaveLength(1);
  });

  it('hand back what they claimed and have not begun when they stop', async () => {
    const begun: string[] = [];
    const { work } = await createWorker(async (row) => void begun.push(row.id));
    await insert();
    work.job.start();
    await work.job.stop();
    expect(begun).toEqual([]);
    expect(await left()).toMatchObject([{ leased_by: null, attempts: 0 }]);
  });

  it('let another process begin what this one makes and does not work on', async () => {
    const seen: string[] = [];
    const work = async (row: Row, lease: Lease) => {
      seen.push(row.id);
      await finish(row, lease);
    };
    const [maker, taker] = [await createWorker(work), await createWorker(work)];
    taker.work.job.start();
    await taker.work.rest();
    const due = await insert();
    maker.work.wakeAt(clock.now());
    await vi.waitFor(() => expect(seen).toEqual([due]), WAIT);
    await taker.work.rest();
    const later = await insert('a', clock.now() + 50);
    maker.work.wakeAt(clock.now() + 50);
    await taker.work.rest();
    clock.advance(50);
    await vi.waitFor(() => expect(seen).toEqual([due, later]), WAIT);
  });

  it('tell what is due in all processes, and what is next', async () => {
    const { work } = await createWorker(async () => undefined);
    await insert();
    await insert('b');
    await insert('b', clock.now() + 1_000);
    expect(await work.outlook()).toEqual({ due: 2, next: clock.now() });
  });

  it('know rows that are not due until somebody says so, and look past them', async () => {
    const { work } = await createWorker(async () => undefined);
    for (const tenant of ['a', 'b']) await test.database.execute(INSERT_WAITING, [randomUUID(), tenant]);
    expect([await work.outlook(), await work.nextDue()]).toEqual([{ due: 0, next: null }, null]);
    await insert('b', clock.now() + 1_000);
    const next = clock.now() + 1_000;
    expect([await work.outlook(), await work.nextDue()]).toEqual([{ due: 0, next }, next]);
  });
});
