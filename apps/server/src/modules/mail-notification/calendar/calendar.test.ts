// Proves that an event that is told over HTTP reaches everybody once, in order, and as calendars understand it.
import { randomUUID } from 'node:crypto';
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, eventually, query, signIn, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { act, readTemplate, saveTemplate, signInWith, type TemplateServer } from '../template-server.fixture.ts';
import { calendarOf, mailsOf, opened, people, startCalendarServer, tell, told } from './calendar-server.fixture.ts';

let server: TemplateServer;
/** Somebody who invites, and may send no markup as it is. */
let inviter: string;
beforeAll(async () => {
  server = await startCalendarServer();
  inviter = await signInWith(server, 'inviter', ['NOTIFICATION_MAIL_CALENDAR']);
});
afterAll(() => server?.stop());

/** Answers each mail of a group as `address METHOD sequence template`. */
async function summaries(group: string | null): Promise<readonly string[]> {
  const mails = await mailsOf(server, group!);
  return Promise.all(
    mails.map(async ({ mail, address, raw }) => {
      const { calendar, value } = await opened(raw).then((one) => ({ calendar: one.calendar, value: one.value }));
      const method = /METHOD:(\w+)/.exec(calendar)?.[1];
      return `${address?.split('@')[0]} ${method} ${value('sequence')} ${mail.templateCode}`;
    }),
  );
}

