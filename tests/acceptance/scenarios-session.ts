// Scenarios of the operations of the session module.
import { expect } from 'vitest';
import type { Scenario } from './world.ts';

export const sessionScenarios: Readonly<Record<string, Scenario>> = {
  'session close': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await person.sure.session.get();
    await as(person).session.close({ body: body.session.identifier });
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
  },
  'session closeAllByUser': async (as, { somebody }) => {
    const person = await somebody();
    await as(person).session.closeAllByUser({ query: { exceptCurrent: true } });
    expect((await person.sure.session.countByCurrentUser()).body).toBe(1);
    await as(person).session.closeAllByUser();
    expect((await person.client.session.get()).errorDetail).toMatchObject({ errorCode: 'SESSION_EXPIRED' });
  },
  'session countByCurrentUser': async (as, { somebody }) => {
    expect((await as(await somebody()).session.countByCurrentUser()).body).toBe(1);
  },
  'session exist': async (as, { worker }) => {
    const person = await worker();
    const { body } = await person.sure.session.get();
    expect((await as(person).session.exist({ body: body.session.identifier })).body).toBe(true);
    expect((await as(person).session.exist({ body: 'x'.repeat(43) })).body).toBe(false);
  },
  'session get': async (as, { worker, workerName }) => {
    const { body, headers } = await as(await worker()).session.get();
    expect(body.session).toMatchObject({ username: workerName, tenantIdentifier: 'default', system: false });
    expect(headers.get('x-svc-session-expiry')).toMatch(/^\d{4}-/);
    expect(headers.get('cache-control')).toBe('no-store');
  },
  'session queryPageByUser': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await as(person).session.queryPageByUser();
    expect(body).toMatchObject({ totalElements: 1, totalPages: 1, pageable: { pageNumber: 0, pageSize: 20 } });
    expect(body.data.map(({ username }) => username)).toEqual([person.username]);
  },
};
