// Sends invitations over HTTP for tests, and reads the mails that they make as mail programs do.
import type { SvcNotificationMailModel } from '@keelson/contract';
import PostalMime from 'postal-mime';
import type { Answer } from '../../../testing/sign-in.ts';
import type { TestServerOptions } from '../../../testing/test-server.ts';
import { startTemplateServer, type TemplateServer } from '../template-server.fixture.ts';
import { readBack } from './calendar-ground.fixture.ts';

/** Mails wait, and nothing bounds whoever sends. */
export function startCalendarServer(options: TestServerOptions = {}): Promise<TemplateServer> {
  return startTemplateServer({
    ...options,
    settings: {
      'mail.sending-enabled': false,
      'mail.rate.person-mails': 100_000,
      'mail.rate.person-recipients': 1_000_000,
      'mail.default-sender': 'Suite <suite@mail.example>',
      ...options.settings,
    },
  });
}

export const people = (...names: readonly string[]) => names.map((name) => ({ address: `${name}@mail.example`, name }));

/** Is an event of an hour, with Ada and Bob, unless the changes say otherwise. */
export const calendarOf = (changes: object = {}) => ({
  summary: 'Review',
  startDate: '2026-03-02T10:00:00+03:00',
  organizer: { address: 'olga@mail.example', name: 'Olga' },
  attendees: people('ada', 'bob'),
  ...changes,
});

export interface InvitationOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** Fields beside the calendar. */
  readonly more?: object;
}

export function tell(
  server: TemplateServer,
  calendar: object,
  { token, headers, more }: InvitationOptions = {},
): Promise<Answer<unknown>> {
  return server.as(token ?? server.admin, 'POST', '/notification/mail/calendar-notify', { calendar, ...more }, headers);
}

interface Told {
  readonly uid: string;
  readonly sequence: number;
  /** Is null where nobody was told. */
  readonly group: string | null;
}

/** The same where it has to succeed. */
export async function told(server: TemplateServer, calendar: object, options: InvitationOptions = {}): Promise<Told> {
  const { status, headers, text } = await tell(server, calendar, options);
  if (status !== 200) throw new Error(`the event was refused: ${text}`);
  return {
    uid: headers.get('x-svc-calendar-uid')!,
    sequence: Number(headers.get('x-svc-calendar-sequence')),
    group: headers.get('x-svc-notification-uuid'),
  };
}

/** Reads the mails of a group in the order in which they were made. */
export async function mailsOf(server: TemplateServer, group: string) {
  const pageable = { pageSize: 200, sort: { properties: ['dateCreated'], direction: 'ASC' } };
  const page = await server.as<{ data: readonly SvcNotificationMailModel[] }>(
    server.admin,
    'POST',
    '/notification/mail/data/page',
    { groupUuid: group, pageable },
  );
  return Promise.all(
    page.body.data.map(async (mail) => {
      const path = `/notification/mail/raw/by-uuid/${mail.uuid}`;
      const raw = await server.as<string>(server.admin, 'GET', path, undefined, { accept: 'application/json' });
      if (raw.status !== 200) return { mail, address: mail.recipientList[0]?.address, raw: null };
      return { mail, address: mail.recipientList[0]?.address, raw: Buffer.from(raw.body, 'base64') };
    }),
  );
}

/** Reads what mail programs and calendars find in a message. */
export async function opened(raw: Buffer | null) {
  if (raw === null) throw new Error('the mail has no content');
  const message = await PostalMime.parse(raw);
  const file = message.attachments.find(({ mimeType }) => mimeType === 'application/ics');
  const part = message.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const textOf = (one: typeof file) => (one === undefined ? '' : Buffer.from(one.content as ArrayBuffer).toString());
  const { event, ...read } = readBack(textOf(file));
  return { ...read, event, message, file, calendar: textOf(part), attached: textOf(file) };
}

/** Answers each calendar object of a message as it was written, by the type of the part that holds it. */
export function calendarParts(raw: Buffer | null): readonly { readonly type: string; readonly text: string }[] {
  if (raw === null) throw new Error('the mail has no content');
  return raw
    .toString()
    .split(/\r\n--/)
    .flatMap((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const type = /content-type: (text\/calendar|application\/ics)/i.exec(head)?.[1];
      return type === undefined ? [] : [{ type, text: Buffer.from(body.join(''), 'base64').toString() }];
    });
}
