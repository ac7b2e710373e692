// Tests workers that wait while the database comes and goes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClaimRequest, ExternalTaskStore, LockedRow } from './external-task.store.ts';
import { WaitingWorkers } from './waiting-workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ROW = { id: 'task' } as unknown as LockedRow;
const gone = new Error('the database is away');

function waitingFor(claim: () => Promise<LockedRow[]>) {
  const store = { claim: vi.fn(claim), nextFree: vi.fn(() => Promise.reject(gone)) };
  const workers = new WaitingWorkers({
    store: store as unknown as ExternalTaskStore,
    clock: { now: () => Date.now() },
  });
  const wanted = { tenantIdentifier: 'default', topics: [] } as unknown as ClaimRequest;
  const answer = workers.wait(wanted, 20_000, () => () => undefined);
  return { store, answer };
}

it('serves who waits anew when it could not be told when the next lock runs out', async () => {
  let tries = 0;
  const { store, answer } = waitingFor(() => Promise.resolve(tries++ === 0 ? [] : [ROW]));
  await vi.advanceTimersByTimeAsync(999);
  expect(store.claim).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual([ROW]);
});

it('tells who waits that the database is away', async () => {
  let tries = 0;
  const { answer } = waitingFor(() => (tries++ === 0 ? Promise.resolve([]) : Promise.reject(gone)));
  const refused = expect(answer).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
});
