// Tests the clock of a test installation: it stands where it was put, moves in every process, and lets what is due be done.
import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { query } from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import { createPerson, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  after,
  boundary,
  catching,
  chained,
  deployed,
  END,
  instanceOf,
  messageOf,
  START,
  started,
  startedOf,
  task,
} from '../testing/driven-process.ts';
import { outcome } from '../testing/engine-server.ts';
import { flow } from '../testing/models.ts';

const ENV = {
  KEELSON_ADMIN_PASSWORD: TEST_PASSWORD,
  KEELSON_SECRET_KEYS: `shared:${randomBytes(32).toString('base64url')}`,
};
const MONTH_MS_MAX = 5_000;
/** The first of so many that goes by in time counts. */
const MONTHS_MAX = 3;

let one: TestServer;
let two: TestServer;
let admin: Person;

beforeAll(async () => {
  one = await startTestServer({ env: ENV });
  two = await startTestServer({ env: ENV, clock: one.clock, sharedDatabase: one.database });
  admin = await signInAdmin(one);
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
});

const now = (server: TestServer) => server.kernel.clock.now();
const cycle = (text: string) =>
  `<timerEventDefinition><timeCycle xsi:type="tFormalExpression">${text}</timeCycle></timerEventDefinition>`;
const answered = async (answer: ReturnType<Person['post']>) => {
  const { errorDetail, body } = await answer;
  expect(errorDetail).toBeNull();
  return body;
};
/** Sessions run out on the way: whoever goes on signs in anew. */
async function advance(body: object, person = admin) {
  const shown = await answered(person.post('/bpmn/test-clock/advance', body));
  admin = await signInAdmin(one);
  return shown;
}
const startsOf = async (key: string): Promise<number[]> => {
  const body = { processDefinitionKeys: [key], states: ['ACTIVE', 'ENDED'], pageable: { pageSize: 100 } };
  const page = await answered(admin.post('/process-instance/page', body));
  return page.data
    .map(({ startTime }: { startTime: string }) => Date.parse(startTime))
    .sort((a: number, b: number) => a - b);
};

