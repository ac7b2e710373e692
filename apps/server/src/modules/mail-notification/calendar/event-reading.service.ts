// Shows events as they were announced last: all of the tenant to callers who may see all mails, otherwise the caller's
// own.
import { calendarSortStandard, resolvePageable, type SvcCalendarEventQueryModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { findShownEvent, pageEvents } from './calendar-page.store.ts';
import { toSvcEvent } from './event.wire.ts';

/** Folded name of the owner whose events the caller may see; null: those of all. */
function ownerOf(caller: Caller): string | null {
  return caller.holds('NOTIFICATION_MAIL_VIEW') ? null : foldName(caller.username);
}

export function createEventReadingService({ database }: Pick<Kernel, 'database'>) {
  return {
    async one({ caller }: Act, uid: string, recurrenceId: string | null) {
      const ownTenant = caller.tenantIdentifier;
      const by = { tenantIdentifier: caller.holds('TENANT_ALL') ? null : ownTenant, ownTenant, owner: ownerOf(caller) };
      const instance = recurrenceId === null ? null : new Date(recurrenceId);
      if (instance !== null && Number.isNaN(instance.getTime())) failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid });
      const event = await findShownEvent(database, by, uid, instance);
      return event === null ? failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid }) : toSvcEvent(event);
    },
    async page({ caller }: Act, model: SvcCalendarEventQueryModel) {
      const pageable = resolvePageable(model.pageable, calendarSortStandard);
      const query = {
        tenantIdentifier: caller.tenantIdentifier,
        owner: ownerOf(caller),
        createdBy: model.createdBy == null ? null : foldName(model.createdBy),
        uidList: model.uidList ?? null,
        searchText: model.searchText ?? null,
        statusList: model.statusList ?? null,
        organizer: model.organizer ?? null,
        attendee: model.attendee ?? null,
        participationStatus: model.participationStatus ?? null,
        startDateFrom: model.startDateFrom ?? null,
        startDateTo: model.startDateTo ?? null,
      };
      const { rows, total } = await pageEvents(database, query, pageable);
      return pageBody(rows.map(toSvcEvent), total, pageable);
    },
  };
}

export type EventReadingService = ReturnType<typeof createEventReadingService>;
