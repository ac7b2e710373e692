// Tests that calls of one tenant which hang leave places for the jobs of others.
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAddressGuard } from '../../../../kernel/outbound/address-guard.ts';
import { createOutbound } from '../../../../kernel/outbound/outbound.ts';
import { type OtherSide, startOtherSide } from '../../../../testing/other-side.ts';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import { createPerson, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf, task, WAIT } from '../../testing/driven-process.ts';
import { startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let side: OtherSide;
/** Are answered when the test says so. */
const hanging: Parameters<RequestListener>[1][] = [];

beforeAll(async () => {
  side = await startOtherSide((request, response) => {
    if (request.url === '/slow') hanging.push(response);
    else response.end('{}');
  });
  const guard = createAddressGuard(async () => [{ address: '127.0.0.1', family: 4 }]);
  ({ server, admin } = await startEngine({ outbound: createOutbound(guard) }));
  server.settings.set('bpmn-engine.http.allow', 'erp.example');
});
afterAll(async () => {
  await server.stop();
  await side.stop();
});

const calling = (path: string): string => {
  const url = `<keelson:field name="requestUrl" stringValue="http://erp.example:${side.port}${path}"/>`;
  const call = `<serviceTask id="call" keelson:type="http"><extensionElements>${url}</extensionElements></serviceTask>`;
  return chained([START, call, task('next'), END]);
};

async function bossOf(tenantIdentifier: string): Promise<Person> {
  await createTenant(server, tenantIdentifier);
  await createActiveUser(server, admin.token, { username: 'boss', tenantIdentifier, roleList: ['ROLE_TENANT_ADMIN'] });
  const { body } = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier } });
  return createPerson(server.url, 'boss', body.token ?? '');
}

it('bpmn-engine 35: calls of one tenant that hang hold up no call of another one, whose jobs begin at once', async () => {
  const boss = await bossOf('other');
  const { ofTenant, places } = server.kernel.leases.all().find(({ job }) => job.name === 'bpm_job')!;
  const slow = await deployed(admin, calling('/slow'));
  const instances = await Promise.all(Array.from({ length: places + 2 }, () => startedOf(admin, slow.key)));
  await vi.waitFor(() => expect(hanging).toHaveLength(ofTenant), WAIT);
  const quick = await deployed(boss, calling('/quick'));
  for (let count = 0; count < 3; count++) await (await startedOf(boss, quick.key)).standsAt('next');
  expect(hanging).toHaveLength(ofTenant);
  // One that ends makes room for the next one of its tenant.
  hanging[0]!.end('{}');
  await vi.waitFor(() => expect(hanging).toHaveLength(ofTenant + 1), WAIT);
  await vi.waitFor(() => {
    for (const response of hanging) if (!response.writableEnded) response.end('{}');
    expect(hanging).toHaveLength(places + 2);
  }, WAIT);
  for (const instance of instances) await instance.standsAt('next');
});
