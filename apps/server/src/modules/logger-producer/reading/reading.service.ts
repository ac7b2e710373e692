// Reads events for callers: within their rights, within bounds of time and depth, and recording looks at the audit.
import { eventSortStandard, resolvePageable, type SvcEventLogQueryModel } from '@keelson/contract';
import type { Static } from 'typebox';
import { sqlState } from '../../../kernel/database/database-errors.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import type { RetentionDays } from '../record/event.types.ts';
import type { FullText } from '../record/search-tokens.ts';
import type { BorneName, EventQuery } from './event-filter.store.ts';
import type { createEventQueryStore, EventRow } from './event-query.store.ts';
import { AUDIT_TYPES, AUDIT_VIEW, isKept, queryOf, seesAudit, VIEW } from './event-query.ts';
import type { UsernameChangeStore } from './username-change.store.ts';

const DEPTH_MAX = 10_000;
const QUERY_CANCELED = '57014';

type Query = Static<typeof SvcEventLogQueryModel>;

/** Runs a query that may answer events of audit, which is recorded first. 422 LOG_QUERY_TOO_BROAD. */
export type Look = <T>(act: Act, query: EventQuery, asked: object, read: () => Promise<T>) => Promise<T>;

export function createLook({ database }: Pick<Kernel, 'database'>): Look {
  return async (act, query, asked, read) => {
    if (seesAudit(query)) await recordLook(database, act, { query: asked });
    try {
      return await read();
    } catch (error) {
      if (sqlState(error) === QUERY_CANCELED) fail('LOG_QUERY_TOO_BROAD');
      throw error;
    }
  };
}

function recordLook(database: Kernel['database'], act: Act, detail: object): Promise<void> {
  return database.transaction((tx) => act.record(tx, loggerProducerEvents.auditRead, null, detail));
}

interface ReadingParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly store: ReturnType<typeof createEventQueryStore>;
  readonly look: Look;
  readonly names: Pick<UsernameChangeStore, 'namesOf'>;
  readonly daysOf: RetentionDays;
  readonly fullText: () => FullText;
}

export function createReadingService({ clock, database, store, look, names, daysOf, fullText }: ReadingParts) {
  async function pageOf(act: Act, body: Query, borne: readonly BorneName[] | null) {
    const request = resolvePageable(body.pageable, eventSortStandard);
    if (request.pageNumber * request.pageSize > DEPTH_MAX) fail('LOG_QUERY_TOO_DEEP');
    const query = queryOf(act, body, { now: clock.now(), daysOf, fullText: fullText() }, borne);
    if (query.eventTypes?.length === 0) return { rows: [], total: 0, request };
    return { ...(await look(act, query, body, () => store.page(query, request))), request };
  }

  return {
    async find(act: Act, uuid: string): Promise<EventRow> {
      const { caller } = act;
      const found = await store.find(uuid, caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier);
      const row = found !== null && isKept(found, { now: clock.now(), daysOf }) ? found : null;
      const isAudit = row !== null && AUDIT_TYPES.includes(row.eventType);
      if (row === null || !caller.holds(isAudit ? AUDIT_VIEW : VIEW))
        return failNotFound('LOG_EVENT_NOT_FOUND', { uuid });
      if (isAudit) await recordLook(database, act, { uuid });
      return row;
    },

    page: (act: Act, body: Query) => pageOf(act, body, null),

    /** Answers a page of the caller's own events, of every type, without recording that. */
    async pageOfOwn(act: Act, body: Query) {
      const { tenantIdentifier, userUuid, username } = act.caller;
      const bearer = { tenantIdentifier, userUuid, usernameFolded: foldName(username) };
      return pageOf(act, body, await names.namesOf(bearer));
    },
  };
}
