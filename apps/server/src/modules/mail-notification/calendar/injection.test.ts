// Proves that no text of an event becomes a line of its calendar object or a header: over HTTP it is kept as it is, or refused.
import { randomUUID } from 'node:crypto';
import type ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemplateServer } from '../template-server.fixture.ts';
import { readBack } from './calendar-ground.fixture.ts';
import { calendarParts, mailsOf, startCalendarServer, tell } from './calendar-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startCalendarServer();
});
afterAll(() => server?.stop());

const EVE = 'ATTENDEE:mailto:eve@mail.example';
/** Are refused, but where a text may have several lines: there they are breaks. */
const breaks = { cr: `\r${EVE}`, lf: `\n${EVE}`, crlf: `\r\n${EVE}`, folded: `\r\n ${EVE}`, tab: `\t${EVE}` };
const separators = { line: `\u2028${EVE}`, paragraph: `\u2029${EVE}` };
/** Are refused everywhere. */
const controls = {
  nul: `\0${EVE}`,
  tabulator: `\v${EVE}`,
  escape: `\u001b[0m`,
  delete: '\u007f',
  next: `\u0085${EVE}`,
};
/** Are texts like others, or refused where an address or uid can have no such letters. */
const texts = {
  quotes: `";CN="${EVE}`,
  commas: ',a@x.example;b@x.example',
  escapes: "\\n\\;\\,\\\\^n^'^^%0d%0a",
  rightToLeft: '\u202e\u05d0\u0634\u202c',
  half: '\ud83d',
  long: 'ş'.repeat(5_120),
  longer: 'a'.repeat(10_240),
};
const all = { ...breaks, ...separators, ...controls, ...texts };

type Field = readonly [
  name: string,
  /** Puts the text into the field. */
  build: (text: string) => object,
  /** Finds it again. */
  read: (event: ICAL.Component) => unknown,
];
const propertyOf = (name: string) => (event: ICAL.Component) => event.getFirstPropertyValue(name) as unknown;
const parameterOf = (name: string, parameter: string) => (event: ICAL.Component) =>
  event.getFirstProperty(name)?.getParameter(parameter);
const OLGA = { address: 'olga@mail.example', name: 'Olga', sentBy: 'desk@mail.example' };
const ADA = { address: 'ada@mail.example', name: 'Ada' };
const mailbox = (text: string) => `a${text}@mail.example`;
const web = (text: string) => `https://a.example/${text}`;

const oneLine: readonly Field[] = [
  ['summary', (text) => ({ summary: `a${text}` }), propertyOf('summary')],
  ['location', (text) => ({ location: `a${text}` }), propertyOf('location')],
  ['categories', (text) => ({ categories: [`a${text}`] }), propertyOf('categories')],
  [
    'reminders.description',
    (text) => ({ reminders: [{ minutesBefore: 5, action: 'DISPLAY', description: `a${text}` }] }),
    (event) => event.getFirstSubcomponent('valarm')?.getFirstPropertyValue('description'),
  ],
];
const people: readonly Field[] = [
  ['organizer.name', (text) => ({ organizer: { ...OLGA, name: `a${text}` } }), parameterOf('organizer', 'cn')],
  ['attendees.name', (text) => ({ attendees: [{ ...ADA, name: `a${text}` }] }), parameterOf('attendee', 'cn')],
];
const severalLines: readonly Field[] = [
  ['description', (text) => ({ description: `a${text}` }), propertyOf('description')],
  // What is not known by other parsers has no escapes for them.
  [
    'htmlDescription',
    (text) => ({ htmlDescription: `a${text}` }),
    (event) =>
      String(event.getFirstPropertyValue('x-alt-desc')).replaceAll(/\\([nN\\;,])/g, (_, one) =>
        /n/i.test(one) ? '\n' : one,
      ),
  ],
];
const names: readonly Field[] = [
  ['url', (text) => ({ url: web(text) }), propertyOf('url')],
  ['conferenceUrl', (text) => ({ conferenceUrl: web(text) }), propertyOf('conference')],
  ['uid', (text) => ({ uid: `a${text}` }), propertyOf('uid')],
  ['organizer.address', (text) => ({ organizer: { ...OLGA, address: mailbox(text) } }), propertyOf('organizer')],
  [
    'organizer.sentBy',
    (text) => ({ organizer: { ...OLGA, sentBy: mailbox(text) } }),
    parameterOf('organizer', 'sent-by'),
  ],
  ['attendees.address', (text) => ({ attendees: [{ ...ADA, address: mailbox(text) }] }), propertyOf('attendee')],
];