describe('an invitation', () => {
  it('mail-notification 14: is a mail for each attendee, under one group, whose calendar two places of it hold', async () => {
    const answer = await tell(server, calendarOf({ location: 'Room 7', description: 'Bring the orders; all, please' }));
    expect([answer.status, answer.headers.get('x-svc-notification-status')]).toEqual([200, 'QUEUED']);
    const group = answer.headers.get('x-svc-notification-uuid')!;
    const uid = answer.headers.get('x-svc-calendar-uid')!;
    expect(uid).toBe(`${group}@mail.example`);
    expect(answer.headers.get('x-svc-calendar-sequence')).toBe('0');
    const mails = await mailsOf(server, group);
    expect(answer.headers.get('location')).toBe(`/notification/mail/by-uuid/${mails[0]?.mail.uuid}`);
    expect(mails.map(({ address }) => address)).toEqual(['ada@mail.example', 'bob@mail.example']);
    expect(mails[0]?.mail).toMatchObject({ subject: 'Invitation: Review', templateCode: 'calendar.request' });
    const { message, file, calendar, attached, parameters, text } = await opened(mails[0]!.raw);
    expect(calendar).toBe(attached);
    expect([file?.filename, file?.disposition]).toEqual(['invite.ics', 'attachment']);
    expect([text('uid'), text('summary'), text('dtstart')]).toEqual([uid, 'Review', '2026-03-02T07:00:00Z']);
    expect(parameters('organizer')).toEqual([
      { value: 'mailto:olga@mail.example', cn: 'Olga', 'sent-by': 'mailto:suite@mail.example' },
    ]);
    expect(message.from?.address).toBe('suite@mail.example');
    expect(message.replyTo).toMatchObject([{ address: 'olga@mail.example', name: 'Olga' }]);
    expect(message.text).toContain('Where: Room 7');
    expect(message.text).toContain('Monday, March 2, 2026 at 7:00 AM');
    const raw = mails[0]!.raw!.toString();
    expect(raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r\n/);
    expect(raw).toMatch(/Content-Type: application\/ics; name=invite.ics\r\n/);
    const part = raw.slice(raw.indexOf('Content-Type: text/calendar'));
    expect(part.slice(0, part.indexOf('\r\n\r\n'))).not.toContain('Content-Disposition');
    expect(part.slice(0, part.indexOf('\r\n\r\n'))).toContain('Content-Transfer-Encoding: base64');
    const bytes = Buffer.from(part.slice(part.indexOf('\r\n\r\n'), part.indexOf('\r\n--')), 'base64').toString();
    expect(bytes).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/calendar'));
  });

  it('mail-notification 14: takes organizer and attendees as text, as objects, or as lists of these', async () => {
    for (const [organizer, attendees] of [
      ['Olga <olga@mail.example>', '"Ada" <ada@mail.example>'],
      [['olga@mail.example'], { address: 'ada@mail.example' }],
      [[{ address: 'olga@mail.example', name: 'Olga' }], ['ada@mail.example']],
    ]) {
      const answer = await tell(server, calendarOf({ organizer, attendees }));
      expect([answer.status, answer.text]).toMatchObject([200, expect.any(String)]);
      const [mail, ...others] = await mailsOf(server, answer.headers.get('x-svc-notification-uuid')!);
      const { text, parameters } = await opened(mail!.raw);
      expect([mail?.address, others.length, text('summary')]).toEqual(['ada@mail.example', 0, 'Review']);
      expect(parameters('organizer')[0]).toMatchObject({ value: 'mailto:olga@mail.example' });
    }
    const refused = async (changes: object) => {
      const { status, error } = await tell(server, calendarOf(changes));
      return [status, error?.errorArguments.map(({ field }) => field)];
    };
    expect(await refused({ organizer: ['a@mail.example', 'b@mail.example'] })).toEqual([400, ['calendar.organizer']]);
    expect(await refused({ attendees: 'ada' })).toEqual([400, ['calendar.attendees[0].address']]);
  });

  it('mail-notification 14: gives ten moves at once the sequences 1 to 10, none twice', async () => {
    const { uid } = await told(server, calendarOf());
    const moves = Array.from({ length: 10 }, (_, hour) =>
      told(server, calendarOf({ uid, startDate: `2026-03-04T${String(hour + 1).padStart(2, '0')}:00:00Z` })),
    );
    const sequences = (await Promise.all(moves)).map(({ sequence }) => sequence);
    expect(sequences.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const groups = await Promise.all(moves);
    for (const { group, sequence } of groups) {
      const [mail] = await mailsOf(server, group!);
      expect((await opened(mail!.raw)).value('sequence')).toBe(sequence);
    }
  });

  it('mail-notification 14: is one event where ten invite under one new uid at once', async () => {
    const uid = `${randomUUID()}@mail.example`;
    const all = await Promise.all(Array.from({ length: 10 }, () => told(server, calendarOf({ uid }))));
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 10 }, () => 0));
    const codes = await Promise.all(
      all.map(async ({ group }) => (await mailsOf(server, group!))[0]?.mail.templateCode),
    );
    expect(codes.filter((code) => code === 'calendar.request')).toHaveLength(1);
    expect(codes.filter((code) => code === 'calendar.update')).toHaveLength(9);
    const stamps = await Promise.all(
      all.map(async ({ group }) => (await opened((await mailsOf(server, group!))[0]!.raw)).text('dtstamp')),
    );
    expect(new Set(stamps).size).toBe(10);
  });
});

