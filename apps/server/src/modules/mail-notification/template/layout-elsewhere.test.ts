// Proves that a layout which one process changes is around the next mail of another one.
import { randomBytes } from 'node:crypto';
import type { SvcNotificationMailContentModel, SvcNotificationTemplateModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { call, signInAdmin } from '../../../testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';

let database: TestDatabase;
let one: TestServer;
let other: TestServer;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase(moduleMigrations);
  const shared = {
    sharedDatabase: database,
    clock: createManualClock(),
    env: { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` },
  };
  one = await startMailing(null, shared);
  other = await startMailing(null, shared);
  token = await signInAdmin(one);
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
  await database?.close();
});

async function send<T>(server: TestServer, method: string, path: string, body?: object) {
  const answer = await call<T>(server, method, `/notification${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}
const layoutOf = (text: string) => ({ en: { subject: 'Layout', content: `<main>${text} {% content %}</main>` } });

/** Answers what the next mail of this process says. */
async function nextMail(server: TestServer): Promise<string> {
  const body = { templateCode: 'in.layout', to: ['ada@mail.example'], parameters: {} };
  const uuid = (await send(server, 'POST', '/mail/notify', body)).headers.get('x-svc-notification-uuid')!;
  await untilStatus(server, uuid, 'CAPTURED');
  return (await send<SvcNotificationMailContentModel>(server, 'GET', `/mail/content/by-uuid/${uuid}`)).body.html ?? '';
}

it('mail-notification 28: a layout that one process has changed is around the next mail of another one', async () => {
  await send(one, 'POST', '/template', {
    code: 'around',
    name: 'Around',
    type: 'LAYOUT',
    contentMap: layoutOf('Before'),
  });
  const contentMap = { en: { subject: 'Hello', content: '<p>Inside</p>' } };
  await send(one, 'POST', '/template', {
    code: 'in.layout',
    name: 'Inside',
    type: 'MAIL',
    layoutCode: 'around',
    contentMap,
  });
  for (const server of [one, other]) expect(await nextMail(server)).toContain('Before <p>Inside</p>');
  const { uuid, version } = (await send<SvcNotificationTemplateModel>(one, 'GET', '/template/by-code/around')).body;
  await send(one, 'PUT', '/template', { uuid, version, contentMap: layoutOf('After') });
  for (const server of [other, one]) expect(await nextMail(server)).toContain('After <p>Inside</p>');
});
