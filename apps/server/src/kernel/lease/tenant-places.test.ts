// Proves that one tenant never has every place of a leased work, and that its rows are looked for again once it has a place less.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { sql } from '../database/database.ts';
import { clock, createHanging, INSERT, insert, leaseInEachTest, left, test, WAIT } from './leases.fixture.ts';
import type { Lease } from './leases.ts';

const WAITING_CLAIMS = sql(
  'test_lease_waiting',
  `SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'WITH RECURSIVE tenant%'`,
);

leaseInEachTest();

describe('leases', () => {
  it.each(['id, tenant_identifier, due_at', 'id, due_at'])(
    'begin a row of another tenant at once where those of one hang: it never has every place (%s)',
    async (columns) => {
      for (let count = 0; count < 9; count++) await insert('slow', clock.now() - 1_000);
      const { work, begun, end, endAll } = await createHanging(4, { columns });
      await vi.waitFor(() => expect(begun).toHaveLength(4), WAIT);
      const quick = await insert('quick');
      work.wakeAt(clock.now(), 'quick');
      await vi.waitFor(() => expect(begun[4]).toBe(quick), WAIT);
      // One that ends makes room for one of its tenant.
      end(begun[0]!);
      await vi.waitFor(() => expect(begun).toHaveLength(6), WAIT);
      expect([work.running(), work.ofTenant, work.places]).toEqual([5, 4, 5]);
      await endAll();
    },
  );

  it('pass a place on within a tenant alone, whose count of places it stays', async () => {
    for (let count = 0; count < 4; count++) await insert('slow');
    const { work, begun, leases, end, endAll } = await createHanging(4);
    await vi.waitFor(() => expect(begun).toHaveLength(4), WAIT);
    const [first, second] = leases;
    expect(work.reserve('slow', null)).toBeNull();
    const other = work.reserve('quick', null);
    expect(work.reserve('quick', first!.leaseToken)).toBeNull();
    const heirs = [first, second].map((lease) => work.reserve('slow', lease!.leaseToken));
    expect([...heirs, other]).not.toContain(null);
    end(begun[0]!);
    await vi.waitFor(async () => expect(await left()).toHaveLength(3), WAIT);
    // The row has left its place to its heir, and has none to pass on any more.
    expect([work.running(), work.reserve('slow', first!.leaseToken)]).toEqual([5, null]);
    for (const lease of [...heirs, other]) work.release(lease!);
    expect(work.running()).toBe(3);
    await endAll();
  });

  it('leave others their place also where a claim brings a tenant more than it may have', async () => {
    const { work, begun, endAll } = await createHanging(4);
    // Without this the pass of the start may wait for the table instead, with another statement.
    await work.rest();
    let reserved: (Lease | null)[] = [];
    await test.database.transaction(async (tx) => {
      await tx.execute(sql('test_lease_lock', 'LOCK TABLE test_due IN ACCESS EXCLUSIVE MODE'));
      // The claim waits for the table while the tenant takes every place that it may have.
      work.job.wake();
      await vi.waitFor(async () => expect(await test.database.rows(WAITING_CLAIMS)).toHaveLength(1), WAIT);
      reserved = Array.from({ length: 5 }, () => work.reserve('slow', null));
      for (let count = 0; count < 4; count++)
        await tx.execute(INSERT, [randomUUID(), 'slow', new Date(clock.now()), 0]);
    });
    expect(reserved.map((lease) => lease !== null)).toEqual([true, true, true, true, false]);
    await vi.waitFor(() => expect(work.running()).toBe(8), WAIT);
    const quick = await insert('quick');
    work.wakeAt(clock.now(), 'quick');
    await vi.waitFor(() => expect(begun[4]).toBe(quick), WAIT);
    for (const lease of reserved.slice(0, 4)) work.release(lease!);
    expect(work.reserve('slow', null)).toBeNull();
    await endAll();
  });

  it('look for rows of a tenant that has its bound of places when one of its rows leaves, and not before', async () => {
    let now = clock.now();
    for (let count = 0; count < 17; count++) await insert('slow');
    await insert('quick', now + 60);
    const { work, hear, begun, end, endAll } = await createHanging(16, {
      time: { now: () => now },
      announcesAll: () => true,
    });
    const asked = vi.spyOn(test.database, 'rows');
    const claims = (): number => asked.mock.calls.filter(([{ name }]) => name.startsWith('lease_claim')).length;
    await vi.waitFor(() => expect(begun).toHaveLength(16), WAIT);
    now += 60;
    // Until the timer of the other tenant's row runs out there are 60 ms to look in vain.
    await vi.waitFor(() => expect(begun).toHaveLength(17), WAIT);
    await vi.waitFor(() => expect(asked.mock.lastCall?.[0].name).toContain('next_due_except'), WAIT);
    const before = claims();
    expect(before).toBeLessThan(6);
    work.wakeAt(now, 'slow');
    hear('slow');
    expect(claims()).toBe(before);
    end(begun[0]!);
    await vi.waitFor(() => expect(begun).toHaveLength(18), WAIT);
    await endAll();
  });

  it('tell other processes of a row whose tenant has its bound of places here', async () => {
    for (let count = 0; count < 4; count++) await insert('slow');
    const maker = await createHanging(4);
    await vi.waitFor(() => expect(maker.begun).toHaveLength(4), WAIT);
    const taker = await createHanging(4);
    await taker.work.rest();
    const due = await insert('slow');
    maker.work.wakeAt(clock.now(), 'slow');
    await vi.waitFor(() => expect(taker.begun).toEqual([due]), WAIT);
    await Promise.all([maker.endAll(), taker.endAll()]);
  });
});
