// Tests what instances and tasks are found by: searchable variables and the element where they stand; two processes, over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person } from '../../../../testing/test-people.ts';
import {
  after,
  boundary,
  catching,
  chained,
  END,
  messageOf,
  ROOTS,
  START,
  startedOf,
  task,
  WAIT,
} from '../../testing/driven-process.ts';
import { createStranger, type EnginePair, outcome, startEnginePair, startPath } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;

const SEARCHABLE = ' keelson:searchable="label, amount, due, done, extra"';

async function deploy(key: string, content: string, { by = onOne, attributes = SEARCHABLE } = {}): Promise<string> {
  const file = bpmnFile(key, content, attributes).replace('</definitions>', ROOTS);
  expect((await by.deploy([[`${key}.bpmn`, file]])).errorDetail).toBeNull();
  return key;
}

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
  await deploy('found', chained([START, task('work'), task('more'), END]));
});
afterAll(() => pair.stop());

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value?: unknown;
}

const pageOf = (query: object, person = onTwo, path = '/process-instance/page') => person.post(path, query);

async function found(query: object, person = onTwo, path?: string): Promise<string[]> {
  const answer = await pageOf({ pageable: { pageSize: 200 }, ...query }, person, path);
  expect(answer.errorDetail).toBeNull();
  expect(answer.body.totalElements).toBe(answer.body.data.length);
  return answer.body.data.map(({ businessKey }: { businessKey: string }) => businessKey).sort();
}
const by = (...variables: readonly Condition[]) => found({ variables });
const start = (businessKey: string, variables: object, key = 'found') =>
  startedOf(onOne, key, { businessKey, variables });
const rowsOf = (id: string) =>
  pair.one.kernel.database.rows(
    sql(
      't_variables',
      'SELECT name, ended, kind::text AS kind, text_value, number_value FROM bpm_variable WHERE instance_id = $1 ORDER BY name',
    ),
    [id],
  );

