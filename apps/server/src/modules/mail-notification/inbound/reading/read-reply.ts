// Reads the answer to an invitation (iTIP REPLY, RFC 5546, in a mail by RFC 6047); null for anything else.
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';
import type { AnsweredStatus, CalendarReply } from '../../record/calendar-reply.types.ts';
import { partsOf, type ReadMessage } from './read-message.ts';

/** Characters of an answer, which repeats the invitation at most; a longer one is made to be slow. */
const CHARACTERS_MAX = 262_144;
const COMPONENTS_MAX = 50;
const UID_MAX = 255;
const answers: readonly AnsweredStatus[] = ['ACCEPTED', 'DECLINED', 'TENTATIVE', 'DELEGATED'];

/** Reads `mailto:ada@mail.example`. */
function addressOf(value: unknown): string | null {
  const [, address] = /^mailto:(.+)$/i.exec(String(value).trim()) ?? [];
  return address === undefined ? null : parseMailAddress(address);
}

/** Answers the single sender; null where there are several, or none. */
function senderOf({ headers, from }: ReadMessage): string | null {
  if (headers.filter(({ key }) => key === 'from').length !== 1 || from?.address === undefined) return null;
  return parseMailAddress(from.address);
}

type Said = Omit<CalendarReply, 'from'>;

async function readCalendar(text: string): Promise<Said | null> {
  // The library is needed only where answers arrive.
  const { default: ICAL } = await import('ical.js');
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const [event, ...others] = calendar.getAllSubcomponents('vevent');
  const isReply = String(calendar.getFirstPropertyValue('method')).toUpperCase() === 'REPLY';
  if (calendar.name !== 'vcalendar' || !isReply || event === undefined || others.length > 0) return null;
  const [answer, ...more] = event.getAllProperties('attendee');
  const instance = event.getFirstProperty('recurrence-id');
  if (answer === undefined || more.length > 0 || instance?.getFirstParameter('range')) return null;
  const attendee = addressOf(answer.getFirstValue());
  const status = answers.find((one) => one === answer.getFirstParameter('partstat')?.toUpperCase());
  const uid = event.getFirstPropertyValue('uid');
  const sequence = event.getFirstPropertyValue('sequence') ?? 0;
  // DTSTAMP is written in UTC.
  const written = String(event.getFirstPropertyValue('dtstamp'));
  const stamp = new Date(/Z$/.test(written) ? written : Number.NaN);
  if (attendee === null || status === undefined || Number.isNaN(stamp.getTime())) return null;
  if (typeof uid !== 'string' || uid.length > UID_MAX || !Number.isSafeInteger(sequence)) return null;
  const timeZone = instance?.getFirstParameter('tzid') ?? null;
  return {
    uid,
    instance: instance == null ? null : { start: String(instance.getFirstValue()), timeZone },
    sequence: Number(sequence),
    attendee,
    sentBy: addressOf(answer.getFirstParameter('sent-by')),
    status,
    stamp,
  };
}

/** Reads an answer, whose sender has still to be proven. */
export async function readReply(message: ReadMessage): Promise<CalendarReply | null> {
  const [text, ...others] = partsOf(message, ['text/calendar']);
  const from = senderOf(message);
  if (text === undefined || others.length > 0 || from === null || text.length > CHARACTERS_MAX) return null;
  if ((text.match(/^BEGIN:/gim)?.length ?? 0) > COMPONENTS_MAX) return null;
  const said = await readCalendar(text).catch(() => null);
  return said === null ? null : { ...said, from };
}
