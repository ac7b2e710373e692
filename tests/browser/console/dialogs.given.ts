// Makes records in the states in which their pages offer every act, and says where each of them is.
import { readFileSync } from 'node:fs';
import { END, FAILING, START, TO_INCIDENT } from '../../acceptance/bpmn-engine/started-process.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { chain, processFile } from '../../support/models.ts';
import type { Person } from '../../support/people.ts';
import type { PlaceOfActs } from './accessibility.ts';
import type { ConsoleSite } from './console-site.ts';

const example = new URL('../../../docs/examples/leave-request.bpmn', import.meta.url);
const failing = processFile('failing', chain(START, FAILING, END)).replace(
  'isExecutable="true"',
  `isExecutable="true" ${TO_INCIDENT}`,
);

async function processPlaces({ sure }: Person): Promise<readonly PlaceOfActs[]> {
  const engine = sure.bpmnEngine;
  const files = [
    { fileName: 'leave-request.bpmn', bytes: readFileSync(example) },
    { fileName: 'failing.bpmn', bytes: failing },
  ];
  for (const file of files) await engine.deploy({ files: { xmlFile: [file] } });
  const start = async (key: string, body: object): Promise<string> =>
    (await engine.startProcessInstanceByKey({ params: { processDefinitionKey: key }, body })).body.id;
  const variables = { days: 7, decideBy: '2027-06-01T12:00:00Z' };
  const leave = await start('leave-request', { businessKey: 'LEAVE-1', variables });
  const taskOf = async (): Promise<string> =>
    (await engine.task_queryList({ body: { processInstanceId: leave } })).body[0]?.id ?? '';
  const decided = await taskOf();
  await engine.claim({ params: { id: decided } });
  await engine.complete({ params: { id: decided }, body: { variables: { approved: true } } });
  const incident = await start('failing', {});
  return [
    { path: `/tasks/${await taskOf()}` },
    { path: `/tasks/${decided}` },
    { path: `/process-instances/${leave}` },
    { path: `/process-instances/${incident}` },
    { path: '/incidents/causes' },
  ];
}

async function peoplePlaces({ admin, createPerson }: ConsoleSite): Promise<readonly PlaceOfActs[]> {
  const { authentication } = admin.sure;
  const nora = await createPerson('nora');
  const { body: totp } = await nora.sure.authentication.beginTotp({ body: { name: 'Telephone' } });
  const authenticator = createAuthenticator(totp.secret);
  await nora.sure.authentication.confirmTotp({
    body: { factorUuid: totp.factorUuid, code: await authenticator.code() },
  });
  const { body: users } = await authentication.queryUserPage({ body: { searchText: 'nora' } });
  const { body: gone } = await authentication.createUser({ body: { username: 'gone' } });
  await authentication.deleteUser({ params: { uuid: gone.uuid } });
  const { body: role } = await authentication.createRole({ body: { code: 'ROLE_LOOKED_AT' } });
  await authentication.createApiKey({ body: { name: 'billing', authorityList: ['SESSION_VIEW'] } });
  await authentication.createTenant({ body: { identifier: 'elsewhere', name: 'Elsewhere' } });
  return [
    { path: '/users', choose: 'nora' },
    { path: '/users?state=deleted' },
    { path: `/users/${users.data[0]!.uuid}` },
    { path: `/roles/${role.uuid}` },
    { path: '/roles' },
    { path: '/api-keys' },
    { path: '/tenants' },
    { path: '/sessions' },
    { path: '/account' },
    { path: '/account?part=security' },
  ];
}

async function mailPlaces({ sure }: Person): Promise<readonly PlaceOfActs[]> {
  const { mailNotification: mail, systemSetting } = sure;
  const content = '<h1>Hello {{ name }}</h1>';
  const contentMap = { default: { subject: 'Hello', content } };
  await systemSetting.setValue({
    body: { code: 'mail.default-sender', scope: 'GLOBAL', value: 'suite@example.com', reason: 'Mails are sent.' },
  });
  await mail.save({ body: { code: 'looked.at', name: 'Looked at', type: 'MAIL', contentMap } });
  const { body: template } = await mail.getByCode({ params: { code: 'looked.at' } });
  await mail.updateTemplateContent({
    params: { uuid: template.uuid, locale: 'default' },
    body: { subject: 'Hi', content, version: 0 },
  });
  const { body: templates } = await mail.queryDataPage();
  const send = (address: string) =>
    mail.notifyWithContent({ body: { to: [{ address }], content: contentMap.default } });
  await mail.saveSuppression({ body: { address: 'never@example.com' } });
  await send('never@example.com');
  await send('ada@example.com');
  await mail.saveProvider({
    body: {
      code: 'relay',
      name: 'Relay',
      host: '127.0.0.1',
      port: 9,
      security: 'NONE',
      enabled: false,
      username: 'suite',
      password: 'seven lanterns in a quiet harbour',
    },
  });
  await mail.saveSender({ body: { domain: 'example.test' } });
  const { body: mails } = await mail.queryMailPage();
  return [
    ...mails.data.map(({ uuid }) => ({ path: `/mails/${uuid}` })),
    { path: '/mails/providers' },
    { path: '/mails/senders' },
    { path: '/mails/suppressions' },
    { path: '/mail-templates' },
    { path: `/mail-templates/${template.uuid}` },
    { path: `/mail-templates/${templates.data.find(({ system }) => system)!.uuid}` },
  ];
}

async function platformPlaces({ sure }: Person): Promise<readonly PlaceOfActs[]> {
  const { notificationPolling: polling, systemSetting } = sure;
  await systemSetting.setValue({
    body: { code: 'session.idle-timeout', scope: 'GLOBAL', value: 25, reason: 'Looked at.' },
  });
  const { body: sent } = await polling.send({ body: { title: 'Sent', content: 'Words.' } });
  const { body: draft } = await polling.send({ body: { title: 'Draft', content: 'Words.', publish: false } });
  await polling.sendNotification({ body: { users: ['admin'], title: 'Report', content: '<p>It is ready.</p>' } });
  return [
    { path: `/announcements/${sent.uuid}` },
    { path: `/announcements/${draft.uuid}` },
    { path: '/inbox?kind=notifications' },
    { path: '/settings/session.idle-timeout' },
  ];
}

export async function makePlacesOfActs(site: ConsoleSite): Promise<readonly PlaceOfActs[]> {
  return [
    ...(await processPlaces(site.admin)),
    ...(await peoplePlaces(site)),
    ...(await mailPlaces(site.admin)),
    ...(await platformPlaces(site.admin)),
  ];
}
