// Sends invitations on request: within the caller's bounds, once for each uuid and key, stored before it is answered.
import type { SvcCalendarNotificationRequestModel } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { mailEvents } from '../mail.events.ts';
import type { ToldEvent } from '../record/sent-mail.types.ts';
import { mailSenderOf, type SendingMails } from '../sending/feature.ts';
import { type CalendarRequest, readCalendarRequest } from './reading/calendar-request.ts';
import type { PreparedCalendar, Telling } from './telling.service.ts';

interface CalendarParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly bounds: SendingMails['bounds'];
  readonly telling: Telling;
  readonly tenantTimeZone: (queryable: Queryable, tenant: string) => Promise<string>;
}

export function createCalendarService({ database, clock, bounds, telling, tenantTimeZone }: CalendarParts) {
  function store(act: Act, claim: IdempotencyClaim, prepared: PreparedCalendar): Promise<ToldEvent> {
    return database.transaction(async (tx) => {
      const told = await telling.write(tx, prepared);
      await claim.save(tx, told);
      const { uid, sequence, sent } = told;
      if (sent !== null && prepared.before === null && act.caller.kind === 'person') {
        await act.record(tx, mailEvents.accepted, sent.uuid, { status: sent.status, uid, sequence });
      }
      return told;
    });
  }

  async function tell(act: Act, claim: IdempotencyClaim, request: CalendarRequest): Promise<ToldEvent> {
    const by = mailSenderOf(act);
    try {
      return await store(act, claim, await telling.prepare(database, by, request));
    } catch (error) {
      // An earlier request under the uuid was answered before; another one under it is refused.
      const before = request.uuid === null ? null : await telling.findBefore(database, by, request);
      if (before === null) throw error;
      await claim.saveAlone(before);
      return before;
    }
  }

  return {
    async notify(act: Act, body: SvcCalendarNotificationRequestModel): Promise<ToldEvent> {
      const by = mailSenderOf(act);
      const zone = await tenantTimeZone(database, by.tenantIdentifier);
      const request = readCalendarRequest(by, body, { now: clock.now(), tenantTimeZone: zone });
      await bounds.requireRoom();
      return act.once((claim) => {
        bounds.requireWithinRates(act, [request]);
        return tell(act, claim, request);
      });
    },
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;
