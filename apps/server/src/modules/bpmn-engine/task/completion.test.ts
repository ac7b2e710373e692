// Tests what a completion brings beside plain variables: those with types, of the task alone, and of the moment; over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

async function opened(model = chained([START, task('work'), task('next'), END])) {
  const run = await started(admin, model);
  const [open] = await run.tasks();
  /** Answers the variables of the instance, as the open task sees them. */
  const variables = async () => (await admin.get(`/task/variables/${(await run.tasks())[0]?.id}`)).body;
  return { run, path: `/task/${open?.id}`, variables };
}

const TYPED = {
  count: { type: 'LONG', value: '9007199254740993' },
  when: { type: 'DATETIME', value: '2030-01-02T03:04:05+01:00' },
};
const STORED = { count: '9007199254740993', when: '2030-01-02T02:04:05.000Z' };

describe('typed variables', () => {
  it('are read by their types, and win over those without', async () => {
    const { path, variables } = await opened();
    const body = { variables: { count: 1, other: 2 }, typedVariables: TYPED };
    expect(outcome(await admin.post(`${path}/complete`, body))).toEqual([200, null]);
    expect(await variables()).toEqual({ ...STORED, other: 2 });
  });

  it('come with a resolution and with variables that are set, too', async () => {
    const { path, variables } = await opened();
    await admin.post(`${path}/claim`);
    await admin.post(`${path}/delegate`, { user: 'admin' });
    expect((await admin.post(`${path}/resolve`, { typedVariables: { count: TYPED.count } })).status).toBe(200);
    expect((await admin.put(`${path}/variables`, { typedVariables: { when: TYPED.when } })).status).toBe(200);
    expect(await variables()).toEqual(STORED);
  });

  it('that do not fit their type are refused by name, and nothing is completed', async () => {
    const { run, path } = await opened();
    const wrong = { typedVariables: { count: { type: 'INTEGER', value: 1.5 } } };
    for (const action of ['complete', 'resolve']) {
      const { status, errorDetail } = await admin.post(`${path}/${action}`, wrong);
      expect([status, errorDetail.errorArguments[0]]).toMatchObject([400, { field: 'typedVariables.count.value' }]);
    }
    expect(await run.names()).toEqual(['work']);
  });
});

describe('a whole number that would be another one when it is stored', () => {
  const LARGE = '9007199254740993';
  const sent = async (path: string, text: string) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: path.endsWith('/variables') ? 'PUT' : 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: text,
    });
    const { errorDetail } = (await answer.json()) as { readonly errorDetail: { readonly errorArguments: unknown[] } };
    return [answer.status, errorDetail.errorArguments[0]];
  };

  it('is refused with its place at start, completion, messages and where variables are set, and nothing happens', async () => {
    const { run, path } = await opened();
    for (const [address, text, field] of [
      [`${path}/complete`, `{"variables":{"n":[${LARGE}]}}`, 'variables.n[0]'],
      [`${path}/variables`, `{"variables":{"o":{"n":${LARGE}}}}`, 'variables.o.n'],
      ['/runtime/messages/correlate', `{"messageName":"m","variables":{"n":${LARGE}}}`, 'variables.n'],
      ['/runtime/start/by-process-definition-key/k', `{"variables":{"n":-${LARGE}}}`, 'variables.n'],
    ] as const) {
      expect(await sent(address, text), address).toMatchObject([400, { field, code: 'OUT_OF_RANGE' }]);
    }
    expect(await run.names()).toEqual(['work']);
  });
});

describe('local variables', () => {
  it('are seen by the outputs of the task, and are gone with it', async () => {
    const outputs =
      '<keelson:inputOutput><keelson:outputParameter name="kept">${mine + 1}</keelson:outputParameter></keelson:inputOutput>';
    const work = `<userTask id="work"><extensionElements>${outputs}</extensionElements></userTask>`;
    const { path, variables } = await opened(chained([START, work, task('next'), END]));
    const done = await admin.post(`${path}/complete`, { localVariables: { mine: 1 } });
    expect(outcome(done)).toEqual([200, null]);
    expect(await variables()).toEqual({ kept: 2 });
  });
});

describe('transient variables', () => {
  it('are seen by what follows until it waits, and are kept nowhere', async () => {
    const choice = [START, task('work'), '<exclusiveGateway id="choice" default="no"/>', task('refused'), END] as const;
    const flows = [
      '<userTask id="granted"/>',
      flow('yes', 'choice', 'granted', '${go == "yes"}'),
      flow('over', 'granted', 'end'),
    ];
    const model = chained(choice).replace('id="f2_start"', 'id="no"');
    const { run, path, variables } = await opened([model, ...flows].join('\n'));
    expect(outcome(await admin.post(`${path}/complete`, { transientVariables: { go: 'yes' } }))).toEqual([200, null]);
    expect(await run.names()).toEqual(['granted']);
    expect(await variables()).toEqual({});
    const { body } = await admin.get(`/history/process-instance/${run.id}/timeline`);
    expect(JSON.stringify(body)).not.toContain('"go"');
  });

  it('are bounded as others are, and so are local ones', async () => {
    const { path } = await opened();
    const big = { big: 'x'.repeat(4_194_305) };
    for (const field of ['localVariables', 'transientVariables']) {
      expect(outcome(await admin.post(`${path}/complete`, { [field]: big }))).toEqual([413, 'VARIABLE_TOO_LARGE']);
      expect(outcome(await admin.post(`${path}/complete`, { [field]: { '1a': 1 } }))[0]).toBe(400);
    }
  });
});

describe('a completion behind which something fails', () => {
  const failing = '<serviceTask id="fails" keelson:expression="${missing + 1}"/>';

  it('is taken back, unless it asks for an incident: then the task is done and the failing element waits', async () => {
    const model = chained([START, task('work'), failing, END]);
    const { run, path } = await opened(model);
    const refused = await admin.post(`${path}/complete`, { variables: { said: 1 } });
    expect(outcome(refused)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect(await run.names()).toEqual(['work']);
    const kept = await admin.post(`${path}/complete`, { variables: { said: 1 }, onFailure: 'INCIDENT' });
    expect([kept.status, kept.body.incidentCount, kept.body.ended]).toEqual([200, 1, false]);
    expect(kept.body.currentElements).toMatchObject([{ elementId: 'fails' }]);
    expect(await run.names()).toEqual([]);
    const shown = await admin.get(`/process-instance/${run.id}?withVariables=said`);
    expect(shown.body).toMatchObject({ incidentCount: 1, variables: { said: 1 } });
  });
});