describe('what an invitation says', () => {
  it('is in the language that is asked for, with the time of the zone', async () => {
    const { group } = await told(
      server,
      calendarOf({ timeZone: 'Europe/Istanbul', startDate: '2026-03-02', allDay: true, duration: 'P2D' }),
      { more: { locale: 'tr' } },
    );
    const [mail] = await mailsOf(server, group!);
    const { message, calendar } = await opened(mail!.raw);
    expect(message.subject).toBe('Davet: Review');
    expect(message.text).toContain('Zaman: 2 Mart 2026 Pazartesi – 3 Mart 2026 Salı');
    expect(calendar).toContain('DTEND;VALUE=DATE:20260304\n');
  });

  it('is what a template or a content of the request says, with the event among its variables', async () => {
    const contentMap = { en: { subject: '{{ calendar.summary }} {{ room }}', content: 'At {{ calendar.start }}' } };
    await saveTemplate(server, { code: 'own.invite', contentMap });
    const own = await told(server, calendarOf(), { more: { templateCode: 'own.invite', parameters: { room: 7 } } });
    const [mail] = await mailsOf(server, own.group!);
    expect(mail?.mail).toMatchObject({ subject: 'Review 7', templateCode: 'own.invite' });
    const content = { subject: 'Come {{ calendar.summary }}', content: '<p>Now<script>x</script></p>' };
    const literal = await told(server, calendarOf(), { more: { content }, token: inviter });
    const [plain] = await mailsOf(server, literal.group!);
    expect(plain?.mail).toMatchObject({ subject: 'Come {{ calendar.summary }}', templateCode: null });
    const { message, attached } = await opened(plain!.raw);
    expect(message.html).toContain('<p>Now</p>');
    expect(attached).toContain('METHOD:REQUEST');
    const made = await told(server, calendarOf(), { more: { content, parameters: {} } });
    expect((await mailsOf(server, made.group!))[0]?.mail.subject).toBe('Come Review');
  });

  it('goes to those who are named instead, and to the organizer where he asks for it', async () => {
    const named = await told(server, calendarOf(), {
      more: { to: ['Cem <cem@mail.example>'], cc: ['desk@mail.example'] },
    });
    const [mail, ...others] = await mailsOf(server, named.group!);
    expect(others).toEqual([]);
    expect(mail?.mail.recipientList.map(({ address, type }) => `${type} ${address}`)).toEqual([
      'TO cem@mail.example',
      'CC desk@mail.example',
    ]);
    const organizer = await told(server, calendarOf(), { more: { notifyOrganizer: true } });
    expect(await summaries(organizer.group)).toEqual([
      'ada REQUEST 0 calendar.request',
      'bob REQUEST 0 calendar.request',
      'olga REQUEST 0 calendar.request',
    ]);
    const silent = await told(server, calendarOf({ uid: organizer.uid, attendees: people('ada') }), {
      more: { cancelRemoved: false },
    });
    expect([silent.sequence, await summaries(silent.group)]).toEqual([1, ['ada REQUEST 1 calendar.update']]);
  });

  it('leaves in the name of the organizer where the tenant may send in it', async () => {
    const { group } = await told(
      server,
      calendarOf({ organizer: { address: 'suite@mail.example', name: 'The suite' } }),
    );
    const [mail] = await mailsOf(server, group!);
    const { message, parameters } = await opened(mail!.raw);
    expect(message.from).toMatchObject({ address: 'suite@mail.example', name: 'The suite' });
    expect(message.replyTo).toBeUndefined();
    expect(parameters('organizer')).toEqual([{ value: 'mailto:suite@mail.example', cn: 'The suite' }]);
  });

  it('has markup that is as safe as that of a mail', async () => {
    const { group } = await told(server, calendarOf({ htmlDescription: '<b>Now</b><script>alert(1)</script>' }), {
      token: inviter,
    });
    const [mail] = await mailsOf(server, group!);
    expect((await opened(mail!.raw)).calendar).toContain('X-ALT-DESC;FMTTYPE=text/html:<b>Now</b>\n');
  });
});