describe('instances and tasks', () => {
  it('bpmn-engine 80: are found by variables that their version declares, each compared with its like', async () => {
    await start('text', { label: 'A_1%', amount: 5, due: '2031-01-02T00:30:00+01:00', done: true });
    await start('more', { label: 'a1', amount: 12.5, due: '2031-01-02', done: false, extra: null });
    await start('digits', { label: '5', amount: '5', due: 'soon', done: 'true', extra: { deep: 1 } });
    await start('none', { other: 'A_1%' });
    const cases: readonly (readonly [Condition, readonly string[]])[] = [
      [{ name: 'label', operator: 'EQ', value: 'A_1%' }, ['text']],
      [{ name: 'label', operator: 'ne', value: 'A_1%' }, ['digits', 'more']],
      [{ name: 'label', operator: 'LIKE', value: 'A_1' }, ['text']],
      [{ name: 'label', operator: 'like', value: 'a' }, ['more', 'text']],
      [{ name: 'label', operator: 'LIKE', value: '%' }, ['text']],
      [{ name: 'label', operator: 'LIKE', value: '\\' }, []],
      [{ name: 'amount', operator: 'EQ', value: 5 }, ['text']],
      [{ name: 'amount', operator: 'EQ', value: '5' }, ['digits']],
      [{ name: 'amount', operator: 'GT', value: 5 }, ['more']],
      [{ name: 'amount', operator: 'GE', value: 5 }, ['more', 'text']],
      [{ name: 'amount', operator: 'LT', value: 12.5 }, ['text']],
      [{ name: 'amount', operator: 'LE', value: 12.5 }, ['more', 'text']],
      [{ name: 'amount', operator: 'LT', value: '6' }, ['digits']],
      [{ name: 'amount', operator: 'IN', value: ['5', 12.5, true, null] }, ['digits', 'more']],
      [{ name: 'due', operator: 'EQ', value: '2031-01-01T23:30:00Z' }, ['text']],
      [{ name: 'due', operator: 'LT', value: '2031-01-02' }, ['text']],
      [{ name: 'due', operator: 'GE', value: '2031-01-02' }, ['digits', 'more']],
      [{ name: 'done', operator: 'EQ', value: true }, ['text']],
      [{ name: 'done', operator: 'EQ', value: 'true' }, ['digits']],
      [{ name: 'done', operator: 'NE', value: true }, ['digits', 'more']],
      [{ name: 'extra', operator: 'EQ' }, ['more']],
      [{ name: 'extra', operator: 'NE', value: null }, ['digits']],
    ];
    for (const [condition, expected] of cases) expect([condition, await by(condition)]).toEqual([condition, expected]);
    const [small, label] = cases.map(([condition]) => condition).filter((_, index) => index === 6 || index === 1);
    expect(await by(small!, label!)).toEqual([]);
    const or = [{ variables: [cases[0]![0]] }, { businessKey: 'none' }];
    expect(await found({ or })).toEqual(['none', 'text']);
    const tasks = { variables: [{ name: 'amount', operator: 'GE', value: 5 }] };
    expect(await found(tasks, onTwo, '/task/page')).toEqual(['more', 'text']);
    expect((await onTwo.post('/task/list', tasks)).body).toHaveLength(2);
    expect((await onTwo.post('/task/count', { or: [tasks] })).body.total).toBe(2);
  });

  it('bpmn-engine 80: are found by the values of the last commit, by the last ones once they have ended', async () => {
    await deploy('quick', chained([START, END]));
    const run = await start('moving', { label: 'first' });
    const path = `/runtime/executions/${run.id}/variables`;
    const label = (value: string) => ({ variables: [{ name: 'label', operator: 'EQ', value }] });
    expect((await onTwo.put(path, { variables: { label: 'second', extra: 1 } })).errorDetail).toBeNull();
    expect([await found(label('first')), await found(label('second'), onOne)]).toEqual([[], ['moving']]);
    expect((await onOne.remove(`${path}/extra`)).errorDetail).toBeNull();
    expect(await rowsOf(run.id)).toEqual([
      { name: 'label', ended: false, kind: 's', text_value: 'second', number_value: null },
    ]);
    await run.complete('work', { label: 'third' });
    await run.complete('more', { amount: 7 });
    const ended = { ...label('third'), states: ['ENDED'] };
    expect([await found(label('third')), await found(ended)]).toEqual([[], ['moving']]);
    expect(await found(label('third'), onOne, '/history/process-instances/page')).toEqual(['moving']);
    expect(await found(label('third'), onOne, '/task/page')).toEqual([]);
    expect(await rowsOf(run.id)).toMatchObject([
      { name: 'amount', ended: true },
      { name: 'label', ended: true },
    ]);
    const quick = await start('at once', { label: 'quick' }, 'quick');
    expect(await found({ ...label('quick'), states: ['ACTIVE', 'ENDED'] })).toEqual(['at once']);
    for (const { id } of [run, quick]) {
      expect((await onOne.remove(`/history/process-instance/${id}`)).errorDetail).toBeNull();
      expect(await rowsOf(id)).toEqual([]);
    }
  });

  it('bpmn-engine 80: of a version that keeps no history are forgotten with it', async () => {
    await deploy('unkept', chained([START, task('work'), END]), {
      attributes: `${SEARCHABLE} keelson:historyLevel="none"`,
    });
    const run = await start('unkept', { label: 'unkept' }, 'unkept');
    expect(await by({ name: 'label', operator: 'EQ', value: 'unkept' })).toEqual(['unkept']);
    await run.complete('work');
    await vi.waitFor(async () => expect(await rowsOf(run.id)).toEqual([]), WAIT);
  });

  it('bpmn-engine 80: are found by none of the texts that no index holds, and are kept unharmed', async () => {
    for (const value of ['x'.repeat(501), ['list']]) {
      const run = await start('odd', { label: value });
      expect((await run.instance()).state).toBe('ACTIVE');
      expect(await rowsOf(run.id)).toMatchObject([{ kind: 'o', text_value: null }]);
    }
    expect((await by({ name: 'label', operator: 'NE', value: 'x' })).filter((key) => key === 'odd')).toHaveLength(2);
    for (const [index, made] of ['String.fromCharCode(0)', 'String.fromCharCode(0xd83d)'].entries()) {
      const script = `<script>"a" + ${made}</script>`;
      const making = `<scriptTask id="make" scriptFormat="javascript" keelson:resultVariable="label">${script}</scriptTask>`;
      await deploy(`made-${index}`, chained([START, making, task('work'), END]));
      const { id } = await start('made', {}, `made-${index}`);
      expect(await rowsOf(id)).toMatchObject([{ name: 'label', kind: 'o', text_value: null }]);
    }
    const long = await start('long', { label: '\u{1F600}'.repeat(250), extra: 'ğ'.repeat(500) });
    expect(await by({ name: 'label', operator: 'EQ', value: '\u{1F600}'.repeat(250) })).toEqual(['long']);
    expect(await rowsOf(long.id)).toHaveLength(2);
  });

  it('bpmn-engine 80: are not asked for by a name that no version declares, nor by a value that does not fit', async () => {
    const unknown = { variables: [{ name: 'nobodys', operator: 'EQ', value: 1 }] };
    const paths = [
      '/process-instance/page',
      '/history/process-instances/page',
      '/task/page',
      '/task/list',
      '/task/count',
    ];
    for (const path of paths) {
      const refused = await onTwo.post(path, unknown);
      expect([path, outcome(refused)]).toEqual([path, [422, 'VARIABLE_NOT_SEARCHABLE']]);
      expect(refused.errorDetail.errorArguments).toEqual([{ name: 'nobodys' }]);
      expect(outcome(await onTwo.post(path, { or: [unknown] }))).toEqual([422, 'VARIABLE_NOT_SEARCHABLE']);
    }
    const unfit = [
      ['EQ', {}],
      ['EQ', 'x'.repeat(501)],
      ['LT', true],
      ['GE', null],
      ['LIKE', 5],
      ['IN', 5],
      ['IN', []],
      ['IN', Array.from({ length: 101 }, () => 1)],
      ['IN', [[1]]],
    ] as const;
    for (const [operator, value] of unfit) {
      const { errorDetail } = await pageOf({ or: [{ variables: [{ name: 'label', operator, value }] }] });
      expect(errorDetail?.errorArguments).toMatchObject([{ field: 'or[0].variables[0].value', code: 'TYPE' }]);
    }
    const one = { name: 'label', operator: 'EQ', value: 1 };
    expect((await pageOf({ variables: Array.from({ length: 11 }, () => one) })).status).toBe(400);
    expect((await pageOf({ variables: [{ ...one, operator: 'MATCHES' }] })).status).toBe(400);
  });

  it('bpmn-engine 80: of another tenant, or of other people, are found by nobody', async () => {
    const stranger = await createStranger({ server: pair.one, admin: onOne }, 'searching-elsewhere');
    await start('own', { label: 'secret' });
    const label = { variables: [{ name: 'label', operator: 'EQ', value: 'secret' }] };
    expect(outcome(await pageOf(label, stranger))).toEqual([422, 'VARIABLE_NOT_SEARCHABLE']);
    await deploy('theirs', chained([START, task('work'), END]), { by: stranger });
    expect(
      (await stranger.post(`${startPath}/theirs`, { businessKey: 'theirs', variables: { label: 'secret' } })).status,
    ).toBe(200);
    expect([await found(label, stranger), await found(label)]).toEqual([['theirs'], ['own']]);
    const ada = await createPersonWithRoles(onOne, pair.one.url, 'ada');
    expect(await found(label, ada)).toEqual([]);
  });

  it('cost nothing where the version declares nothing, and each name is told by its variable', async () => {
    await deploy('plain', chained([START, task('work'), END]), { attributes: '' });
    const plain = await start('plain', { label: 'plain' }, 'plain');
    expect(await rowsOf(plain.id)).toEqual([]);
    const run = await start('told', { label: 'told', other: 1 });
    const { body } = await onOne.get(`/runtime/executions/${run.id}/variables`);
    expect(body).toMatchObject([
      { name: 'label', searchable: true },
      { name: 'other', searchable: false },
    ]);
  });

  it('bpmn-engine 81: are found by the element at which something of them waits', async () => {
    const child = await deploy('child', chained([START, task('inner'), END]), { attributes: '' });
    const elements = [
      START,
      catching('letter', messageOf('paid')),
      '<serviceTask id="away" keelson:type="external" keelson:topic="t"/>',
      `<callActivity id="call" calledElement="${child}"/>`,
      task('last'),
      END,
    ];
    await deploy('standing', chained(elements, boundary('late', 'last', after('P3D'))), { attributes: '' });
    const run = await start('standing', {}, 'standing');
    const at = (currentElementId: string, states = ['ACTIVE', 'ENDED']) => found({ currentElementId, states });
    const standing = async () => {
      const places = await Promise.all(['letter', 'away', 'call', 'inner', 'last', 'late'].map((id) => at(id)));
      return places.map((keys) => keys.length);
    };
    expect(await standing()).toEqual([1, 0, 0, 0, 0, 0]);
    await onOne.post('/runtime/messages/correlate', { messageName: 'paid', businessKey: 'standing' });
    expect(await standing()).toEqual([0, 1, 0, 0, 0, 0]);
    const locked = await onOne.post('/external-task/fetch-and-lock', {
      workerId: 'w',
      maxTasks: 1,
      topics: [{ topic: 't', lockMillis: 60_000 }],
    });
    await onOne.post(`/external-task/${locked.body[0].id}/complete`, { workerId: 'w' });
    expect(await standing()).toEqual([0, 0, 1, 1, 0, 0]);
    const [inner] = (await onOne.post('/task/list', { rootProcessInstanceId: run.id })).body;
    await onOne.post(`/task/${inner.id}/complete`, {});
    expect(await standing()).toEqual([0, 0, 0, 0, 1, 1]);
    expect(await at('last', ['ENDED'])).toEqual([]);
    await run.complete('last');
    expect(await standing()).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
