// Shows dead letters to operators, tries them again, and removes them.
import { deadLetterSortStandard, resolvePageable, type SvcDeadLetterQueryModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failAuthority, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import type { LogEvent, StoreOutcome } from '../record/event.types.ts';
import { isPassing } from '../record/passing-error.ts';
import { fromRecord } from '../record/spool-record.ts';
import type { DeadLetterFilter, DeadLetterStore, StoredDeadLetter } from './dead-letter.store.ts';

const RETRIED_MAX = 200;
const REASON_MAX = 1_000;

type AskedLetters = Omit<SvcDeadLetterQueryModel, 'pageable'>;

interface DeadLetterParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly store: DeadLetterStore;
  readonly storeEvent: (event: LogEvent, bytes: number) => Promise<StoreOutcome>;
}

type Failure = { readonly uuid: string; readonly reason: string };

export function createDeadLetterService({ clock, database, store, storeEvent }: DeadLetterParts) {
  /** Tries a letter and answers the reason of a failure; a store that is away for a moment counts as no try. */
  async function retryOne({ id, payload }: StoredDeadLetter): Promise<string | null> {
    let reason: string | null;
    try {
      const outcome = await storeEvent(fromRecord(payload), payload.length);
      reason = outcome === 'conflict' ? 'LOG_EVENT_UUID_CONFLICT' : null;
    } catch (error) {
      if (isPassing(error)) return (error as ServiceError).code;
      reason = (error instanceof ServiceError ? error.code : String(error)).slice(0, REASON_MAX);
    }
    if (reason !== null) await store.failed(id, new Date(clock.now()), reason);
    return reason;
  }

  async function removeStored(act: Act, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await database.transaction(async (tx) => {
      await store.remove(tx, ids);
      await act.record(tx, loggerProducerEvents.deadLetterRetried, null, { uuidList: ids });
    });
  }

  return {
    async page(act: Act, asked: SvcDeadLetterQueryModel) {
      const request = resolvePageable(asked.pageable, deadLetterSortStandard);
      return { ...(await store.page(filterOf(act, asked), request)), request };
    },

    /** Tries letters; each is stored before it is removed, so that a crash between the two is harmless. */
    async retry(act: Act, asked: { readonly uuidList?: readonly string[]; readonly query?: AskedLetters }) {
      const uuids = asked.uuidList?.map((uuid) => uuid.toLowerCase()) ?? null;
      const found = await store.oldest({ ...filterOf(act, asked.query ?? {}), ids: uuids }, RETRIED_MAX);
      const present = new Set(found.map(({ id }) => id));
      const failedList: Failure[] = (uuids ?? [])
        .filter((uuid) => !present.has(uuid))
        .map((uuid) => ({ uuid, reason: 'LOG_DEAD_LETTER_NOT_FOUND' }));
      const stored: string[] = [];
      const results = await Promise.all(
        found.map(async (letter) => ({ uuid: letter.id, reason: await retryOne(letter) })),
      );
      for (const { uuid, reason } of results) {
        if (reason === null) stored.push(uuid);
        else failedList.push({ uuid, reason });
      }
      await removeStored(act, stored);
      return { storedCount: stored.length, failedList };
    },

    async remove(act: Act, uuid: string): Promise<void> {
      const [found] = await store.oldest({ ...filterOf(act, {}), ids: [uuid] }, 1);
      if (found === undefined) return failNotFound('LOG_DEAD_LETTER_NOT_FOUND', { uuid });
      await database.transaction(async (tx) => {
        if ((await store.remove(tx, [uuid])) === 0) failNotFound('LOG_DEAD_LETTER_NOT_FOUND', { uuid });
        const { eventUuid, reason } = found;
        await act.record(tx, loggerProducerEvents.deadLetterDeleted, uuid, { eventUuid, reason });
      });
    },
  };
}

function filterOf({ caller }: Act, { tenantIdentifier, eventUuid, reason }: AskedLetters): DeadLetterFilter {
  const isForeign = tenantIdentifier !== undefined && tenantIdentifier !== caller.tenantIdentifier;
  if (isForeign && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  const seen = caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier;
  return {
    tenantIdentifier: tenantIdentifier ?? seen,
    ids: null,
    eventUuid: eventUuid ?? null,
    reason: reason ?? null,
  };
}