describe('a request that is refused', () => {
  const code = async (calendar: object, more: object = {}) => {
    const { status, error } = await tell(server, calendar, { more });
    return `${status} ${error?.errorCode}`;
  };

  it("mail-notification 14: is one of an event that changed, is over, is another organizer's, or is not there", async () => {
    const { uid } = await told(server, calendarOf({ sequence: 4 }));
    expect(await code(calendarOf({ uid, sequence: 3 }))).toBe('409 CALENDAR_SEQUENCE_STALE');
    const stale = await tell(server, calendarOf({ uid, sequence: 5 }));
    expect(stale.error?.errorArguments).toEqual([{ uid, sequence: 4 }]);
    expect(await code(calendarOf({ uid, organizer: { address: 'oya@mail.example' } }))).toBe(
      '409 CALENDAR_ORGANIZER_CHANGED',
    );
    expect(await code({ uid: 'nobody@mail.example', method: 'CANCEL' })).toBe('404 CALENDAR_EVENT_NOT_FOUND');
    expect(await code({ uid: 'nobody@mail.example', method: 'CANCEL', summary: 'A' })).toBe(
      '404 CALENDAR_EVENT_NOT_FOUND',
    );
    const foreign = await told(server, calendarOf({ uid: 'foreign@mail.example', method: 'CANCEL', sequence: 2 }));
    expect([foreign.sequence, await summaries(foreign.group)]).toEqual([
      3,
      ['ada CANCEL 3 calendar.cancel', 'bob CANCEL 3 calendar.cancel'],
    ]);
  });

  it('stores neither an event nor a mail', async () => {
    const uid = 'refused@mail.example';
    const template = await saveTemplate(server, { code: 'needs.more' });
    expect(await code(calendarOf({ uid }), { templateCode: template.code })).toBe('422 TEMPLATE_VARIABLE_MISSING');
    expect(await code(calendarOf({ uid }), { templateCode: 'nobody.has' })).toBe('404 NOTIFICATION_TEMPLATE_NOT_FOUND');
    expect(await code(calendarOf({ uid }), { toUsers: ['nobody'] })).toBe('422 USER_UNKNOWN');
    expect(await code(calendarOf({ uid }), { from: 'ceo@elsewhere.example' })).toBe('403 SENDER_NOT_ALLOWED');
    expect(await query(server, 'SELECT uid FROM mail_calendar_event WHERE uid = $1', [uid])).toEqual([]);
  });

  it('tells all that is wrong with it at once', async () => {
    const { status, error } = await tell(server, calendarOf({ startDate: 'x', organizer: { address: 'a b' } }), {
      more: {
        templateCode: 'a',
        content: { subject: 'a', content: 'b', sender: 'a b' },
        parameters: { calendar: 1 },
        headers: { 'X-A': 'a\r\nb' },
        cc: ['desk@mail.example'],
      },
    });
    expect(status).toBe(400);
    const problems = (error!.errorArguments as { field: string; code: string }[]).map(
      ({ field, code: of }) => `${field} ${of}`,
    );
    expect(problems.sort()).toEqual([
      ' NOT_ALLOWED',
      'calendar.organizer.address INVALID_EMAIL_ADDRESS',
      'calendar.startDate CALENDAR_INVALID',
      'cc SEPARATE_WITH_COPIES',
      'content.sender INVALID_EMAIL_ADDRESS',
      'headers.X-A CONTROL_CHARACTER',
      'parameters.calendar NOT_ALLOWED',
    ]);
    expect(await code(calendarOf(), { cc: ['desk@mail.example'] })).toBe('400 VALIDATION_FAILED');
  });
});

