// Proves that what reports read of activities and closed tasks is what the history says of them.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { encodeHistory, type HistoryEvent } from '@keelson/bpmn-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { relationSql } from '../../../kernel/data-sets.ts';
import { query } from '../../../testing/sign-in.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { bpmnEngineDataSets } from '../bpmn-engine.data-sets.store.ts';
import {
  after,
  boundary,
  chained,
  type DrivenInstance,
  END,
  SIGNAL,
  START,
  started,
  task,
} from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  const engine = await startEngine();
  ({ server, admin } = engine);
});
afterAll(() => server.stop());

type Row = Record<string, unknown>;

/** Answers the rows of a data set that are of one instance. */
async function reported(code: string, { id }: { readonly id: string }): Promise<Row[]> {
  // Whoever asks for ended instances has the history projected.
  await admin.post('/process-instance/page', { states: ['ENDED'], businessKey: 'none' });
  const dataSet = bpmnEngineDataSets.find((each) => each.code === code)!;
  const text = `SELECT q.* FROM (${relationSql(dataSet, '$1::text')}) q WHERE "processInstanceId" = $2::uuid ORDER BY id`;
  return query<Row>(server, text, ['default', id]);
}

/** What the operation says of the same activities. */
async function activitiesOf({ id }: DrivenInstance): Promise<Row[]> {
  const { body } = await admin.post('/history/activities/page', { processInstanceId: id, pageable: { pageSize: 200 } });
  return body.data
    .map((each: Row) => ({
      id: each.id,
      activityId: each.elementId,
      name: each.elementName,
      type: each.elementType,
      assignee: each.assignee,
      startTime: each.startTime,
      endTime: each.endTime,
      durationMillis: each.durationMillis,
      state: each.state,
    }))
    .toSorted((one: Row, other: Row) => (String(one.id) < String(other.id) ? -1 : 1));
}

async function expectSame(instance: DrivenInstance): Promise<void> {
  const rows = await reported('process-activities', instance);
  const told = await activitiesOf(instance);
  expect(told.length).toBeGreaterThan(0);
  const dates = (row: Row) => ({
    startTime: (row.startTime as Date).toISOString(),
    endTime: row.endTime === null ? null : (row.endTime as Date).toISOString(),
  });
  expect(rows.map((row) => ({ ...row, ...dates(row) }))).toMatchObject(told);
  expect(rows).toHaveLength(told.length);
}

const later = (ms: number) => server.clock.advance(ms);

/** A task within a subprocess, and a signal that ends both. */
const INTERRUPTED = [
  '<subProcess id="inner" name="Inner">',
  '<startEvent id="begin"/>',
  task('within'),
  '<endEvent id="done"/>',
  flow('i1', 'begin', 'within'),
  flow('i2', 'within', 'done'),
  '</subProcess>',
].join('\n');

/** A subprocess whose one activity has a handler that waits for somebody. */
const BOOKED = [
  '<subProcess id="trip">',
  '<startEvent id="begin"/>',
  '<manualTask id="book"/>',
  flow('t1', 'begin', 'book'),
  boundary('undo', 'book', '<compensateEventDefinition/>'),
  '<userTask id="unbook" isForCompensation="true"/>',
  '<association id="undoes" associationDirection="One" sourceRef="undo" targetRef="unbook"/>',
  '</subProcess>',
].join('\n');

