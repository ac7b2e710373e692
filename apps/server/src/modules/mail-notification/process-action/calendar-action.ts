// Lets processes send invitations, after the commit that ordered them: `mail.calendar`.
import type { SvcCalendarNotificationRequestModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import type { OfferedCalendar } from '../calendar/feature.ts';
import { requestOf, type SendCall, senderOf, sendParameters } from './send-actions.ts';

/** Action of the engine in a transaction of its own, at least once; a repetition has the same `jobId`. */
export interface CalendarAction {
  readonly name: string;
  readonly kind: 'job';
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly authority: string;
  run(call: SendCall & { readonly jobId: string }): Promise<{ readonly uid: string; readonly sequence: number }>;
}

const own = ['templateCode', 'templateUuid', 'content', 'ignoreDisabled', 'notifyOrganizer', 'cancelRemoved'];

/**
 * Creates the action. An invitation locks its event, for which no commit of many instances may wait. It is sent once,
 * however often it is tried.
 */
export function createCalendarAction({
  database,
  prepare,
  write,
}: OfferedCalendar & Pick<Kernel, 'database'>): CalendarAction {
  return {
    name: 'mail.calendar',
    kind: 'job',
    required: ['calendar'],
    optional: [...own, ...sendParameters],
    authority: 'NOTIFICATION_MAIL_CALENDAR',
    async run({ person, parameters, jobId }) {
      const request = { ...requestOf(parameters), uuid: namedUuid('mail.calendar', jobId) };
      const prepared = await prepare(senderOf(person), request as unknown as SvcCalendarNotificationRequestModel);
      const { uid, sequence } = await database.transaction((tx) => write(tx, prepared));
      return { uid, sequence };
    },
  };
}
