// Wires events of calendars: sending them and keeping them.
import { SvcCalendarNotificationRequestModel } from '@keelson/contract';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailTemplate } from '../api.ts';
import type { Accepting } from '../queue/feature.ts';
import type { MailSender, PreparedInvitation } from '../record/sent-mail.types.ts';
import { createRequestCheck, type SendingMails, type SendingPeers } from '../sending/feature.ts';
import type { MailTemplates } from '../template/feature.ts';
import { createCalendarHandlers } from './calendar.routes.ts';
import { createCalendarService } from './calendar.service.ts';
import { createEventReadingService } from './event-reading.service.ts';
import { createInvitations, type PreparedCalendar } from './invitation.service.ts';
import { createNoticeMails } from './notices/notice-mails.ts';
import { noticeTemplates } from './notices/notice-templates.ts';
import { readCalendarRequest } from './reading/calendar-request.ts';

export { createReplyService } from './reply.service.ts';

export interface CalendarFeatureParts {
  readonly sending: SendingMails;
  readonly accepting: Accepting;
  readonly templates: MailTemplates;
  readonly ship: (template: MailTemplate) => void;
  readonly authentication: () => Pick<SendingPeers, 'findTenantReading'>;
}

const FALLBACK_ZONE = 'UTC';

export function createCalendarFeature(kernel: Kernel, parts: CalendarFeatureParts) {
  for (const template of noticeTemplates) parts.ship(template);
  const invitations = createInvitations({ ...kernel, ...parts, notices: createNoticeMails(parts) });
  const tenantTimeZone = async (queryable: Queryable, tenant: string) =>
    (await parts.authentication().findTenantReading(queryable, tenant))?.timeZone ?? FALLBACK_ZONE;
  const service = createCalendarService({ ...kernel, bounds: parts.sending.bounds, invitations, tenantTimeZone });
  const check = createRequestCheck(SvcCalendarNotificationRequestModel);
  return {
    handlers: createCalendarHandlers(service, createEventReadingService(kernel)),
    api: {
      /** See `MailApi`. */
      async prepare(
        by: MailSender,
        request: SvcCalendarNotificationRequestModel,
        queryable: Queryable = kernel.database,
      ): Promise<PreparedInvitation> {
        check(request);
        const zone = await tenantTimeZone(queryable, by.tenantIdentifier);
        const read = readCalendarRequest(by, request, { now: kernel.clock.now(), tenantTimeZone: zone });
        return invitations.prepare(queryable, by, read);
      },
      /** See `MailApi`; takes only what `prepare` has made. */
      write: (tx: Transaction, prepared: PreparedInvitation) => invitations.write(tx, prepared as PreparedCalendar),
    },
  };
}

export type OfferedCalendar = ReturnType<typeof createCalendarFeature>['api'];
