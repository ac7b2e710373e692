// Tests that what fails is named where it failed, not where the job before it stood, and that each incident is an event and a line of the log.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import {
  after,
  catching,
  chained,
  deployed,
  END,
  START,
  started,
  startedOf,
  task,
  WAIT,
} from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const ONCE =
  '<extensionElements><keelson:failedJobRetryTimeCycle>R1/PT0S</keelson:failedJobRetryTimeCycle></extensionElements>';
const timed = (duration: string) =>
  catching('wait', after(duration)).replace('<timerEventDefinition>', `${ONCE}<timerEventDefinition>`);
const BAD = '<serviceTask id="bad" name="Bad" keelson:expression="${missing}"/>';
const EVENTS = sql('t_incident_events', 'SELECT kind, actor, detail FROM log_recorded_event WHERE subject = $1');

const incidentsOf = async (query: object) => (await admin.post('/management/incidents/page', query)).body.data;
const jobsOf = async (processInstanceId: string) =>
  (await admin.post('/management/jobs/page', { processInstanceId })).body.data;

/** Answers the incident that it waits for; the clock moves so far before each look. */
async function raised(query: object, eachMs = 0) {
  await vi.waitFor(async () => {
    server.clock.advance(eachMs);
    expect(await incidentsOf(query)).toHaveLength(1);
  }, WAIT);
  return (await incidentsOf(query))[0];
}

describe('an element behind a timer that fails', () => {
  it('is named by the incident and by the job, which says for whom it is, too', async () => {
    const run = await started(admin, chained([START, timed('PT5S'), BAD, END]));
    server.clock.advance(5_000);
    const incident = await raised({ processInstanceId: run.id });
    expect(incident).toMatchObject({ type: 'FAILED_JOB', elementId: 'bad', detail: null, code: 'EXPRESSION_FAILED' });
    expect(await jobsOf(run.id)).toMatchObject([{ elementId: 'wait', failedElementId: 'bad', retries: 0 }]);
    expect(await incidentsOf({ elementId: 'bad', processInstanceId: run.id })).toHaveLength(1);
    expect(await incidentsOf({ elementId: 'wait', processInstanceId: run.id })).toEqual([]);
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY', variables: { missing: 1 } });
    await run.ends();
  });

  it('is named where a timer starts the process', async () => {
    const timer = `<startEvent id="start">${ONCE}<timerEventDefinition><timeDuration>PT7S</timeDuration></timerEventDefinition></startEvent>`;
    const { key } = await deployed(admin, chained([timer, BAD, END]));
    const { id } = (await admin.post('/repository/definitions/page', { key })).body.data[0];
    expect(await raised({ processDefinitionId: id }, 60_000)).toMatchObject({
      elementId: 'bad',
      processInstanceId: null,
    });
  });

  it('of the process that called it is reported in the detail: no such element is in the instance of the job', async () => {
    const child = await deployed(admin, chained([START, timed('PT5S'), END]));
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const run = await started(admin, chained([START, call, BAD, END]));
    const [called] = (await admin.post('/process-instance/page', { superProcessInstanceId: run.id })).body.data;
    server.clock.advance(5_000);
    expect(await raised({ processInstanceId: called.id })).toMatchObject({
      elementId: 'wait',
      detail: `It failed at the element bad of the process instance ${run.id}.`,
    });
    expect(await jobsOf(called.id)).toMatchObject([{ elementId: 'wait', failedElementId: null }]);
  });

  it('that a process called by it holds is reported in the detail, too', async () => {
    const child = await deployed(admin, chained([START, BAD, END]));
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const run = await started(admin, chained([START, timed('PT5S'), call, END]));
    server.clock.advance(5_000);
    const { elementId, detail } = await raised({ processInstanceId: run.id });
    expect(elementId).toBe('wait');
    expect(detail).toMatch(/^It failed at the element bad of the process instance [0-9a-f-]{36}\.$/);
  });
});

describe('an incident that opens', () => {
  const look = () => admin.post('/process-instance/page', { states: ['ENDED'], businessKey: 'none' });
  const eventsOf = async (id: string) => {
    await look();
    return server.database.database.rows(EVENTS, [id]);
  };

  it('is one event that warns, of a job and of a step alike, and one more each time it opens again', async () => {
    const run = await started(admin, chained([START, timed('PT5S'), BAD, END]));
    server.clock.advance(5_000);
    const incident = await raised({ processInstanceId: run.id });
    const event = {
      kind: 'incident.opened',
      actor: 'system',
      detail: { type: 'FAILED_JOB', code: 'EXPRESSION_FAILED', elementId: 'bad', processInstanceId: run.id },
    };
    expect(await eventsOf(incident.id)).toMatchObject([event]);
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY' });
    await vi.waitFor(async () => expect(await eventsOf(incident.id)).toMatchObject([event, event]), WAIT);

    const { key } = await deployed(admin, chained([START, task('first'), BAD, END]), undefined);
    const kept = await startedOf(admin, key);
    const [open] = await kept.tasks();
    await admin.post(`/task/${open?.id}/complete`, { onFailure: 'INCIDENT' });
    const own = await raised({ processInstanceId: kept.id });
    expect(await eventsOf(own.id)).toMatchObject([{ kind: 'incident.opened', detail: { elementId: 'bad' } }]);
    // Many alike are summed up: those of this file are too many for a line each.
    const lines = server.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'incident.opened');
    expect(lines[0]).toMatchObject({
      level: 'warn',
      actor: 'system@default',
      subject: expect.stringMatching(/@default$/),
    });
    expect(lines.length).toBeGreaterThan(1);
  });
});