describe('activities in a report', () => {
  it('bpmn-engine 36: are those that the history tells, while an instance runs and once it has ended', async () => {
    const model = chained([START, '<manualTask id="noted" name="Noted"/>', task('first'), task('second'), END]);
    const run = await started(admin, model, { variables: { c: ['c', 1, 'k', 2, { a: ['t', 3] }], k: '"c",3,"k",4' } });
    await expectSame(run);
    later(1_000);
    const [open] = await run.tasks();
    await admin.post(`/task/${open?.id}/claim`, {});
    await expectSame(run);
    later(61_000);
    await run.complete('first');
    await expectSame(run);
    later(5_000);
    await run.complete('second', { text: 'a \\ "c",4, \\u0000 \u2028' });
    await run.ends();
    await expectSame(run);
    const rows = await reported('process-activities', run);
    expect(rows.find(({ activityId }) => activityId === 'first')).toMatchObject({
      durationMillis: 62_000,
      assignee: 'admin',
      state: 'COMPLETED',
    });
  });

  it.each<[string, string, (run: DrivenInstance) => Promise<unknown>]>([
    [
      'a subprocess that a signal interrupts',
      `${chained([START, INTERRUPTED, END])}\n${boundary('alarmed', 'inner', SIGNAL)}\n${flow('x', 'alarmed', 'late')}\n${task('late')}\n${flow('y', 'late', 'end')}`,
      async (run) => {
        await admin.post('/runtime/signals', { name: 'alarm' });
        await run.standsAt('late');
      },
    ],
    [
      'a task for each of several people',
      chained([
        START,
        '<userTask id="each" keelson:assignee="${who}"><multiInstanceLoopCharacteristics isSequential="true" keelson:collection="${people}" keelson:elementVariable="who"/></userTask>',
        END,
      ]),
      async (run) => {
        later(1_000);
        await run.complete('each');
        later(1_000);
        await run.complete('each');
      },
    ],
    [
      'a booking that is compensated',
      `${chained([START, task('book'), task('decide'), '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>', END])}
      ${boundary('undo', 'book', '<compensateEventDefinition/>')}
      <userTask id="unbook" isForCompensation="true"/>
      <association id="undoes" associationDirection="One" sourceRef="undo" targetRef="unbook"/>`,
      async (run) => {
        await run.complete('book');
        later(1_000);
        await run.complete('decide');
        await expectSame(run);
        later(1_000);
        await run.complete('unbook');
        await run.ends();
      },
    ],
    [
      'a subprocess that is undone from inside, in the commit of its completion and in a later one',
      `${chained([START, BOOKED, task('decide'), '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>', task('over'), END])}`,
      async (run) => {
        await run.complete('decide');
        await expectSame(run);
        later(1_000);
        await run.complete('unbook');
        await run.standsAt('over');
        const rows = await reported('process-activities', run);
        const statesOf = (id: string) => rows.filter(({ activityId }) => activityId === id).map(({ state }) => state);
        expect(['trip', 'book', 'unbook', 'decide'].map(statesOf)).toEqual([
          ['COMPENSATED'],
          ['COMPENSATED'],
          ['COMPLETED'],
          ['COMPLETED'],
        ]);
      },
    ],
    [
      'what an event-based gateway arms',
      `${chained([START, '<eventBasedGateway id="gate"/>'])}${flow('g1', 'gate', 'heard')}${flow('g2', 'gate', 'later')}${flow('a1', 'heard', 'end')}${flow('a2', 'later', 'end')}${END}
      <intermediateCatchEvent id="heard">${SIGNAL}</intermediateCatchEvent>
      <intermediateCatchEvent id="later">${after('PT1H')}</intermediateCatchEvent>`,
      async (run) => {
        await admin.post('/runtime/signals', { name: 'alarm' });
        await run.ends();
        const rows = await reported('process-activities', run);
        const stateOf = (id: string) => rows.find(({ activityId }) => activityId === id)?.state;
        expect([stateOf('heard'), stateOf('later')]).toEqual(['COMPLETED', 'WITHDRAWN']);
      },
    ],
    [
      'an instance that is cancelled',
      chained([START, task('left'), END]),
      async (run) => {
        await admin.remove(`/process-instance/${run.id}`);
        await run.ends('CANCELLED');
      },
    ],
    [
      'a timer beside a task',
      `${chained([START, task('slow'), END])}\n${boundary('reminder', 'slow', after('PT10M'), 'cancelActivity="false"')}\n${flow('r', 'reminder', 'told')}\n${task('told')}`,
      async (run) => {
        later(700_000);
        await run.standsAt('slow', 'told');
        await run.complete('slow');
      },
    ],
  ])('bpmn-engine 36, 41: are those that the history tells of %s', async (_, model, go) => {
    const run = await started(admin, model, { variables: { people: ['ada', 'bob'] } });
    await expectSame(run);
    later(2_500);
    await go(run);
    await expectSame(run);
  });

  it('bpmn-engine 40: have the times of their own steps, also where one burst takes them together', async () => {
    const busy = (id: string) =>
      `<scriptTask id="${id}" scriptFormat="javascript"><script>var from = Date.now(); while (Date.now() - from &lt; 100);</script></scriptTask>`;
    const ticking = setInterval(() => later(1_000), 20);
    const run = await started(admin, chained([START, task('begun'), busy('a'), busy('b'), task('next'), END]));
    try {
      await run.complete('begun');
    } finally {
      clearInterval(ticking);
    }
    await expectSame(run);
    const rows = await reported('process-activities', run);
    const of = (id: string) => rows.find(({ activityId }) => activityId === id)!;
    expect([of('a'), of('b'), of('begun')].map(({ durationMillis }) => Number(durationMillis) > 0)).toEqual([
      true,
      true,
      true,
    ]);
    expect(of('begun').endTime).toEqual(of('a').startTime);
    expect(of('a').endTime).toEqual(of('b').startTime);
    expect(of('b').endTime).toEqual(of('next').startTime);
    const closed = (await reported('tasks', run)).find(({ taskDefinitionKey }) => taskDefinitionKey === 'begun');
    expect(closed).toMatchObject({ endTime: of('begun').endTime });
    const { body: timeline } = await admin.get(`/history/process-instance/${run.id}/timeline`);
    const told = (kind: string, id: string) =>
      timeline.data.find((entry: Row) => entry.kind === kind && entry.elementId === id)?.at;
    expect([told('ACTIVITY_STARTED', 'b'), told('ACTIVITY_COMPLETED', 'b')]).toEqual(
      [of('b').startTime, of('b').endTime].map((time) => (time as Date).toISOString()),
    );
  });

  it('bpmn-engine 36: are found behind every kind of event, whatever its values look like', async () => {
    const { id } = { id: '00000000-0000-4000-8000-000000000000' };
    // One of each kind: a new one does not compile until it stands here.
    const events: { readonly [Kind in HistoryEvent[0]]: readonly (readonly [Kind, ...unknown[]])[] } = {
      '@': [['@', 77]],
      i: [['i']],
      a: [
        ['a', 1, 2, 3],
        ['a', 2, 2, 3, 1],
      ],
      c: [['c', 1]],
      k: [
        ['k', 2, 'TERMINATED'],
        ['k', 2, 'COMPENSATED'],
      ],
      W: [['W', 3, 2, 77, 1]],
      f: [['f', 7]],
      z: [['z', 7]],
      v: [
        ['v', 'c', 'a'],
        ['v', 'c', ['c', 77], 'c'],
      ],
      x: [['x', 'c', 77]],
      l: [
        ['l', 1, 'c', 77],
        ['l', 1, 'c', 77, 'c'],
      ],
      y: [['y', 1, 'c', 77]],
      t: [
        ['t', 5, 1, 'c', [], [], null],
        ['t', 6, 2, 'c', ['c'], ['c', '77'], 'c'],
      ],
      u: [['u', 5, 'c', 'c']],
      U: [['U', 5, { name: 'c' }, { name: '"c",77' }]],
      Y: [['Y', {}, {}]],
      N: [['N', ['c', '77'], 'c']],
      d: [['d', 5, 'c']],
      q: [['q', 6]],
      w: [['w', 1, 2, 'c']],
      o: [['o', 1]],
      n: [['n', 1]],
      I: [['I', 1, id]],
      m: [['m', 1, 'c']],
      g: [['g', 1, null]],
      s: [['s', 1, 'c']],
      r: [['r', 1, 'c']],
      b: [
        ['b', 1, 2],
        ['b', 1, 2, 77, 1],
      ],
      D: [['D', 1, { c: 77 }]],
      p: [['p', 1, 2, 'c']],
      P: [['P', 1, 2, 3, 4]],
      M: [['M', 'c', [1, 2]]],
      h: [['h', true]],
      e: [
        ['e', 'COMPLETED'],
        ['e', 'ERROR', 'c'],
        ['e', 'ERROR', 'c', '\ud800 \\" \0', 77],
      ],
    };
    const all = Object.values(events).flat();
    // An activity behind each says that so many entries were passed over.
    for (const [index, event] of all.entries()) {
      const record = { at: 1, actor: 'c', command: 'start', events: [['a', 100, 4, 1], event, ['c', 100]] } as const;
      const text = encodeHistory(record as unknown as Parameters<typeof encodeHistory>[0]);
      const rows = await query<Row>(server, 'SELECT * FROM bpm_history_activities($1) WHERE number IN (77, 100)', [
        text,
      ]);
      const ended = event[0] === '@' ? 77 : null;
      expect([index, rows]).toEqual([
        index,
        [{ number: 100, node: 4, task: null, state: 'COMPLETED', began: null, ended }],
      ]);
    }
  });

  it.each([
    ['of a later version', '[2,1,null,"s","a",1,1,1]', 'history of version 2 cannot be read'],
    ['with an event that it does not know', '[1,1,null,"s","?",1]', 'history has the unknown event ?'],
  ])('bpmn-engine 36: are refused of a history %s', async (_, text, message) => {
    await expect(query(server, 'SELECT * FROM bpm_history_activities($1)', [text])).rejects.toThrow(message);
  });
});

