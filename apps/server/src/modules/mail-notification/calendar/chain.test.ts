// Proves that an event that is told, changed, moved, taken back and called off is one event to whoever reads any part of its mails.
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemplateServer } from '../template-server.fixture.ts';
import { readBack } from './calendar-ground.fixture.ts';
import {
  calendarOf,
  calendarParts,
  mailsOf,
  people,
  startCalendarServer,
  tell,
  told,
} from './calendar-server.fixture.ts';
import { judge, python } from './ical/icalendar-judge.fixture.ts';

const SUMMARY = `Review 👩‍🔧👨‍👩‍👧‍👦 of "everything"; şğı, ${'çok uzun '.repeat(12)}`.trim();
const ADA = { address: 'ada@mail.example', name: 'Ada "the ^ one" Şen, Dr. 🧭' };
const MOVED = '2026-03-03T10:00:00+03:00';

interface Step {
  readonly sequence: number;
  readonly uid: string;
  readonly group: string;
}

/** Is what an object has to say, in the words of the parsers. */
interface Said {
  readonly method: string;
  readonly uid: string;
  readonly sequence: number;
  readonly status: string | null;
  readonly summary: string;
  readonly start: string;
  readonly end: string;
  readonly organizer: string;
  readonly attendees: readonly (readonly [string, string | null])[];
}

let server: TemplateServer;
let steps: readonly Step[];
let mails: readonly {
  readonly to: string | undefined;
  readonly template: string | null;
  readonly sequence: number;
  readonly parts: readonly { readonly type: string; readonly text: string }[];
}[];
beforeAll(async () => {
  server = await startCalendarServer();
  const step = async (calendar: object): Promise<Step> => {
    const { group, ...one } = await told(server, calendar);
    return { ...one, group: group! };
  };
  const all = { summary: SUMMARY, attendees: [ADA, ...people('bob')] };
  const first = await step(calendarOf(all));
  const { uid } = first;
  const edited = await step(calendarOf({ ...all, uid, description: 'Line one,\nline two; \\ end' }));
  const moved = await step(calendarOf({ ...all, uid, startDate: MOVED }));
  const removed = await step(calendarOf({ ...all, uid, startDate: MOVED, attendees: [ADA] }));
  const cancelled = await step({ uid, method: 'CANCEL' });
  steps = [first, edited, moved, removed, cancelled];
  const groups = await Promise.all(
    steps.map(async ({ group, sequence }) =>
      (await mailsOf(server, group)).map(({ mail, address, raw }) => ({
        to: address,
        template: mail.templateCode,
        sequence,
        parts: calendarParts(raw),
      })),
    ),
  );
  mails = groups.flat();
});
afterAll(() => server?.stop());

const adas: readonly [string, string | null] = ['mailto:ada@mail.example', ADA.name];
const bobs: readonly [string, string | null] = ['mailto:bob@mail.example', 'bob'];

/** What each mail of the chain has to say, in their order. */
function expected(): readonly Said[] {
  const first = { start: '2026-03-02T07:00:00+00:00', end: '2026-03-02T08:00:00+00:00' };
  const then = { start: '2026-03-03T07:00:00+00:00', end: '2026-03-03T08:00:00+00:00' };
  const rest = { uid: steps[0]!.uid, summary: SUMMARY, organizer: 'mailto:olga@mail.example' };
  const request = { ...rest, method: 'REQUEST', status: 'CONFIRMED', attendees: [adas, bobs] };
  return [
    { ...request, ...first, sequence: 0 },
    { ...request, ...first, sequence: 0 },
    { ...request, ...first, sequence: 0 },
    { ...request, ...first, sequence: 0 },
    { ...request, ...then, sequence: 1 },
    { ...request, ...then, sequence: 1 },
    { ...request, ...then, sequence: 2, attendees: [adas] },
    { ...rest, ...then, method: 'CANCEL', sequence: 2, status: null, attendees: [bobs] },
    { ...rest, ...then, method: 'CANCEL', sequence: 3, status: 'CANCELLED', attendees: [adas] },
  ];
}

function readByIcal(text: string): Said {
  const { calendar, value, text: shown, parameters } = readBack(text);
  const zoned = (name: string) => shown(name).replace('Z', '+00:00');
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: shown('uid'),
    sequence: value('sequence') as number,
    status: value('status') as string | null,
    summary: shown('summary'),
    start: zoned('dtstart'),
    end: zoned('dtend'),
    organizer: shown('organizer'),
    attendees: parameters('attendee').map((one) => [
      String(one.value),
      'cn' in one ? String((one as { cn: unknown }).cn) : null,
    ]),
  };
}

describe('a chain of invite, edit, move, removal and cancellation', () => {
  it('mail-notification 14: is under one uid and in order, each told to whom it concerns', async () => {
    expect(steps.map(({ sequence }) => sequence)).toEqual([0, 0, 1, 2, 3]);
    expect(new Set(steps.map(({ uid }) => uid)).size).toBe(1);
    expect(mails.map(({ to, template }) => `${to?.split('@')[0]} ${template}`)).toEqual([
      'ada calendar.request',
      'bob calendar.request',
      'ada calendar.update',
      'bob calendar.update',
      'ada calendar.update',
      'bob calendar.update',
      'ada calendar.update',
      'bob calendar.cancel',
      'ada calendar.cancel',
    ]);
    const stamps = mails.map(({ parts }) => readBack(parts[0]!.text).text('dtstamp'));
    expect(new Set(stamps).size).toBe(5);
    expect([...stamps].sort()).toEqual(stamps);
    const { uid } = steps[0]!;
    const again = await tell(server, { uid, method: 'CANCEL' });
    expect([again.status, again.headers.get('x-svc-calendar-sequence')]).toEqual([200, '3']);
    expect(again.headers.get('x-svc-notification-uuid')).toBeNull();
    expect((await tell(server, calendarOf({ uid }))).error?.errorCode).toBe('CALENDAR_EVENT_CANCELLED');
  });

  it('mail-notification 14: says in each part of each mail what was meant, read by ical.js', () => {
    for (const [index, { parts }] of mails.entries()) {
      expect(parts.map(({ type }) => type)).toEqual(['text/calendar', 'application/ics']);
      for (const { text } of parts) expect(readByIcal(text)).toEqual(expected()[index]);
      const [inline, file] = parts.map(({ text }) => ICAL.parse(text) as unknown);
      expect(inline).toEqual(file);
    }
  });

  it('mail-notification 14: is folded in each part at 75 octets, and no letter is cut in two', () => {
    for (const { text } of mails.flatMap(({ parts }) => parts)) {
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(text).not.toContain('\ufffd');
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });

  it.skipIf(python === '')(
    'mail-notification 14: says in each part of each mail what was meant, read by icalendar (needs KEELSON_ICALENDAR_PYTHON)',
    () => {
      const meant = mails.flatMap(({ parts }, index) => parts.map(() => expected()[index]));
      expect(judge(mails.flatMap(({ parts }) => parts.map(({ text }) => text)))).toMatchObject(meant);
    },
  );
});