describe('an event of a tenant', () => {
  it('mail-notification 18: is reported once for one uuid and for one key, however often it is sent', async () => {
    const uuid = randomUUID();
    const all = await Promise.all(Array.from({ length: 20 }, () => told(server, calendarOf(), { more: { uuid } })));
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ uid: `${uuid}@mail.example`, sequence: 0, group: uuid })]),
    );
    expect(await mailsOf(server, uuid)).toHaveLength(2);
    await told(server, calendarOf({ uid: `${uuid}@mail.example`, startDate: '2026-03-05T10:00:00Z' }));
    expect(await told(server, calendarOf(), { more: { uuid } })).toMatchObject({ sequence: 0 });
    expect((await tell(server, calendarOf({ summary: 'Other' }), { more: { uuid } })).error?.errorCode).toBe(
      'MAIL_ALREADY_EXISTS',
    );
    const headers = { 'Idempotency-Key': randomUUID() };
    const one = await told(server, calendarOf(), { headers });
    expect(await told(server, calendarOf(), { headers })).toEqual(one);
  });

  it('mail-notification 18: is refused under a uuid that another event takes at the same time', async () => {
    const uuid = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        tell(server, calendarOf({ uid: `${index}-${uuid}` }), { more: { uuid } }),
      ),
    );
    const codes = answers.map(({ status, error }) => error?.errorCode ?? status).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 5 }, () => 'MAIL_ALREADY_EXISTS')]);
    expect(await query(server, 'SELECT uid FROM mail_calendar_event WHERE uid LIKE $1', [`%${uuid}`])).toHaveLength(1);
  });

  it('mail-notification 18: is another one than that of the same uid in another tenant', async () => {
    await createTenant(server, 'other');
    const tenant = await signInWith(server, 'other.inviter', ['ROLE_TENANT_ADMIN'], 'other');
    const uid = 'shared@mail.example';
    await told(server, calendarOf({ uid, sequence: 5 }));
    expect(await told(server, calendarOf({ uid }), { token: tenant })).toMatchObject({ sequence: 0 });
    expect((await tell(server, { uid: 'one@mail.example', method: 'CANCEL' }, { token: tenant })).status).toBe(404);
  });

  it('is told where its template is disabled only if the caller does not mind', async () => {
    const template = await readTemplate(server, 'calendar.request');
    await act(server, 'deactivate', template);
    const refused = await tell(server, calendarOf());
    const skipped = await tell(server, calendarOf(), { more: { ignoreDisabled: true } });
    await act(server, 'activate', template);
    expect(refused.error?.errorCode).toBe('NOTIFICATION_TEMPLATE_DISABLED');
    expect([skipped.status, skipped.headers.get('x-svc-notification-status')]).toEqual([200, 'SKIPPED']);
  });

  it('needs the authority over invitations', async () => {
    const nobody = await signInWith(server, 'nobody', ['NOTIFICATION_MAIL_SEND']);
    expect((await tell(server, calendarOf(), { token: nobody })).status).toBe(403);
  });

  it('mail-notification 12: is as it was where the transaction of its change fails', async () => {
    const { uid } = await told(server, calendarOf());
    await query(server, 'ALTER TABLE mail_recipient ADD CONSTRAINT refuse CHECK (false) NOT VALID');
    const failed = await tell(server, calendarOf({ uid, startDate: '2026-03-09T10:00:00Z' }));
    await query(server, 'ALTER TABLE mail_recipient DROP CONSTRAINT refuse');
    expect(failed.status).toBe(500);
    expect(await told(server, calendarOf({ uid, startDate: '2026-03-09T10:00:00Z' }))).toMatchObject({ sequence: 1 });
  });
});

