// Sends invitations on request: within the caller's bounds, once for each uuid and key, stored before it is answered.
import type { SvcCalendarNotificationRequestModel } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { mailEvents } from '../mail.events.ts';
import type { InvitationResult } from '../record/sent-mail.types.ts';
import { mailSenderOf, type SendingMails } from '../sending/feature.ts';
import type { Invitations, PreparedCalendar } from './invitation.service.ts';
import { type CalendarRequest, readCalendarRequest } from './reading/calendar-request.ts';

interface CalendarParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly bounds: SendingMails['bounds'];
  readonly invitations: Invitations;
  readonly tenantTimeZone: (queryable: Queryable, tenant: string) => Promise<string>;
}

export function createCalendarService({ database, clock, bounds, invitations, tenantTimeZone }: CalendarParts) {
  function store(act: Act, claim: IdempotencyClaim, prepared: PreparedCalendar): Promise<InvitationResult> {
    return database.transaction(async (tx) => {
      const result = await invitations.write(tx, prepared);
      await claim.save(tx, result);
      const { uid, sequence, sent } = result;
      if (sent !== null && prepared.before === null && act.caller.kind === 'person') {
        await act.record(tx, mailEvents.accepted, sent.uuid, { status: sent.status, uid, sequence });
      }
      return result;
    });
  }

  async function notifyOnce(act: Act, claim: IdempotencyClaim, request: CalendarRequest): Promise<InvitationResult> {
    const by = mailSenderOf(act);
    try {
      return await store(act, claim, await invitations.prepare(database, by, request));
    } catch (error) {
      // An earlier request under the uuid was answered before; another one under it is refused.
      const before = request.uuid === null ? null : await invitations.findBefore(database, by, request);
      if (before === null) throw error;
      await claim.saveAlone(before);
      return before;
    }
  }

  return {
    async notify(act: Act, body: SvcCalendarNotificationRequestModel): Promise<InvitationResult> {
      const by = mailSenderOf(act);
      const zone = await tenantTimeZone(database, by.tenantIdentifier);
      const request = readCalendarRequest(by, body, { now: clock.now(), tenantTimeZone: zone });
      await bounds.requireRoom();
      return act.once((claim) => {
        bounds.requireWithinRates(act, [request]);
        return notifyOnce(act, claim, request);
      });
    },
  };
}

export type CalendarService = ReturnType<typeof createCalendarService>;
