// Tests how announcements are sent, to whom they are shown, and how they are changed and taken back.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Announced,
  act,
  announce,
  countOf,
  createTenant,
  eventually,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  readAll,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let first: PollingServer;
let second: PollingServer;
let sender: string;

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
  sender = await signInWith(first, 'sender', ['ROLE_TENANT_ADMIN']);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const send = (model: object, token = sender, more = '') =>
  first.as<Announced>(token, 'POST', `/polling/announcement/send${more}`, {
    title: 'News',
    content: 'Something happened.',
    ...model,
  });
const put = (model: object, token = sender, more = '') =>
  second.as<Announced>(token, 'PUT', `/polling/announcement${more}`, model);
const at = (ms: number) => new Date(first.clock.now() + ms).toISOString();
const codesOf = async (answer: ReturnType<typeof send>) => {
  const { status, error } = await answer;
  return [status, ...(error?.errorArguments ?? []).map(({ field, code }) => `${field} ${code}`)];
};

describe('sending', () => {
  it('notification-polling 1: an announcement is published, scheduled or kept as a draft, and answered with what it became', async () => {
    expect((await send({})).body).toMatchObject({ status: 'PUBLISHED', read: true, revision: 1, locale: 'default' });
    expect((await send({ startDate: at(MINUTE_MS) })).body).toMatchObject({ status: 'SCHEDULED', publishSeq: null });
    expect((await send({ publish: false })).body).toMatchObject({ status: 'DRAFT', publishDate: null });
    expect((await send({ startDate: at(-4 * MINUTE_MS) })).body.status).toBe('PUBLISHED');
  });

  it('notification-polling 16: dates, links, locales and audiences that make no sense are reported all at once', async () => {
    expect(await codesOf(send({ startDate: at(-6 * MINUTE_MS), endDate: at(-1) }))).toEqual([
      400,
      'startDate DATE_IN_PAST',
      'endDate DATE_IN_PAST',
    ]);
    expect(await codesOf(send({ startDate: at(2 * MINUTE_MS), endDate: at(MINUTE_MS) }))).toEqual([
      400,
      'endDate RANGE_INVALID',
    ]);
    for (const actionUrl of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'http://u:p@evil.example/',
      'x',
    ]) {
      expect(await codesOf(send({ actionUrl }))).toEqual([400, 'actionUrl URL_INVALID']);
    }
    expect((await send({ actionUrl: '/tasks?open=1', actionLabel: 'Go' })).status).toBe(200);
    expect((await send({ actionUrl: 'https://example.org/a' })).status).toBe(200);
    const text = { title: 'T', content: 'C' };
    expect(await codesOf(send({ contentMap: { zz_zz_q: text, tr_TR: text, 'tr-TR': text } }))).toEqual([
      400,
      'contentMap.zz_zz_q LOCALE_INVALID',
      'contentMap.tr-TR LOCALE_DUPLICATE',
    ]);
    expect(await codesOf(send({ content: null }))).toEqual([400, 'content REQUIRED']);
    expect(await codesOf(send({ title: null, content: null, contentMap: {} }))).toEqual([400, 'title REQUIRED']);
    expect(await codesOf(send({ audience: { all: true, users: ['sender'] } }))).toEqual([
      400,
      'audience.users NOT_ALLOWED',
    ]);
    expect(await codesOf(send({ displayType: 'MODAL', dismissible: false }))).toEqual([
      400,
      'acknowledgementRequired REQUIRED',
    ]);
    expect(await codesOf(send({ title: 'turned \u202e round' }))).toEqual([400, 'title PATTERN']);
    expect((await send({ audience: {} })).error?.errorCode).toBe('AUDIENCE_EMPTY');
    expect((await send({ audience: { excludeUsers: ['sender'] } })).error?.errorCode).toBe('AUDIENCE_EMPTY');
    const unknown = await send({ audience: { users: ['sender', 'nobody', 'noone'] } });
    expect([unknown.error?.errorCode, unknown.error?.errorArguments]).toEqual([
      'USER_UNKNOWN',
      [{ username: 'nobody' }, { username: 'noone' }],
    ]);
    const skipped = await send({ audience: { users: ['sender', 'nobody'] } }, sender, '?ignoreUnknown=true');
    expect(skipped.body.audience?.users).toEqual(['sender']);
    const none = await send({ audience: { users: ['nobody'] } }, sender, '?ignoreUnknown=true');
    expect(none.error?.errorCode).toBe('AUDIENCE_EMPTY');
  });

  it('notification-polling 17: a uuid that was chosen is sent once: the same content is answered, other content is refused', async () => {
    const uuid = '0198c0de-1111-7000-8000-000000000001';
    const sent = await send({ uuid, title: 'Chosen' });
    expect(sent.body.uuid).toBe(uuid);
    expect((await send({ uuid, title: 'Chosen' })).body.id).toBe(sent.body.id);
    expect((await send({ uuid, title: 'Other' })).error?.errorCode).toBe('ANNOUNCEMENT_ALREADY_EXISTS');
    const both = '0198c0de-1111-7000-8000-000000000002';
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ uuid: both })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body?.id}`)).size).toBe(1);
    const headers = { 'idempotency-key': 'once' };
    const model = { title: 'Once', content: 'Once.' };
    const repeated = await Promise.all(
      [first, second].map((server) =>
        server.as<Announced>(sender, 'POST', '/polling/announcement/send', model, headers),
      ),
    );
    expect(repeated[0]?.body.uuid).toBe(repeated[1]?.body.uuid);
  });

  it('notification-polling 20: what could run a script is not in contentHtml, and content of which nothing is left is refused', async () => {
    const sent = await send({ contentType: 'HTML', content: '<p onclick="x()">Hi</p><script>alert(1)</script>' });
    expect(sent.body).toMatchObject({ contentHtml: '<p>Hi</p>' });
    expect((await send({ contentType: 'HTML', content: '<script>alert(1)</script>' })).error?.errorCode).toBe(
      'CONTENT_UNSAFE',
    );
  });

  it('notification-polling 21: several tenants need TENANT_ALL, each has its own row, and nothing of one is seen in another', async () => {
    for (const tenant of ['north', 'south']) await createTenant(first, tenant);
    const [nora, sam] = [
      await signInWith(first, 'nora', ['ROLE_TENANT_ADMIN'], 'north'),
      await signInWith(first, 'sam', [], 'south'),
    ];
    const before = [await countOf(first, nora), await countOf(second, sam)];
    const audience = { tenants: ['south', 'north'] };
    expect((await send({ audience }, nora)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await send({ audience: { tenants: ['nowhere'] } }, first.admin)).error?.errorCode).toBe('TENANT_NOT_FOUND');
    const uuid = '0198c0de-1111-7000-8000-000000000003';
    expect(await codesOf(send({ audience, uuid }, first.admin))).toEqual([400, 'uuid NOT_ALLOWED']);
    const sent = await send({ audience, title: 'Both' }, first.admin);
    expect(sent.body.groupUuid).not.toBeNull();
    expect([await countOf(first, nora), await countOf(second, sam)]).toEqual([before[0]! + 1, before[1]! + 1]);
    const rows = await query<{ tenant: string }>(
      first,
      `SELECT tenant_identifier AS tenant FROM polling_announcement WHERE group_uuid = $1 ORDER BY 1`,
      [sent.body.groupUuid],
    );
    expect(rows.map(({ tenant }) => tenant)).toEqual(['north', 'south']);
    const theirs = (await pageOf(first, nora)).data.find(({ title }) => title === 'Both')!;
    for (const verb of ['read', 'publish', 'withdraw']) {
      expect((await act(first, sender, verb, theirs)).error?.errorCode).toBe('ANNOUNCEMENT_NOT_FOUND');
    }
    expect((await act(first, nora, 'withdraw', theirs)).status).toBe(200);
    expect([await countOf(first, nora), await countOf(second, sam)]).toEqual([before[0], before[1]! + 1]);
  });
});

describe('who sees an announcement', () => {
  it('notification-polling 3: an audience is one of each list that is given, without those who are excluded, and follows roles that are given and taken', async () => {
    const [ada, bob] = [await signInWith(first, 'ada', ['LOG_VIEW']), await signInWith(first, 'bob')];
    const table: readonly [object, boolean, boolean][] = [
      [{ all: true }, true, true],
      [{ all: true, excludeUsers: ['ADA'] }, false, true],
      [{ users: ['ada', 'bob'] }, true, true],
      [{ users: ['ada'] }, true, false],
      [{ roles: ['ROLE_ADA', 'ROLE_NOBODY'] }, true, false],
      [{ authorities: ['LOG_VIEW'] }, true, false],
      [{ users: ['bob'], roles: ['ROLE_ADA'] }, false, false],
      [{ users: ['ada', 'bob'], authorities: ['LOG_VIEW'] }, true, false],
      [{ roles: ['ROLE_USER'], excludeUsers: ['bob'] }, true, false],
    ];
    for (const [audience, adaSees, bobSees] of table) {
      const sent = await announce(first, { audience }, sender);
      const seen = async (token: string) =>
        (await pageOf(second, token, { uuidList: [sent.uuid] })).totalElements === 1;
      expect([audience, await seen(ada), await seen(bob)]).toEqual([audience, adaSees, bobSees]);
      expect((await act(first, sender, 'withdraw', sent)).status).toBe(200);
    }
    const forReaders = await announce(first, { audience: { authorities: ['LOG_CACHE_VIEW'] } }, sender);
    const base = await countOf(second, bob);
    const { body: role } = await first.as<{ uuid: string; version: number }>(first.admin, 'POST', '/roles', {
      code: 'ROLE_LATE',
      name: 'Late',
      authorityList: ['LOG_CACHE_VIEW'],
    });
    const change = async (roleList: readonly string[]) => {
      const found = await first.as<{ uuid: string; version: number }>(first.admin, 'GET', '/users/by-username/bob');
      const { uuid, version } = found.body;
      const changed = await first.as(first.admin, 'PUT', `/users/roles/by-uuid/${uuid}`, { version, roleList });
      expect(changed.status, changed.text).toBe(200);
    };
    expect(role.uuid).toBeDefined();
    await change(['ROLE_USER', 'ROLE_LATE']);
    expect(
      await eventually(
        () => countOf(second, bob),
        (count) => count === base + 1,
      ),
    ).toBe(base + 1);
    await change(['ROLE_USER']);
    expect(
      await eventually(
        () => countOf(second, bob),
        (count) => count === base,
      ),
    ).toBe(base);
    await act(first, sender, 'withdraw', forReaders);
  });

  it('notification-polling 23: a text is that of the locale asked for, the session, the tenant, the default, or the first', async () => {
    const text = (title: string) => ({ title, content: title });
    const titleIn = async (sent: Announced, locale?: string) => {
      const more = locale === undefined ? '' : `?locale=${locale}`;
      const path = `/polling/announcement/by-uuid/${sent.uuid}${more}`;
      const { body } = await second.as<Announced>(sender, 'GET', path);
      return [body.title, body.locale];
    };
    const sent = await announce(
      first,
      {
        title: null,
        content: null,
        contentMap: { tr_TR: text('Haber'), de: text('Nachricht'), default: text('News') },
      },
      sender,
    );
    expect(await titleIn(sent, 'tr-TR')).toEqual(['Haber', 'tr-TR']);
    expect(await titleIn(sent, 'de-AT')).toEqual(['Nachricht', 'de']);
    expect(await titleIn(sent, 'fr')).toEqual(['News', 'default']);
    expect(await titleIn(sent, 'no locale at all'.replaceAll(' ', '%20'))).toEqual(['News', 'default']);
    const one = await announce(first, { title: null, content: null, contentMap: { de: text('Nur so') } }, sender);
    expect(await titleIn(one, 'fr')).toEqual(['Nur so', 'de']);
    const paged = await pageOf(second, sender, { locale: 'tr_TR', searchText: 'habe', uuidList: [sent.uuid] });
    expect(paged.data.map(({ title }) => title)).toEqual(['Haber']);
    expect((await pageOf(second, sender, { locale: 'de', searchText: 'habe', uuidList: [sent.uuid] })).data).toEqual(
      [],
    );
  });
});

describe('changing', () => {
  it('notification-polling 8: a significant change makes it unread for everybody again, any other keeps what was read', async () => {
    const person = await signInWith(first, 'careful');
    const sent = await announce(first, {}, sender);
    await act(first, person, 'read', sent);
    const base = await countOf(first, person);
    const typo = await put({ ...sent, title: 'Newz' });
    expect(typo.body).toMatchObject({ title: 'Newz', version: 2, revision: 1, publishSeq: sent.publishSeq });
    expect(await countOf(first, person)).toBe(base);
    const news = await put({ uuid: sent.uuid, version: 2, title: 'Really new' }, sender, '?significant=true');
    expect(news.body).toMatchObject({ version: 3, revision: 2 });
    expect(news.body.publishSeq).toBeGreaterThan(sent.publishSeq!);
    expect(await countOf(first, person)).toBe(base + 1);
    await readAll(first, person, (await pageOf(first, person)).asOf);
    await act(first, person, 'unread', sent);
    expect(await countOf(second, person)).toBe(1);
    expect(await readAll(first, person, (await pageOf(first, person)).asOf)).toBe(0);
    await act(first, sender, 'withdraw', sent);
  });

  it('notification-polling 18: a change is that of its creator or a manager, has the version that was read, and says when it is seen by more', async () => {
    const [writer, reader] = [
      await signInWith(first, 'writer', ['ANNOUNCEMENT_SEND']),
      await signInWith(first, 'looker'),
    ];
    const sent = await announce(first, { audience: { users: ['looker'] } }, writer);
    expect(sent.audience).toBeNull();
    expect((await put({ uuid: sent.uuid, version: 1, title: 'No' }, reader)).error?.errorCode).toBe('ACCESS_DENIED');
    const stranger = await signInWith(first, 'stranger');
    expect((await put({ uuid: sent.uuid, version: 1, title: 'No' }, stranger)).error?.errorCode).toBe(
      'ANNOUNCEMENT_NOT_FOUND',
    );
    const own = await put({ ...sent, priority: 9 }, writer);
    expect([own.status, own.body.priority, own.headers.get('x-svc-warning')]).toEqual([200, 9, null]);
    expect((await put({ uuid: sent.uuid, version: 1, title: 'Late' }, writer)).error?.errorCode).toBe(
      'VERSION_CONFLICT',
    );
    expect((await put({ uuid: sent.uuid, title: 'None' }, writer)).status).toBe(400);
    const wider = await put({ uuid: sent.uuid, version: 2, audience: { all: true } });
    expect(wider.headers.get('x-svc-warning')).toBe('AUDIENCE_WIDENED');
    const narrower = await put({ uuid: sent.uuid, version: 3, audience: { roles: ['ROLE_USER'] } });
    expect(narrower.headers.get('x-svc-warning')).toBeNull();
    expect(await codesOf(put({ uuid: sent.uuid, version: 4, audience: { tenants: ['north'] } }))).toEqual([
      400,
      'audience.tenants FIELD_READ_ONLY',
    ]);
    const moved = await put({ uuid: sent.uuid, version: 4, startDate: at(MINUTE_MS) });
    expect(moved.error?.errorCode).toBe('ANNOUNCEMENT_STATE_INVALID');
    expect((await put({ uuid: sent.uuid, version: 4, audience: { users: ['nobody'] } })).error?.errorCode).toBe(
      'USER_UNKNOWN',
    );
    expect((await put({ uuid: sent.uuid, version: 4, audience: {} })).error?.errorCode).toBe('AUDIENCE_EMPTY');
    const unsafe = { uuid: sent.uuid, version: 4, contentType: 'HTML', content: '<style>a{}</style>' };
    expect((await put(unsafe)).error?.errorCode).toBe('CONTENT_UNSAFE');
    const events = await query<{ kind: string }>(
      first,
      `SELECT kind FROM log_recorded_event WHERE subject = $1 ORDER BY recorded_at, id`,
      [sent.uuid],
    );
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      'polling.announcement-sent',
      ...Array.from({ length: 3 }, () => 'polling.announcement-updated'),
    ]);
  });

  it('notification-polling 19: a draft is published or scheduled, what is live is withdrawn, and neither comes back', async () => {
    const draft = (model: object = {}) => announce(first, { publish: false, ...model }, sender);
    const one = await draft();
    expect((await act(first, sender, 'withdraw', one)).error?.errorCode).toBe('ANNOUNCEMENT_STATE_INVALID');
    expect((await act(first, sender, 'publish', one)).body).toMatchObject({ status: 'PUBLISHED', read: true });
    expect((await act(first, sender, 'publish', one)).body.status).toBe('PUBLISHED');
    expect((await act(first, sender, 'withdraw', one)).body.status).toBe('WITHDRAWN');
    expect((await act(first, sender, 'withdraw', one)).body.status).toBe('WITHDRAWN');
    for (const verb of ['publish']) {
      expect((await act(first, sender, verb, one)).error?.errorCode).toBe('ANNOUNCEMENT_STATE_INVALID');
    }
    expect((await put({ uuid: one.uuid, version: 3, title: 'No' })).error?.errorCode).toBe(
      'ANNOUNCEMENT_STATE_INVALID',
    );
    const later = await draft({ startDate: at(60 * MINUTE_MS) });
    expect((await act(first, sender, 'publish', later)).body.status).toBe('SCHEDULED');
    expect((await act(first, sender, 'publish', later)).body).toMatchObject({ status: 'PUBLISHED', startDate: at(0) });
    const kept = await draft();
    const path = (sent: Announced) => `/polling/announcement/by-uuid/${sent.uuid}`;
    for (const sent of [kept, later, one]) {
      expect((await first.as(sender, 'DELETE', path(sent))).status).toBe(200);
      expect((await first.as(sender, 'GET', path(sent))).error?.errorCode).toBe('ANNOUNCEMENT_NOT_FOUND');
      expect((await first.as(sender, 'DELETE', path(sent))).error?.errorCode).toBe('ANNOUNCEMENT_NOT_FOUND');
    }
    const left = await query<{ status: string }>(
      first,
      'SELECT status FROM polling_announcement WHERE uuid = ANY($1::uuid[])',
      [[kept.uuid, later.uuid]],
    );
    expect(left).toEqual([{ status: 'WITHDRAWN' }]);
  });

  it('notification-polling 5: a page of all shows drafts and what is over to managers alone, and one of another time what was live then', async () => {
    const person = await signInWith(first, 'curious');
    const [draft, over] = [await announce(first, { publish: false }, sender), await announce(first, {}, sender)];
    await act(first, sender, 'withdraw', over);
    const soon = await announce(first, { startDate: at(10 * MINUTE_MS), endDate: at(20 * MINUTE_MS) }, sender);
    const uuidList = [draft.uuid, over.uuid, soon.uuid];
    const ask = (token: string, body: object) => second.as(token, 'POST', '/polling/announcement/page', body);
    for (const body of [{ scope: 'ALL' }, { activeOn: at(0) }]) {
      expect((await ask(person, body)).error?.errorCode).toBe('ACCESS_DENIED');
    }
    expect((await pageOf(second, sender, { uuidList })).data).toEqual([]);
    const all = await pageOf(second, sender, { scope: 'ALL', uuidList, pageable: { sort: { properties: ['title'] } } });
    expect(all.data.map(({ status }) => status).sort()).toEqual(['DRAFT', 'SCHEDULED', 'WITHDRAWN']);
    expect((await pageOf(second, sender, { scope: 'ALL', uuidList, statusList: ['DRAFT'] })).totalElements).toBe(1);
    const then = await pageOf(second, sender, { uuidList, activeOn: at(15 * MINUTE_MS) });
    expect(then.data.map(({ uuid }) => uuid)).toEqual([soon.uuid]);
    const unknown = await ask(sender, { pageable: { sort: { properties: ['colour'] } } });
    expect(unknown.error?.errorArguments[0]?.code).toBe('SORT_PROPERTY_UNKNOWN');
    await act(first, sender, 'withdraw', soon);
  });

  it('notification-polling 5: a deleted announcement is on no page, that of managers and that of another time included', async () => {
    const person = await signInWith(first, 'late');
    const [draft, over, live] = [
      await announce(first, { publish: false }, sender),
      await announce(first, {}, sender),
      await announce(first, {}, sender),
    ];
    await act(first, sender, 'withdraw', over);
    const uuidList = [draft.uuid, over.uuid, live.uuid];
    const totals = async () => [
      (await pageOf(second, sender, { scope: 'ALL', uuidList })).totalElements,
      (await pageOf(second, sender, { uuidList, activeOn: at(0) })).totalElements,
      (await pageOf(second, person, { uuidList })).totalElements,
    ];
    expect(await totals()).toEqual([3, 1, 1]);
    for (const uuid of uuidList) {
      expect((await first.as(sender, 'DELETE', `/polling/announcement/by-uuid/${uuid}`)).status).toBe(200);
    }
    expect(await totals()).toEqual([0, 0, 0]);
  });
});