describe('an event as it was told last', () => {
  interface Shown {
    readonly uid: string;
    readonly startDate: string;
    readonly sequence: number;
    readonly attendees: readonly { readonly address: string; readonly participationStatus: string }[];
  }
  const page = async (filters: object, token = server.admin) => {
    const { body } = await server.as<{ data: readonly Shown[]; totalElements: number }>(
      token,
      'POST',
      '/notification/calendar/data/page',
      filters,
    );
    return body;
  };

  it('mail-notification 14: is shown with its people, by its uid and among others', async () => {
    const uid = `a/b c?${randomUUID()}`.replace(' ', '-');
    await told(server, calendarOf({ uid, summary: 'Plan 100%', allDay: true, startDate: '2026-04-01' }));
    const one = await server.as<Shown>(server.admin, 'GET', `/notification/calendar/by-uid/${encodeURIComponent(uid)}`);
    expect(one.body).toMatchObject({
      uid,
      sequence: 0,
      summary: 'Plan 100%',
      allDay: true,
      startDate: '2026-04-01',
      endDate: '2026-04-02',
      organizer: { address: 'olga@mail.example', name: 'Olga', sentBy: null },
      attendees: [
        { address: 'ada@mail.example', name: 'ada', role: 'REQ_PARTICIPANT', participationStatus: 'NEEDS_ACTION' },
        { address: 'bob@mail.example' },
      ],
    });
    const found = async (filters: object) => (await page({ uidList: [uid], ...filters })).totalElements;
    expect(await found({})).toBe(1);
    expect(await found({ searchText: '100%', statusList: ['CONFIRMED'], organizer: 'OLGA@mail.example' })).toBe(1);
    expect(await found({ searchText: '100_' })).toBe(0);
    expect(await found({ attendee: 'ada@mail.example', participationStatus: 'NEEDS_ACTION' })).toBe(1);
    expect(await found({ attendee: 'cem@mail.example' })).toBe(0);
    expect(await found({ participationStatus: 'ACCEPTED' })).toBe(0);
    expect(await found({ startDateFrom: '2026-04-01T00:00:00Z', startDateTo: '2026-04-01T00:00:01Z' })).toBe(1);
    expect(await found({ startDateTo: '2026-04-01T00:00:00Z' })).toBe(0);
    expect(await found({ createdBy: 'admin' })).toBe(1);
    expect(await found({ statusList: ['CANCELLED'] })).toBe(0);
  });

  it('mail-notification 18: is seen by others than who invited with the authority over mails alone', async () => {
    const { uid } = await told(server, calendarOf());
    const token = await signInWith(server, 'selfinviter', ['NOTIFICATION_MAIL_CALENDAR']);
    const own = await told(server, calendarOf(), { token });
    expect(
      (await page({ pageable: { sort: { properties: ['dateCreated'] } } }, token)).data.map((one) => one.uid),
    ).toEqual([own.uid]);
    const foreign = await server.as(token, 'GET', `/notification/calendar/by-uid/${uid}`);
    expect(foreign.error?.errorCode).toBe('CALENDAR_EVENT_NOT_FOUND');
    expect((await server.as(token, 'GET', `/notification/calendar/by-uid/${own.uid}`)).status).toBe(200);
  });

  it('mail-notification 28: stays with whoever invited under another name, and is not seen by who gets the old one', async () => {
    const authorities = ['NOTIFICATION_MAIL_CALENDAR'];
    const before = await signInWith(server, 'Earlyinviter', authorities);
    const { uid } = await told(server, calendarOf({ recurrenceRule: 'FREQ=DAILY;COUNT=3' }), { token: before });
    await told(server, calendarOf({ uid, recurrenceId: '2026-03-03T07:00:00Z' }), { token: before });
    const person = await server.as<SvcUserModel>(server.admin, 'GET', '/users/by-username/Earlyinviter');
    const { uuid, version } = person.body;
    const renamed = { uuid, version, username: 'Laterinviter' };
    expect((await server.as(server.admin, 'PUT', '/users', renamed)).status).toBe(200);
    const owned = (createdBy: string) => page({ createdBy, uidList: [uid] });
    await eventually(
      () => owned('laterINVITER'),
      ({ totalElements }) => totalElements > 0,
    );
    expect((await owned('LATERinviter')).totalElements).toBe(2);
    expect((await owned('earlyinviter')).totalElements).toBe(0);
    const after = await signIn(server, 'laterinviter', USER_PASSWORD);
    expect((await page({}, after)).data.map((one) => one.uid)).toEqual([uid, uid]);
    expect((await server.as(after, 'GET', `/notification/calendar/by-uid/${uid}`)).status).toBe(200);
    // Nobody else could have it for the time that it is reserved.
    await query(server, 'DELETE FROM auth_released_name');
    const other = await signInWith(server, 'earlyinviter', ['ROLE_EARLYINVITER']);
    expect((await page({}, other)).data).toEqual([]);
    expect((await server.as(other, 'GET', `/notification/calendar/by-uid/${uid}`)).status).toBe(404);
  });
});
