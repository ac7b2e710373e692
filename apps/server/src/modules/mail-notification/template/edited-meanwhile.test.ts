// Proves that a mail says what its template said when it was accepted, also where it leaves after the template was changed.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, signInAdmin } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startMailing, untilStatus } from '../delivery/mail-server.fixture.ts';
import { type ScriptedServer, startScriptedServer } from '../smtp/scripted-smtp.fixture.ts';

let smtp: ScriptedServer;
let server: TestServer;
let token: string;
beforeAll(async () => {
  smtp = await startScriptedServer();
  server = await startMailing(smtp.port);
  token = await signInAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

const ask = async (method: string, path: string, body: object) => {
  const answer = await call<object>(server, method, path, { token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.headers;
};

it('mail-notification 4: arrives as it was accepted, although template and layout were changed before it left', async () => {
  const layout = (text: string) => ({ en: { content: `<div>${text}</div>{% content %}`, contentType: 'HTML' } });
  const said = (text: string) => ({ en: { subject: `${text} {{ name }}`, content: `<p>${text} {{ name }}</p>` } });
  const made = { code: 'edited.layout', name: 'Layout', type: 'LAYOUT', contentMap: layout('Old house') };
  const layoutAt = (await ask('POST', '/notification/template', made)).get('location')!;
  const one = { code: 'edited', name: 'Edited', type: 'MAIL', layoutCode: 'edited.layout', contentMap: said('Old') };
  const templateAt = (await ask('POST', '/notification/template', one)).get('location')!;
  const send = async (more: object) => {
    const mail = { templateCode: 'edited', to: ['ada@mail.example'], parameters: { name: 'Ada' }, ...more };
    return (await ask('POST', '/notification/mail/notify', mail)).get('x-svc-notification-uuid')!;
  };
  const before = await send({ sendDate: new Date(server.clock.now() + 60_000).toISOString() });
  const uuidIn = (location: string) => location.slice(location.lastIndexOf('/') + 1);
  await ask('PUT', '/notification/template', { uuid: uuidIn(templateAt), version: 0, contentMap: said('New') });
  await ask('PUT', '/notification/template', { uuid: uuidIn(layoutAt), version: 0, contentMap: layout('New house') });
  server.clock.advance(60_000);
  await untilStatus(server, before, 'SENT');
  const after = await send({});
  await untilStatus(server, after, 'SENT');
  const arrived = await Promise.all(smtp.mails.map(({ data }) => PostalMime.parse(data)));
  expect(arrived.map(({ subject, html }) => [subject, html?.replaceAll(/\s+$/g, '')])).toEqual([
    ['Old Ada', '<div>Old house</div><p>Old Ada</p>'],
    ['New Ada', '<div>New house</div><p>New Ada</p>'],
  ]);
});