describe('the test clock', () => {
  it('runs with the time of the database until it is moved, then stands, and runs on from there', async () => {
    const before = await answered(admin.get('/bpmn/test-clock'));
    expect(before).toEqual({ now: new Date(now(one)).toISOString(), standing: false });
    const shown = await advance({ by: 'PT1H' });
    expect(shown).toEqual({ now: new Date(Date.parse(before.now) + HOUR_MS).toISOString(), standing: true });
    one.clock.advance(5_000);
    expect([now(one), now(two)]).toEqual([Date.parse(shown.now), Date.parse(shown.now)]);
    expect(await answered(admin.put('/bpmn/test-clock', { now: null }))).toEqual({ ...shown, standing: false });
    one.clock.advance(5_000);
    const later = Date.parse(shown.now) + 5_000;
    expect([now(one), now(two)]).toEqual([later, later]);
  });

  it('stands where it is put, and is never put back', async () => {
    const at = now(one) + 60_000;
    const put = (ms: number) => admin.put('/bpmn/test-clock', { now: new Date(ms).toISOString() });
    expect((await put(at)).body).toEqual({ now: new Date(at).toISOString(), standing: true });
    expect(outcome(await put(at - 1))).toEqual([422, 'TEST_CLOCK_STEPS_BACK']);
    expect([now(one), now(two)]).toEqual([at, at]);
  });

  it('goes no further than the year 2250, so that it is exact in everything that is written', async () => {
    const standing = now(one);
    const answers = await Promise.all([
      admin.put('/bpmn/test-clock', { now: '2251-01-01T00:00:00Z' }),
      admin.put('/bpmn/test-clock', { now: '9000-01-01T00:00:00Z' }),
      admin.post('/bpmn/test-clock/advance', { by: 'P7000Y' }),
      admin.post('/bpmn/test-clock/advance', { by: 'P300Y', drain: true }),
    ]);
    const fields = ['now', 'now', 'by', 'by'];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers.map(({ errorDetail }) => errorDetail.errorArguments)).toMatchObject(
      fields.map((field) => [{ field, code: 'OUT_OF_RANGE' }]),
    );
    expect([now(one), now(two)]).toEqual([standing, standing]);
  });

  it('is shown by every process before its move is answered', async () => {
    const { database } = one.database;
    let isAnswered = false;
    const { answer } = await database.transaction(async (tx) => {
      // The other process follows, and cannot say so yet.
      await tx.rows(
        sql('test_hold_follower', 'SELECT 1 FROM kernel_test_clock_follower WHERE process_id = $1 FOR UPDATE'),
        [two.kernel.processes.id],
      );
      const answer = admin.post('/bpmn/test-clock/advance', { by: 'PT1S' }).finally(() => {
        isAnswered = true;
      });
      for (let look = 0; look < 20; look++) await answered(admin.get('/bpmn/test-clock'));
      expect(isAnswered).toBe(false);
      return { answer };
    });
    expect(now(two)).toBe(Date.parse((await answer).body.now));
  });

  it('stands at the later time where two move it at once, and where the time has passed that it is moved to', async () => {
    await answered(admin.put('/bpmn/test-clock', { now: null }));
    const before = now(one);
    const moves = await one.database.database.transaction(async (tx) => {
      await tx.rows(
        sql('test_hold_follower', 'SELECT 1 FROM kernel_test_clock_follower WHERE process_id = $1 FOR UPDATE'),
        [two.kernel.processes.id],
      );
      // It stands first, then goes from due time to due time; the other one is done before it comes so far.
      const drained = answered(admin.post('/bpmn/test-clock/advance', { by: 'PT1S', drain: true }));
      await vi.waitFor(async () => expect((await answered(admin.get('/bpmn/test-clock'))).standing).toBe(true), {
        timeout: 10_000,
      });
      const further = answered(admin.post('/bpmn/test-clock/advance', { by: 'PT1M' }));
      await vi.waitFor(() => expect(now(one)).toBe(before + 60_000), { timeout: 10_000 });
      return { drained, further };
    });
    const shown = { now: new Date(before + 60_000).toISOString(), standing: true };
    expect(await Promise.all([moves.drained, moves.further])).toEqual([shown, shown]);
  });

  it('is advanced once under one key, and by durations alone', async () => {
    const post = (body: object) => admin.post('/bpmn/test-clock/advance', body, { 'idempotency-key': 'once' });
    const first = await answered(post({ by: 'PT1S', drain: true }));
    expect(await answered(post({ by: 'PT1S', drain: true }))).toEqual(first);
    expect(now(one)).toBe(Date.parse(first.now));
    for (const by of ['an hour', '-PT1S', 'P9999Y', 'P1D/2020-01-01']) {
      const wrong = await admin.post('/bpmn/test-clock/advance', { by });
      expect(outcome(wrong), by).toEqual([400, 'VALIDATION_FAILED']);
      expect(wrong.errorDetail.errorArguments).toMatchObject([{ field: 'by', code: 'FORMAT' }]);
    }
  });

  it('is what sessions go by, too', async () => {
    const person = await signInAdmin(one);
    await answered(person.post('/bpmn/test-clock/advance', { by: 'P4M' }));
    expect((await person.get('/bpmn/test-clock')).status).toBe(401);
    admin = await signInAdmin(one);
  });
});

