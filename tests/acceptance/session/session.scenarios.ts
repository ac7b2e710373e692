// Plays the scenarios of looking at sessions: the own one, those of the tenant, one by its identifier.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import { identifierOf, makeToken } from '../../support/people.ts';
import type { Scenario } from '../world.ts';

export const sessionScenarios: Readonly<Record<string, Scenario>> = {
  'session countByCurrentUser': async (as, { somebody, again }) => {
    const person = await somebody();
    await again(person);
    expect((await as(person).session.countByCurrentUser()).body).toBe(2);
  },
  'session exist': async (as, { worker }) => {
    const person = await worker();
    expect((await as(person).session.exist({ body: identifierOf(person.token) })).body).toBe(true);
    expect((await as(person).session.exist({ body: 'x'.repeat(43) })).body).toBe(false);
  },
  'session get': async (as, { worker, workerName }) => {
    const { body, headers } = await as(await worker()).session.get();
    expect(body.session).toMatchObject({ username: workerName, tenantIdentifier: 'default', system: false });
    expect(headers.get('x-svc-session-expiry')).toMatch(/^\d{4}-/);
    expect(headers.get('cache-control')).toBe('no-store');
  },
  'session queryPage': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    await again(person);
    const { body } = await as(admin).session.queryPage({ body: { username: person.username } });
    expect(body.totalElements).toBe(2);
    expect(new Set(body.data.map(({ username }) => username))).toEqual(new Set([person.username]));
  },
  'session count': async (as, { admin, somebody, again }) => {
    const person = await somebody();
    await again(person);
    expect((await as(admin).session.count({ body: { username: person.username } })).body).toBe(2);
  },
  'session getByIdentifier': async (as, { admin, somebody }) => {
    const person = await somebody();
    const identifier = identifierOf(person.token);
    await person.sure.authentication.logout();
    const { body } = await as(admin).session.getByIdentifier({ params: { identifier } });
    expect(body.session).toMatchObject({ identifier, attributeMap: { status: 'CLOSED', closeReason: 'LOGOUT' } });
  },
  'session expiry': async (as, { worker }) => {
    const { body } = await as(await worker()).session.expiry();
    expect(body).toMatchObject({ fresh: true });
    expect(body.remainingSeconds).toBeGreaterThan(0);
  },
  'session queryPageByUser': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await as(person).session.queryPageByUser();
    expect(body).toMatchObject({ totalElements: 1, totalPages: 1, pageable: { pageNumber: 0, pageSize: 20 } });
    expect(body.data.map(({ username }) => username)).toEqual([person.username]);
  },
  'session validate': async (as, { admin, somebody }) => {
    const person = await somebody();
    const { token } = makeToken();
    const { body } = await as(admin).session.validate({ body: { tokenList: [person.token, token] } });
    expect(body).toMatchObject([
      { valid: true, reason: null, session: { session: { username: person.username } } },
      { valid: false, reason: 'UNKNOWN', session: null },
    ]);
  },
  'session events': async (as, { admin, somebody }) => {
    const { body, headers } = await as(admin).session.events();
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    const listener = listenTo(body);
    try {
      const person = await somebody();
      const identifier = identifierOf(person.token);
      const begun = await listener.hear(({ data }) => data.identifier === identifier);
      expect(begun).toMatchObject({ event: 'begun', data: { username: person.username, rotatedIdentifier: null } });
      await person.sure.authentication.logout();
      const closed = await listener.hear(({ data }) => data.identifier === identifier);
      expect(closed).toMatchObject({ event: 'closed', data: { username: person.username, reason: 'LOGOUT' } });
    } finally {
      await listener.close();
    }
  },
  'session statistics': async (as, { ownTenant }) => {
    const { deputy, somebody } = await ownTenant();
    const person = await somebody();
    await person.sure.authentication.logout();
    await somebody();
    const { body } = await as(deputy).session.statistics();
    const figures = { open: 2, system: 0, distinctUsers: 2, byAssuranceLevel: { AAL1: 2, AAL2: 0 } };
    expect(body).toMatchObject({ ...figures, closedPerReason: { LOGOUT: 1, ADMIN: 0 } });
    expect(body.beganPerHour.reduce((sum, count) => sum + count, 0)).toBe(3);
  },
};
