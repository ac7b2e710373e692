// Has two tenants do the same, so that every data set has rows of both: whatever belongs to one has its name in some text.
import { randomBytes } from 'node:crypto';
import { identifierOf } from './kernel/secrets/identifier-of.ts';
import { bpmnFile, flow } from './modules/bpmn-engine/testing/models.ts';
import { createTenant, query, type SettingServer, signInWith, startSettingServer } from './testing/setting-server.ts';
import { createPerson, type Person } from './testing/test-people.ts';

export const TENANTS = ['umber', 'violet'] as const;
export type Tenant = (typeof TENANTS)[number];

/** Is what a sensitive mail says, and nobody reads in a report. */
export const SECRET_SUBJECT = 'Code 4711';
export const SECRET_SETTING = 'test.secret-value';
export const SECRET_VALUE = 'quartz and ivy';
export const SENSITIVE_NAME = 'Sensitive template';

const ELEMENTS = [
  '<startEvent id="start" name="Begun"/>',
  flow('f1', 'start', 'first'),
  '<userTask id="first" name="First" keelson:candidateGroups="clerks,heads"/>',
  flow('f2', 'first', 'second'),
  '<userTask id="second" name="Second"/>',
  flow('f3', 'second', 'end'),
  '<endEvent id="end"/>',
].join('\n');

/** Starts a server where both tenants have sessions, changed settings, events, mails, models, instances and tasks. */
export async function startTwoTenants(): Promise<
  SettingServer & { readonly people: Readonly<Record<Tenant, Person>> }
> {
  const server = await startSettingServer({ settings: { 'mail.default-sender': 'Suite <suite@mail.example>' } });
  const { shipTemplate } = server.apis.mailNotification;
  shipTemplate({
    code: 'test.secret',
    name: SENSITIVE_NAME,
    sensitive: true,
    contentMap: {
      en: { subject: SECRET_SUBJECT, content: 'A {{ tenant }}' },
      tr: { subject: SECRET_SUBJECT, content: 'A {{ tenant }}' },
    },
  } as Parameters<typeof shipTemplate>[0]);
  const people: Partial<Record<Tenant, Person>> = {};
  for (const tenant of TENANTS) {
    await createTenant(server, tenant);
    const username = `ada.${tenant}`;
    const token = await signInWith(server, username, ['ROLE_TENANT_ADMIN'], tenant);
    const person = createPerson(server.url, username, token);
    people[tenant] = person;
    await beginOfService(server, tenant);
    await server.change('session.max-per-user', 7, tenant);
    await say(person.post('/event/sync', { message: `An event of ${tenant}`, eventName: 'order.paid' }));
    await mail(server, tenant);
    await run(person, tenant);
    await report(server, tenant);
  }
  await server.change('session.max-per-user', 8);
  await server.define({ code: SECRET_SETTING, type: 'SECRET', visibility: 'RESTRICTED' });
  await server.change(SECRET_SETTING, SECRET_VALUE);
  return Object.assign(server, { people: people as Record<Tenant, Person> });
}

async function beginOfService(server: SettingServer, tenantIdentifier: Tenant): Promise<void> {
  const identifier = identifierOf(`svc_${randomBytes(32).toString('base64url')}`);
  const session = { identifier, tenantIdentifier, username: `service:${tenantIdentifier}` };
  const body = { session, authorities: [{ role: 'R', authority: 'A' }] };
  const { status, text } = await server.as(server.admin, 'POST', '/system-session/begin', body);
  if (status !== 200) throw new Error(`the session of a service was refused: ${text}`);
}

async function say(asked: ReturnType<Person['post']>) {
  const { status, body, errorDetail } = await asked;
  if (status !== 200) throw new Error(`it was refused: ${JSON.stringify(errorDetail)}`);
  return body;
}

function mail(server: SettingServer, tenant: Tenant) {
  return server.kernel.database.transaction((tx) =>
    server.apis.mailNotification.enqueue(tx, {
      tenantIdentifier: tenant,
      templateCode: 'test.secret',
      locale: 'en',
      to: { address: `ada@${tenant}.example`, name: 'Ada' },
      parameters: { tenant },
      expireDate: null,
      createdBy: `ada.${tenant}`,
    }),
  );
}

/** One instance has ended, and one waits at its second task. */
async function run(person: Person, tenant: Tenant): Promise<void> {
  const file = bpmnFile('order', ELEMENTS);
  await say(person.post('/process/save', { bpmnXml: file, description: `Of ${tenant}` }));
  await say(person.deploy([['order.bpmn', file]]));
  for (const left of [0, 1]) {
    const businessKey = `${tenant} ${left}`;
    const { id } = await say(person.post('/runtime/start/by-process-definition-key/order', { businessKey }));
    for (let open = 2; open > left; open--) {
      const [task] = await say(person.post('/task/list', { processInstanceId: id }));
      await say(person.post(`/task/${task.id}/claim`, {}));
      await say(person.post(`/task/${task.id}/complete`, {}));
    }
  }
  // Whoever asks for ended instances has the history projected.
  await say(person.post('/process-instance/page', { states: ['ENDED'] }));
}

/** A run of a report, as it stands when it is over. */
async function report(server: SettingServer, tenant: Tenant): Promise<void> {
  await query(
    server,
    `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
       parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
       place, queued_date, due_at)
     VALUES (gen_random_uuid(), $1, gen_random_uuid(), 0, 'orders', 'Orders of ' || $1::text, 'FAILED', 'CSV', '{}', 'ada.' || $1::text,
       'ada.' || $1::text, 'USER', 'en', 'UTC', 1, 1, 1, 'a', 1, now(), now())`,
    [tenant],
  );
}

export { query };