describe('a clock that drains', () => {
  it('bpmn-engine 27: goes through a month of timers in less than five seconds, each at its own time', {
    timeout: 60_000,
  }, async () => {
    const daily = `<startEvent id="start">${cycle('R/P1D')}</startEvent>`;
    const waiting = catching('wait', after('PT36H'));
    const { key } = await deployed(admin, chained([daily, waiting, END]));
    const reminded = boundary('hourly', 'work', cycle('R/PT6H'), 'cancelActivity="false"');
    const run = await started(
      admin,
      chained([START, task('work'), END], `${reminded}<endEvent id="told"/>${flow('t', 'hourly', 'told')}`),
    );
    const begunAt = now(one);
    let months = 0;
    const goOn = async () => {
      if (months > 0) admin = await signInAdmin(one);
      await answered(admin.post('/bpmn/test-clock/advance', { by: 'P30D', drain: true }));
      months += 1;
    };
    await doneWithin(
      MONTH_MS_MAX,
      plainRequest(() => fetch(`${one.url}/health/ready`)),
      goOn,
      MONTHS_MAX,
    );
    admin = await signInAdmin(one);
    expect(now(one)).toBe(begunAt + months * 30 * DAY_MS);
    const starts = await startsOf(key);
    expect(starts).toEqual(starts.map((_, index) => starts[0]! + index * DAY_MS));
    expect(starts).toHaveLength(months * 30);
    const page = await answered(
      admin.post('/history/activities/page', { processInstanceId: run.id, elementId: 'told' }),
    );
    expect(page.totalElements).toBe(months * 120);
  });

  it('goes on with what the due things cause: messages, what they wake, and when that is due', async () => {
    const waits = chained([
      START,
      catching('heard', messageOf('paid')),
      catching('later', after('PT2H')),
      task('last'),
      END,
    ]);
    const waiter = await started(admin, waits, { businessKey: 'caused' });
    const thrown = `<intermediateThrowEvent id="throw">${messageOf('paid')}</intermediateThrowEvent>`;
    await started(admin, chained([START, catching('wait', after('PT1H')), thrown, END]), { businessKey: 'caused' });
    await advance({ by: 'PT2H59M', drain: true });
    expect(await instanceOf(admin, waiter.id).names()).toEqual([]);
    await advance({ by: 'PT1M', drain: true });
    expect(await instanceOf(admin, waiter.id).names()).toEqual(['last']);
  });

  it('moves every process: what either has made is done by either, at its time', async () => {
    await answered(admin.put('/bpmn/test-clock', { now: null }));
    const onTwo = createPerson(two.url, 'admin', admin.token);
    const content = chained([
      START,
      catching('wait', after('PT20M')),
      catching('more', after('PT20M')),
      task('last'),
      END,
    ]);
    const { key } = await deployed(admin, content);
    const runs = await Promise.all(Array.from({ length: 10 }, (_, index) => startedOf(index % 2 ? admin : onTwo, key)));
    const shown = await answered(onTwo.post('/bpmn/test-clock/advance', { by: 'PT40M', drain: true }));
    expect([now(one), now(two)]).toEqual([Date.parse(shown.now), Date.parse(shown.now)]);
    admin = await signInAdmin(one);
    for (const run of runs) expect(await instanceOf(admin, run.id).names()).toEqual(['last']);
  });

  it('takes up a message whose process had no time to hand it over', async () => {
    const content = chained([START, task('first'), catching('heard', messageOf('early')), task('last'), END]);
    const waiter = await started(admin, content, { businessKey: 'kept' });
    const message = { messageName: 'early', businessKey: 'kept', timeToLive: 3_600_000 };
    await answered(admin.post('/runtime/messages/correlate', message));
    await query(one, 'CREATE TABLE kept AS SELECT * FROM bpm_message');
    await query(one, 'DELETE FROM bpm_message');
    await waiter.complete('first');
    // As if it had died between the commit of the message and its look for who waits.
    await query(one, 'INSERT INTO bpm_message SELECT * FROM kept');
    await advance({ by: 'PT1S', drain: true });
    expect(await waiter.names()).toEqual(['last']);
  });

  it('says what does not come to rest, and stays where it has come', async () => {
    const hurried = await startTestServer({
      env: { ...ENV, KEELSON_REQUEST_TIMEOUT_MS: '1000' },
      clock: one.clock,
      sharedDatabase: one.database,
    });
    try {
      const begunAt = now(one);
      await deployed(admin, chained([`<startEvent id="start">${cycle('R/PT1M')}</startEvent>`, END]));
      const person = createPerson(hurried.url, 'admin', admin.token);
      const answer = await person.post('/bpmn/test-clock/advance', { by: 'P10Y', drain: true });
      expect(outcome(answer)).toEqual([409, 'TEST_CLOCK_NOT_AT_REST']);
      expect(now(one)).toBeGreaterThan(begunAt);
      expect(now(one)).toBeLessThan(begunAt + 365 * DAY_MS);
    } finally {
      await hurried.stop();
    }
  });
});

describe('outside of test mode', () => {
  it('bpmn-engine 27: there is no clock that could be moved', async () => {
    const server = await startTestServer({ env: { ...ENV, KEELSON_TEST_MODE: 'false' } });
    try {
      const person = await signInAdmin(server);
      const answers = [
        await person.get('/bpmn/test-clock'),
        await person.put('/bpmn/test-clock', { now: null }),
        await person.post('/bpmn/test-clock/advance', { by: 'PT1H' }),
      ];
      for (const answer of answers) expect(outcome(answer)).toEqual([404, 'OPERATION_NOT_FOUND']);
      expect(now(server)).toBe(server.clock.now());
    } finally {
      await server.stop();
    }
  });
});
