// Takes the answer of an attendee to an invitation: participation, and nothing else of the event.

import { isTimeZone, timeZoneOf } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { foldMailAddress } from '../../../kernel/text/mail-address.ts';
import { mailEvents } from '../mail.events.ts';
import type { CalendarReply, ReplyOutcome } from '../record/calendar-reply.types.ts';
import { findEvent, lockEvent } from './calendar.store.ts';
import type { StoredEvent } from './event-rows.store.ts';
import { findNotifiedSequence, saveParticipation, saveReplyStamp } from './reply.store.ts';

/** Time that an answer's stamp may be ahead; a later stamp would block every later answer. */
const AHEAD_MS_MAX = DAY_MS;

/** Answers the instant that RECURRENCE-ID means; null where there is no such instance. */
function shownInstantOf(
  { times }: StoredEvent,
  { start, timeZone }: NonNullable<CalendarReply['instance']>,
): number | null {
  const isLocal = start.includes('T') && !start.endsWith('Z');
  const read = Date.parse(isLocal ? `${start}Z` : start);
  if (Number.isNaN(read) || !isLocal) return Number.isNaN(read) ? null : read;
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : times.timeZone;
  return timeZoneOf(zone).shownInstantOf(read);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Says whether the sender may answer for the attendee: in SENT-BY only from the same domain, since anybody could name
 * himself there.
 */
function maySpeak({ attendee, from, sentBy }: CalendarReply): boolean {
  const sender = foldMailAddress(from);
  if (sender === foldMailAddress(attendee)) return true;
  return (
    sentBy !== null && sender === foldMailAddress(sentBy) && domainOf(sender) === domainOf(foldMailAddress(attendee))
  );
}

async function findAnswered(tx: Transaction, series: StoredEvent, { instance }: CalendarReply) {
  if (instance === null) return series;
  const start = shownInstantOf(series, instance);
  return start === null ? null : findEvent(tx, series.tenantIdentifier, series.uid, start);
}

export function createReplyService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  return {
    /** Takes an answer, whose sender is proven; one that does not fit changes nothing. */
    take(act: Act, reply: CalendarReply): Promise<ReplyOutcome> {
      const { tenantIdentifier, username: by } = act.caller;
      return database.transaction(async (tx) => {
        const series = await lockEvent(tx, tenantIdentifier, reply.uid);
        if (series === null || !maySpeak(reply)) return 'NOT_ATTRIBUTED';
        const event = await findAnswered(tx, series, reply);
        if (event === null) return 'UNCHANGED';
        const folded = foldMailAddress(reply.attendee);
        const attendee = event.attendees.find(({ address }) => foldMailAddress(address) === folded);
        if (attendee === undefined) return 'NOT_ATTRIBUTED';
        const now = clock.now();
        const isCurrent = (await findNotifiedSequence(tx, event.id)) === reply.sequence && event.status !== 'CANCELLED';
        if (!isCurrent || reply.stamp.getTime() > now + AHEAD_MS_MAX) return 'UNCHANGED';
        if (!(await saveReplyStamp(tx, event.id, folded, reply.stamp))) return 'UNCHANGED';
        const { address } = attendee;
        await saveParticipation(tx, event.id, { address, status: reply.status, by, now: new Date(now) });
        const recurrenceId = event.recurrenceId === null ? null : new Date(event.recurrenceId).toISOString();
        const detail = { attendee: address, participationStatus: reply.status, sequence: reply.sequence, recurrenceId };
        await act.record(tx, mailEvents.calendarReplied, reply.uid, detail);
        return 'TAKEN';
      });
    },
  };
}
