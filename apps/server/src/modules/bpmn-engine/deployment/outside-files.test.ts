// Tests over HTTP the rules that look outside the files of a deployment: what they call is there, and can be called so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { READ_AT_ONCE_BYTES } from '../runtime/definitions/reading-lane.ts';
import { chained, END, messageOf, ROOTS, START, task } from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';
import { bpmnFile, singleElementFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const CALL_RULES = ['EXE-10', 'ACT-11', 'ACT-12', 'ACT-13'];

const calling = (key: string, called: string, inside = '') =>
  singleElementFile(key, `<callActivity id="call" calledElement="${called}">${inside}</callActivity>`, 'call');

/** Data that are handed over: so many inputs, and no output. */
function data(inputs: number): string {
  const names = Array.from({ length: inputs }, (_, index) => `in${index}`);
  const written = names.map((name) => `<dataInput id="${name}" name="${name}"/>`).join('');
  const references = names.map((name) => `<dataInputRefs>${name}</dataInputRefs>`).join('');
  return `<ioSpecification>${written}<inputSet>${references}</inputSet><outputSet/></ioSpecification>`;
}

interface Told {
  readonly ruleId: string;
  readonly severity: string;
  readonly elementId: string;
}

/** Answers the status, and what was told of the call. */
async function told(person: Person, files: Parameters<Person['deploy']>[0], strictness: string) {
  const answer = await person.deploy(files, { strictness });
  const problems: readonly Told[] =
    answer.status === 200
      ? (await person.post('/repository/deployments/page', { id: answer.headers.get('x-svc-deployment-id') })).body
          .data[0].problems
      : answer.errorDetail.errorArguments;
  const ofCalls = problems.filter(({ ruleId }) => CALL_RULES.includes(ruleId));
  return [answer.status, ...ofCalls.map(({ ruleId, severity }) => `${ruleId} ${severity}`)];
}

async function deployed(key: string, file: string): Promise<void> {
  expect((await admin.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
}

describe('a call of a process that does not exist', () => {
  it('is told at deployment: a warning under lenient, an error under spec and strict', async () => {
    const files = [['caller.bpmn', calling('caller', 'nowhere')]] as const;
    expect(await told(admin, files, 'spec')).toEqual([422, 'EXE-10 ERROR']);
    expect(await told(admin, files, 'strict')).toEqual([422, 'EXE-10 ERROR']);
    expect(await told(admin, files, 'lenient')).toEqual([200, 'EXE-10 WARNING']);
    const [definition] = (await admin.post('/repository/definitions/page', { key: 'caller' })).body.data;
    expect(definition.warnings).toContainEqual(
      expect.objectContaining({
        ruleId: 'EXE-10',
        elementId: 'call',
        line: expect.any(Number),
        message: 'Called element nowhere is neither in this deployment nor deployed',
      }),
    );
  });

  it('is answered of a large file, which a thread reads, as well', async () => {
    const large = calling('large-caller', 'nowhere').replace(
      '<process ',
      `<!--${'x'.repeat(READ_AT_ONCE_BYTES)}--><process `,
    );
    expect(await told(admin, [['large.bpmn', large]], 'spec')).toEqual([422, 'EXE-10 ERROR']);
  });

  it('is none where another file of the deployment holds it, or it is deployed, even as suspended', async () => {
    const together = [
      ['a.bpmn', calling('together', 'beside')],
      ['b.bpmn', userTaskFile('beside')],
    ] as const;
    expect(await told(admin, together, 'spec')).toEqual([200]);
    await admin.post('/repository/suspend', { key: 'beside' });
    expect(await told(admin, [['c.bpmn', calling('later', 'beside')]], 'spec')).toEqual([200]);
  });

  it('is one where only another tenant has deployed it', async () => {
    await createTenant(server, 'beyond');
    const boss = { username: 'boss', tenantIdentifier: 'beyond', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const signedIn = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'beyond' } });
    const beyond = createPerson(server.url, 'boss', signedIn.body.token ?? '');
    await deployed('of-default', userTaskFile('of-default'));
    expect(await told(beyond, [['x.bpmn', calling('x', 'of-default')]], 'spec')).toEqual([422, 'EXE-10 ERROR']);
  });
});

describe('a call of a deployed process', () => {
  it('is refused where that has no start that a call can take', async () => {
    const content = chained([`<startEvent id="start">${messageOf('paid')}</startEvent>`, task('work'), END]);
    await deployed('by-message', bpmnFile('by-message', content).replace('</definitions>', ROOTS));
    const files = [['m.bpmn', calling('calls-by-message', 'by-message')]] as const;
    expect(await told(admin, files, 'lenient')).toEqual([422, 'ACT-12 ERROR']);
    await deployed('by-message', userTaskFile('by-message'));
    expect(await told(admin, files, 'spec')).toEqual([200]);
  });

  it('is told where its data are not those that are handed over', async () => {
    await deployed('with-data', bpmnFile('with-data', data(1) + chained([START, task('work'), END])));
    const none = [['n.bpmn', calling('hands-none', 'with-data')]] as const;
    expect(await told(admin, none, 'spec')).toEqual([200]);
    const two = [['t.bpmn', calling('hands-two', 'with-data', data(2))]] as const;
    expect(await told(admin, two, 'spec')).toEqual([422, 'ACT-13 ERROR']);
    expect(await told(admin, two, 'lenient')).toEqual([200, 'ACT-13 WARNING']);
    const one = [['o.bpmn', calling('hands-one', 'with-data', data(1))]] as const;
    expect(await told(admin, one, 'spec')).toEqual([200]);
    await deployed('without-data', userTaskFile('without-data'));
    const toNone = [['o.bpmn', calling('hands-one', 'without-data', data(1))]] as const;
    expect(await told(admin, toNone, 'spec')).toEqual([422, 'ACT-13 ERROR']);
  });

  it('is judged by nothing but its being there where it was deployed before its data were kept', async () => {
    await deployed('old', userTaskFile('old'));
    await server.database.database.execute(
      sql('t_forget_callable', 'UPDATE bpm_definition SET callable = NULL WHERE key = $1'),
      ['old'],
    );
    expect(await told(admin, [['o.bpmn', calling('calls-old', 'old', data(1))]], 'spec')).toEqual([200]);
  });
});