/** Has a text in each field, so that each line is there whatever one of them says. */
const whole = () => ({
  uid: randomUUID(),
  summary: 'a',
  description: 'a',
  htmlDescription: '<p>a</p>',
  location: 'a',
  url: web('a'),
  conferenceUrl: web('b'),
  categories: ['a'],
  startDate: '2026-03-02T10:00:00Z',
  organizer: OLGA,
  attendees: [ADA],
  reminders: [{ minutesBefore: 5, action: 'DISPLAY', description: 'a' }],
});
const namesOfLines = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => /^[A-Z-]*/.exec(line)![0]);
const EXPECTED = [
  'BEGIN:VCALENDAR PRODID VERSION CALSCALE METHOD',
  'BEGIN UID SEQUENCE DTSTAMP CREATED LAST-MODIFIED DTSTART DTEND STATUS',
  'SUMMARY DESCRIPTION X-ALT-DESC LOCATION URL CONFERENCE CATEGORIES TRANSP CLASS ORGANIZER ATTENDEE',
  'BEGIN ACTION TRIGGER DESCRIPTION END END END',
];
const LINES = [...EXPECTED.join(' ').replace(':VCALENDAR', '').split(' '), ''];

/** Answers what calendars read of the field; null where the request was refused for this field. */
async function kept([name, build, read]: Field, text: string): Promise<unknown> {
  const { status, headers, error } = await tell(server, { ...whole(), ...build(text) });
  if (status === 400) {
    const fields = (error!.errorArguments as { field: string }[]).map(({ field }) => field.replaceAll(/\[\d+\]/g, ''));
    expect(fields).toContain(`calendar.${name}`);
    return null;
  }
  expect(status).toBe(200);
  const [mail, ...others] = await mailsOf(server, headers.get('x-svc-notification-uuid')!);
  expect(others).toEqual([]);
  const message = await PostalMime.parse(mail!.raw!);
  expect(message.to).toHaveLength(1);
  expect([message.cc, message.bcc]).toEqual([undefined, undefined]);
  const parts = calendarParts(mail!.raw);
  expect(parts).toHaveLength(2);
  for (const part of parts) {
    expect(namesOfLines(part.text)).toEqual(LINES);
    for (const line of part.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  return read(readBack(parts[0]!.text).event);
}

async function outcomes(field: Field, given: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const found = await Promise.all(Object.entries(given).map(async ([name, text]) => [name, await kept(field, text)]));
  return Object.fromEntries(found) as Record<string, unknown>;
}
const refused = (given: object) => Object.fromEntries(Object.keys(given).map((name) => [name, null]));
const asGiven = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, `a${text}`]));

describe('a text of an event over HTTP', () => {
  it.each(oneLine)('mail-notification 15: is kept or refused in %s, which is one line', async (...field) => {
    const { half: _, long: __, longer: ___, ...plain } = texts;
    expect(await outcomes(field, all)).toEqual({ ...refused(all), ...asGiven(plain) });
  });

  it.each(people)(
    'mail-notification 15: is kept or refused in %s, which heads of mails have, too',
    async (...field) => {
      const { quotes, commas, escapes: _, ...rest } = texts;
      // RFC 5545, 3.1: a parameter has no backslash as an escape; ical.js reads it as one all the same, so that carets stand here alone.
      const own = { quotes, commas, carets: "^n^'^^%0d%0a", letters: '\u05d0\u0634' };
      const given = { ...breaks, ...separators, ...controls, ...rest, ...own };
      expect(await outcomes(field, given)).toEqual({ ...refused(given), ...asGiven(own) });
    },
  );

  it.each(severalLines)(
    'mail-notification 15: is kept or refused in %s, whose breaks are letters',
    async (...field) => {
      const { half: _, ...plain } = texts;
      const isShort = field[0] === 'description';
      const asBreaks = Object.entries({ ...breaks, ...separators }).map(([name, text]) => [
        name,
        `a${text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')}`,
      ]);
      expect(await outcomes(field, all)).toEqual({
        ...refused(all),
        ...asGiven(plain),
        ...Object.fromEntries(asBreaks),
        ...(isShort ? { longer: null } : {}),
      });
    },
  );

  it.each(names)('mail-notification 15: is refused in %s, or is its value', async (...field) => {
    const found = await outcomes(field, all);
    expect(found).toMatchObject(refused({ ...breaks, ...separators, ...controls, half: '', long: '', longer: '' }));
    const build = field[0].includes('address') || field[0].includes('sentBy') ? mailbox : web;
    for (const [name, text] of Object.entries(texts)) {
      const value = found[name];
      if (value === null) continue;
      const given = field[0] === 'uid' ? `a${text}` : build(text);
      expect(decodeURIComponent(String(value).replace(/^mailto:/, ''))).toBe(decodeURIComponent(given));
    }
  });
});
