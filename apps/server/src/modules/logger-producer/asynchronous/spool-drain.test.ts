// Tests what becomes of records of a spool whose store fails for a while, or for good.
import { expect, it } from 'vitest';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { LogEvent } from '../record/event.types.ts';
import { toRecord } from '../record/spool-record.ts';
import { type DrainParts, drainSpool } from './spool-drain.ts';

const eventOf = (uuid: string) =>
  ({ uuid, tenantIdentifier: 'default', contentHash: Buffer.from(uuid) }) as unknown as LogEvent;

/** A spool of these records; `released` counts those that were given up. */
function spoolOf(records: readonly string[]) {
  let released = 0;
  return {
    get released() {
      return released;
    },
    read: async () =>
      records.slice(released).map((text, index) => ({
        bytes: Buffer.from(text),
        position: { segment: 1, offset: 0, index: released + index + 1 },
      })),
    release: async ({ index }: { readonly index: number }) => {
      released = index;
    },
  };
}

function partsOf(store: DrainParts['store'], isStopping = () => false) {
  const buried: string[] = [];
  const bury: DrainParts['bury'] = async (_payload, reason) => void buried.push(reason);
  return { buried, parts: { store, bury, isStopping, onReleased: () => {} } };
}

it('logger-producer 9: a store that is away for a moment is asked again, and nothing is buried', async () => {
  const stored: string[] = [];
  let isAway = true;
  const { buried, parts } = partsOf(async ({ uuid }) => {
    if (uuid === 'b' && isAway) {
      isAway = false;
      throw new ServiceError('LOG_STORE_TIMEOUT');
    }
    stored.push(uuid);
    return 'stored';
  });
  const spool = spoolOf(['a', 'b', 'c'].map((uuid) => toRecord(eventOf(uuid))));
  await drainSpool(spool, parts);
  expect([stored, buried, spool.released]).toEqual([['a', 'c', 'b'], [], 3]);
});

it('what can never be stored, or is no event, is buried, and what stands behind it is stored', async () => {
  const stored: string[] = [];
  const { buried, parts } = partsOf(async ({ uuid }) => {
    if (uuid === 'a') throw new Error('invalid value');
    if (uuid === 'b') return 'conflict';
    stored.push(uuid);
    return 'stored';
  });
  const spool = spoolOf([...['a', 'b'].map((uuid) => toRecord(eventOf(uuid))), 'no JSON', toRecord(eventOf('c'))]);
  await drainSpool(spool, parts);
  expect([stored, spool.released]).toEqual([['c'], 4]);
  expect(buried).toHaveLength(3);
  expect(buried).toEqual(
    expect.arrayContaining(['invalid value', 'LOG_EVENT_UUID_CONFLICT', expect.stringContaining('JSON')]),
  );
});

it('what is left when it is stopped is not released', async () => {
  let isStopping = false;
  const away = async () => {
    isStopping = true;
    throw new ServiceError('LOG_STORE_UNAVAILABLE', { retryAfterSeconds: 1 });
  };
  const { buried, parts } = partsOf(away, () => isStopping);
  const spool = spoolOf([toRecord(eventOf('a'))]);
  await drainSpool(spool, parts);
  expect([buried, spool.released]).toEqual([[], 0]);
});
