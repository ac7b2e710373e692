// Tests mails that processes send: in the commit of their token, as the person behind the model, and none where it is undone.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/sign-in.ts';
import { createPersonWithRoles, createRole, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START } from '../../bpmn-engine/testing/driven-process.ts';
import { startEngine, startPath } from '../../bpmn-engine/testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let builder: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  server.settings.set('mail.sending-enabled', false);
  const contentMap = { en: { subject: 'Order {{ order.no }}', content: 'Dear {{ name }}.' } };
  await admin.post('/notification/template', { code: 'order.left', name: 'Order left', type: 'MAIL', contentMap });
  const own = ['BPMN_DEPLOY', 'BPMN_INSTANCE_START', 'BPMN_INSTANCE_VIEW'];
  await createRole(admin, 'ROLE_BUILDER', [
    ...own,
    'NOTIFICATION_MAIL_SEND',
    'NOTIFICATION_MAIL_SEND_CONTENT',
    'NOTIFICATION_MAIL_CALENDAR',
  ]);
  await createRole(admin, 'ROLE_SILENT', own);
  builder = await createPersonWithRoles(admin, server.url, 'builder', ['ROLE_BUILDER']);
});
afterAll(() => server.stop());

/** A service task that calls `mail.send` or `mail.sendContent`; its result is `r`. */
function calling(name: string, parameters: Readonly<Record<string, string>>): string {
  const withs = Object.entries(parameters).map(([key, value]) => `<keelson:with name="${key}" value="${value}"/>`);
  return `<serviceTask id="send" keelson:call="${name}" keelson:resultVariable="r"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
}

/** A mail task as other engines know it. */
function mailTask(fields: Readonly<Record<string, string>>): string {
  const all = Object.entries(fields).map(([name, value]) => `<keelson:field name="${name}" expression="${value}"/>`);
  return `<serviceTask id="send" keelson:type="mail"><extensionElements>${all.join('')}</extensionElements></serviceTask>`;
}

async function run(elements: readonly string[], variables: object = {}, by = builder) {
  const { key } = await deployed(by, chained([START, ...elements, END]));
  return by.post(`${startPath}/${key}`, { variables, returnVariables: true });
}

async function mailsTo(recipient: string) {
  return (await admin.post('/notification/mail/data/page', { recipient })).body.data;
}
const textOf = async (uuid: string) => (await admin.get(`/notification/mail/content/by-uuid/${uuid}`)).body;

describe('a process', () => {
  it('mail-notification 12: sends a mail from a template with what it knows, as the person who deployed it', async () => {
    const fields = { templateCode: 'order.left', to: '${to}', parameters: '${model}', priority: 'HIGH' };
    const variables = { to: 'Ada the first <ada@one.example>', model: { name: 'Ada', order: { no: 7 } } };
    const { body, errorDetail } = await run([calling('mail.send', fields)], variables);
    expect(errorDetail).toBeNull();
    const [mail, ...others] = await mailsTo('ada@one.example');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      uuid: body.variables.r,
      status: 'QUEUED',
      subject: 'Order 7',
      priority: 'HIGH',
      createdBy: 'builder',
      recipientList: [{ address: 'ada@one.example', name: 'Ada the first' }],
    });
  });

  it('mail-notification 12: sends to several, written as a list or with commas, and each for himself where that is said', async () => {
    const fields = { templateCode: 'order.left', to: '${to}', parameters: '${model}', separate: '${true}' };
    const model = { name: 'x', order: { no: 1 } };
    await run([calling('mail.send', fields)], { to: '"Two, a" <a@two.example>; b@two.example,', model });
    await run([calling('mail.send', fields)], { to: ['c@two.example', 'd@two.example'], model });
    const names = (await mailsTo('two.example')).map(
      ({ recipientList: [one] }: { recipientList: [{ address: string }] }) => one.address,
    );
    expect(names.sort()).toEqual(['a@two.example', 'b@two.example', 'c@two.example', 'd@two.example']);
  });

  it('mail-notification 12: sends a content of its own, literally and sanitised', async () => {
    const content = { subject: 'Hi {{ you }}', content: '<p onclick="x">a</p>' };
    const { body } = await run([calling('mail.sendContent', { to: 'e@three.example', content: '${content}' })], {
      content,
    });
    expect(await textOf(body.variables.r)).toMatchObject({ subject: 'Hi {{ you }}', html: '<p>a</p>' });
  });

  it('mail-notification 12: sends files that it holds, and lets the reader leave the group of the mail', async () => {
    const parameters = {
      content: '${content}',
      to: 'files@one.example',
      attachments: '${files}',
      unsubscribeGroup: 'news',
    };
    const content = { subject: 'With a file', content: 'See the file.' };
    const files = [{ name: 'sipariş.txt', content: Buffer.from('Seven.').toString('base64') }];
    expect((await run([calling('mail.sendContent', parameters)], { content, files })).errorDetail).toBeNull();
    const [mail] = await mailsTo('files@one.example');
    const headers = { authorization: `Bearer ${admin.token}` };
    const raw = await (await fetch(`${server.url}/notification/mail/raw/by-uuid/${mail.uuid}`, { headers })).text();
    expect(raw).toContain('List-Unsubscribe: <');
    expect(raw).toContain(Buffer.from('Seven.').toString('base64'));
    const foreign = [{ name: 'a.txt', fileUuid: '01a217dd-1c1a-72de-8d6d-12130a43b8c2' }];
    const refused = await run([calling('mail.sendContent', parameters)], { content, files: foreign });
    expect(JSON.stringify(refused.errorDetail)).toContain('ATTACHMENT_NOT_FOUND');
  });

  it('mail-notification 12: sends none where what follows in the same commit fails', async () => {
    const broken = '<serviceTask id="wrong" keelson:expression="${nothing}"/>';
    const send = calling('mail.sendContent', { to: 'f@four.example', content: '${content}' });
    const { status } = await run([send, broken], { content: { subject: 'a', content: 'b' } });
    expect([status, await mailsTo('four.example')]).toEqual([422, []]);
  });

  it('learns what is wrong with a mail', async () => {
    const told = async (name: string, fields: Readonly<Record<string, string>>, variables: object = {}) => {
      const { status, errorDetail } = await run([calling(name, fields)], variables);
      expect(status).toBe(422);
      return errorDetail.errorDetail;
    };
    expect(await told('mail.send', { templateCode: 'nobody', to: 'a@five.example' })).toMatch(
      /^NOTIFICATION_TEMPLATE_NOT_FOUND: /,
    );
    expect(await told('mail.send', { templateCode: 'order.left', to: 'nobody' })).toMatch(
      /^VALIDATION_FAILED: .* to\[0\]: /,
    );
    expect(await told('mail.send', { templateCode: 'order.left', to: 'a@five.example' })).toMatch(
      /^TEMPLATE_VARIABLE_MISSING: /,
    );
    expect(await told('mail.sendContent', { to: 'a@five.example', content: 'text' })).toMatch(
      /^VALIDATION_FAILED: .* content: /,
    );
  });

  it('is an incident where the person behind it may not send mails', async () => {
    const silent = await createPersonWithRoles(admin, server.url, 'silent', ['ROLE_SILENT']);
    const fields = { templateCode: 'order.left', to: 'a@six.example', parameters: '${model}' };
    const { body } = await run([calling('mail.send', fields)], { model: { name: 'x', order: { no: 1 } } }, silent);
    const { body: incidents } = await admin.post('/management/incidents/page', { processInstanceId: body.id });
    expect(incidents.data[0].message).toContain('NOTIFICATION_MAIL_SEND');
    expect(await mailsTo('six.example')).toEqual([]);
  });
});

describe('a mail task', () => {
  it('mail-notification 12: sends what its fields say: text, markup, sender and copies', async () => {
    const fields = {
      to: '${who}@seven.example',
      cc: 'c@seven.example, d@seven.example',
      subject: 'Order ${no}',
      html: '&lt;p&gt;Order ${no}&lt;/p&gt;',
      text: 'Plain ${no}',
      charset: 'utf-8',
    };
    const { errorDetail } = await run([mailTask(fields)], { who: 'ada', no: 7 });
    expect(errorDetail).toBeNull();
    const [mail] = await mailsTo('ada@seven.example');
    expect(mail).toMatchObject({ templateCode: null, subject: 'Order 7', createdBy: 'builder' });
    expect(
      mail.recipientList.map(({ type, address }: { type: string; address: string }) => `${type} ${address}`),
    ).toEqual(['TO ada@seven.example', 'CC c@seven.example', 'CC d@seven.example']);
    expect(await textOf(mail.uuid)).toMatchObject({ html: '<p>Order 7</p>', text: 'Plain 7' });
    await run([mailTask({ to: 'b@seven.example', subject: 'a', text: '&lt;p&gt;' })]);
    const [plain] = await mailsTo('b@seven.example');
    expect(await textOf(plain.uuid)).toMatchObject({ html: null, text: '<p>' });
  });

  it('may be the connector that other engines have', async () => {
    const input = (name: string, value: string) =>
      `<keelson:inputParameter name="${name}">${value}</keelson:inputParameter>`;
    const inputs = [input('to', '${to}'), input('subject', 'Hello'), input('text', 'There')];
    const connector = `<keelson:connector><keelson:connectorId>mail-send</keelson:connectorId><keelson:inputOutput>${inputs.join('')}</keelson:inputOutput></keelson:connector>`;
    const task = `<serviceTask id="send"><extensionElements>${connector}</extensionElements></serviceTask>`;
    const { errorDetail } = await run([task], { to: 'a@eight.example' });
    expect(errorDetail).toBeNull();
    expect((await mailsTo('eight.example'))[0].subject).toBe('Hello');
  });

  it('fails where its files are none, or too many, and where it has no address', async () => {
    const told = async (fields: Readonly<Record<string, string>>, variables: object = {}) =>
      (await run([mailTask({ subject: 'a', text: 'b', ...fields })], variables)).errorDetail.errorDetail;
    expect(await told({ to: 'a@nine.example', attachments: '${no}' }, { no: { a: 1 } })).toBe(
      'PARAMETERS_INVALID: attachments are names of files, or bytes',
    );
    const many = Array.from({ length: 21 }, (_, index) => `${index}.txt`);
    expect(await told({ to: 'a@nine.example', attachments: '${many}' }, { many })).toBe(
      'PARAMETERS_INVALID: a mail takes 20 files at most',
    );
    expect(await told({})).toMatch(/^VALIDATION_FAILED: .* to: /);
    expect(await mailsTo('nine.example')).toEqual([]);
  });

  it('mail-notification 12: invites to an event after its commit, once, and knows its uid', async () => {
    const calendar = {
      uid: 'process@mail.example',
      summary: 'Review',
      startDate: '2026-03-02T10:00:00Z',
      organizer: { address: 'olga@mail.example' },
      attendees: [{ address: 'ada@invited.example' }],
    };
    const { body } = await run([calling('mail.calendar', { calendar: '${event}' })], { event: calendar });
    const path = `/process-instance/${body.id}?withVariables=r`;
    const answer = await eventually(
      async () => (await admin.get(path)).body.variables?.r,
      (value) => value !== undefined && value !== null,
    );
    expect(answer).toEqual({ uid: 'process@mail.example', sequence: 0 });
    const mails = await mailsTo('ada@invited.example');
    expect(mails).toMatchObject([{ templateCode: 'calendar.request', createdBy: 'builder', status: 'QUEUED' }]);
    const moved = { event: { ...calendar, startDate: '2026-03-03T10:00:00Z' } };
    await run([calling('mail.calendar', { calendar: '${event}' })], moved);
    const shown = () => admin.get('/notification/calendar/by-uid/process%40mail.example');
    expect(
      await eventually(
        async () => (await shown()).body.sequence,
        (sequence) => sequence === 1,
      ),
    ).toBe(1);
  });
});