describe('tasks in a report', () => {
  const fields = 'keelson:candidateGroups="heads,clerks" keelson:priority="70" keelson:dueDate="${due}"';

  it('bpmn-engine 36: are open, and later closed, with everything that they were', async () => {
    const due = new Date(server.clock.now() + 5_000).toISOString();
    const work = `<userTask id="work" name="Order \${number}" ${fields}/>`;
    const run = await started(admin, chained([START, work, task('next'), END]), {
      businessKey: 'order 7',
      variables: { number: 7, due },
    });
    const created = new Date(server.clock.now());
    const id = (await run.tasks())[0]?.id;
    const common = {
      id,
      name: 'Order 7',
      taskDefinitionKey: 'work',
      businessKey: 'order 7',
      priority: 70,
    };
    const open = { ...common, candidateGroups: 'clerks, heads', createTime: created, dueDate: new Date(due) };
    expect(await reported('tasks', run)).toMatchObject([
      { ...open, state: 'UNASSIGNED', claimTime: null, endTime: null },
    ]);
    later(1_000);
    await admin.post(`/task/${id}/claim`, {});
    const claimTime = new Date(server.clock.now());
    expect(await reported('tasks', run)).toMatchObject([{ ...open, state: 'ASSIGNED', claimTime }]);
    later(2_000);
    await run.complete('work');
    const closed = { endTime: new Date(server.clock.now()), durationMillis: 3_000, state: 'COMPLETED' };
    const [first, second, ...others] = await reported('tasks', run);
    expect(first).toMatchObject({ ...open, ...closed, claimTime, assignee: 'admin' });
    expect(second).toMatchObject({ name: null, taskDefinitionKey: 'next', state: 'UNASSIGNED', endTime: null });
    expect(others).toEqual([]);
  });

  it('bpmn-engine 36: are cancelled with their instance, and have the name of their element where nobody gave another', async () => {
    const run = await started(admin, chained([START, '<userTask id="work" name="Work"/>', END]));
    await admin.remove(`/process-instance/${run.id}`);
    expect(await reported('tasks', run)).toMatchObject([{ name: 'Work', state: 'CANCELLED', candidateGroups: null }]);
    const renamed = await started(admin, chained([START, '<userTask id="work" name="Work"/>', END]));
    const { id, version } = (await renamed.tasks())[0]!;
    await admin.put(`/task/${id}`, { version, name: '0', dueDate: null });
    await renamed.complete('work');
    expect(await reported('tasks', renamed)).toMatchObject([{ name: '0', state: 'COMPLETED', dueDate: null }]);
  });
});
