// Runs the example of docs/modeling.md as it stands there: the model, its decision, and its worker as a program of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startEngine } from '../../apps/server/src/modules/bpmn-engine/testing/engine-server.ts';
import {
  createPersonWithRoles,
  createRole,
  type Person,
  signIn,
  signInAdmin,
} from '../../apps/server/src/testing/test-people.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The worker is a process that begins beside everything else. */
const WORK_MS = 60_000;
const WAIT = { timeout: WORK_MS, interval: 50 };

let server: TestServer;
let admin: Person;
let sales: Person;
let worker: ChildProcess;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_SALES');
  sales = await createPersonWithRoles(admin, server.url, 'sally', ['ROLE_USER', 'ROLE_SALES']);
  const { body } = await admin.post('/api-keys', { name: 'charge-worker', authorityList: ['BPMN_WORKER'] });
  const form = new FormData();
  for (const name of ['order-fulfilment.bpmn', 'order-discount.dmn'])
    form.append('xmlFileList', new Blob([readFileSync(join(root, 'docs/examples', name))]), name);
  const headers = { authorization: `Bearer ${admin.token}` };
  const deployed = await fetch(`${server.url}/repository/deployXmls`, { method: 'POST', headers, body: form });
  expect([deployed.status, await deployed.text()]).toEqual([200, expect.any(String)]);
  worker = spawn(process.execPath, ['docs/examples/charge-worker.ts'], {
    cwd: root,
    env: { ...process.env, KEELSON_URL: server.url, KEELSON_API_KEY: body.key },
    stdio: 'inherit',
  });
}, WORK_MS);
afterAll(async () => {
  worker?.kill();
  await server.stop();
});

const ORDER = { customer: 'Ada', customerEmail: 'ada@example.org', quantity: 20, unitPrice: 10, card: 'good' };

async function ordered(businessKey: string, changed: object = {}): Promise<string> {
  const body = { businessKey, variables: { ...ORDER, ...changed } };
  const { body: instance } = await admin.post('/runtime/start/by-process-definition-key/order-fulfilment', body);
  return instance.id;
}
const endOf = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await admin.get(`/process-instance/${id}`);
    expect(body.state).toBe('ENDED');
    return body.endElementIds;
  }, WAIT);
const mailsTo = async (recipient: string) =>
  (await admin.post('/notification/mail/data/page', { recipient })).body.data;

it('an order gets its discount, is charged by the worker and confirmed by mail', { timeout: WORK_MS }, async () => {
  expect(await endOf(await ordered('A-1'))).toEqual(['confirmed']);
  const [mail] = await mailsTo('ada@example.org');
  expect(mail).toMatchObject({ subject: 'Your order A-1' });
  const { body } = await admin.get(`/notification/mail/content/by-uuid/${mail.uuid}`);
  expect(body.text).toMatch(/^Thank you\. We have charged 190, payment .{8}-190\.$/);
});

it('a card that is refused ends the order, and no mail says otherwise', { timeout: WORK_MS }, async () => {
  expect(await endOf(await ordered('A-2', { card: 'expired' }))).toEqual(['not-paid']);
  expect(await mailsTo('ada@example.org')).toHaveLength(1);
});

it('a large order waits for sales, who are reminded after four hours, and goes on when they agree', {
  timeout: WORK_MS,
}, async () => {
  const id = await ordered('A-3', { quantity: 200 });
  const [task] = (await sales.post('/task/page', { assigned: false })).body.data;
  expect(task).toMatchObject({ name: 'Approve 1800 for Ada' });
  server.clock.advance(4 * HOUR_MS);
  // Sessions that nobody used have ended meanwhile.
  admin = await signInAdmin(server);
  sales = await signIn(server.url, 'sally');
  await vi.waitFor(
    async () => expect(await mailsTo('sales@example.org')).toMatchObject([{ subject: 'Order A-3 waits' }]),
    WAIT,
  );
  await sales.post(`/task/${task.id}/claim`);
  await sales.post(`/task/${task.id}/complete`, { variables: { approved: true } });
  expect(await endOf(id)).toEqual(['reminded', 'confirmed']);
});
