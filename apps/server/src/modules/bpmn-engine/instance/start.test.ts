// Tests what a start may name beside the process: a version by its tag, who starts, and what a failure leaves behind.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { boundary, chained, deployed, END, START, started, task } from '../testing/driven-process.ts';
import { outcome, start, startEngine, startPath } from '../testing/engine-server.ts';
import { choiceFile, flow, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let ada: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  ada = await createPersonWithRoles(admin, server.url, 'ada');
  await admin.deploy([['choosing.bpmn', choiceFile('choosing')]]);
});
afterAll(() => server.stop());

const incidentsOf = async (processInstanceId: string) =>
  (await admin.post('/management/incidents/page', { processInstanceId })).body.data;
const BAD = '<serviceTask id="bad" keelson:expression="${missing}"/>';

describe('a version', () => {
  it('is named by its tag, the newest that has it; by id there is none to name', async () => {
    for (const [tag, attribute] of [
      ['a', 'keelson:assignee="x"'],
      ['a', 'keelson:assignee="y"'],
      ['b', 'keelson:assignee="z"'],
    ]) {
      await admin.deploy([['t.bpmn', userTaskFile('tagged', attribute, ` keelson:versionTag="${tag}"`)]]);
    }
    const tagged = await start(admin, 'tagged', { versionTag: 'a' });
    expect(tagged.processDefinitionVersion).toBe(2);
    const both = await start(admin, 'tagged', { versionTag: 'a', definitionVersion: 1 });
    expect(both.processDefinitionVersion).toBe(1);
    for (const body of [{ versionTag: 'c' }, { versionTag: 'a', definitionVersion: 3 }]) {
      const answer = await admin.post(`${startPath}/tagged`, body);
      expect(outcome(answer)).toEqual([404, 'DEFINITION_NOT_FOUND']);
      expect(answer.errorDetail.errorArguments).toMatchObject([body]);
    }
    const byId = `/runtime/start/by-process-definition-id/${tagged.processDefinitionId}`;
    expect(outcome(await admin.post(byId, { versionTag: 'a' }))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('the initiator', () => {
  it('is the caller, or whom a manager names; the history says who asked', async () => {
    await admin.deploy([['i.bpmn', userTaskFile('initiated', 'keelson:assignee="${initiator}"')]]);
    expect((await start(ada, 'initiated', { initiator: 'ADA' })).startUserId).toBe('ada');
    expect(outcome(await ada.post(`${startPath}/initiated`, { initiator: 'eve' }))).toEqual([403, 'ACCESS_DENIED']);
    const { id, startUserId } = await start(admin, 'initiated', { initiator: 'ada' });
    expect(startUserId).toBe('ada');
    expect((await ada.post('/task/list', { processInstanceId: id })).body).toMatchObject([{ assignee: 'ada' }]);
    expect((await ada.get(`/process-instance/${id}`)).status).toBe(200);
    const { data } = (await ada.get(`/history/process-instance/${id}/timeline`)).body;
    expect(data[0]).toMatchObject({ kind: 'INSTANCE_STARTED', actor: 'admin' });
  });
});

describe('a failure', () => {
  it('bpmn-engine 9: keeps what was before the element, which has an incident, where INCIDENT is asked for', async () => {
    const refused = await ada.post(`${startPath}/choosing`, { variables: { amount: 50 } });
    expect(outcome(refused)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    const kept = await start(ada, 'choosing', { variables: { amount: 50 }, onFailure: 'INCIDENT' });
    expect(kept).toMatchObject({ state: 'ACTIVE', incidentCount: 1, currentElements: [{ elementId: 'choice' }] });
    const [incident] = await incidentsOf(kept.id);
    expect(incident).toMatchObject({ type: 'FAILED_COMMAND', code: 'NO_FLOW_SELECTED', elementId: 'choice' });
    const resolve = { action: 'RETRY', variables: { amount: 200 } };
    expect((await admin.post(`/management/incidents/${incident.id}/resolve`, resolve)).status).toBe(200);
    const after = (await ada.get(`/process-instance/${kept.id}`)).body;
    expect(after).toMatchObject({ incidentCount: 0, currentElements: [{ elementId: 'work' }] });
  });

  it('is taken back where ROLLBACK is asked for, whatever the model says; the model counts else', async () => {
    const file = choiceFile('keeping').replace(
      'isExecutable="true"',
      'isExecutable="true" keelson:onFailure="INCIDENT"',
    );
    await admin.deploy([['k.bpmn', file]]);
    const variables = { amount: 50 };
    expect(await start(admin, 'keeping', { variables })).toMatchObject({ incidentCount: 1 });
    const answer = await admin.post(`${startPath}/keeping`, { variables, onFailure: 'ROLLBACK' });
    expect(outcome(answer)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
  });

  it('of a called instance and of a script is kept there', async () => {
    const child = await deployed(admin, chained([START, BAD, END]));
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const script = '<scriptTask id="script" scriptFormat="javascript"><script>nothing.there</script></scriptTask>';
    const caller = await started(admin, chained([START, call, END]), { onFailure: 'INCIDENT' });
    const filter = { rootProcessInstanceId: caller.id, superProcessInstanceId: caller.id };
    const [called] = (await admin.post('/process-instance/page', filter)).body.data;
    expect(called).toMatchObject({ processDefinitionKey: child.key, incidentCount: 1 });
    expect(await caller.instance()).toMatchObject({ incidentCount: 0, currentElements: [{ elementId: 'call' }] });
    const scripted = await started(admin, chained([START, script, END]), { onFailure: 'INCIDENT' });
    expect(await incidentsOf(scripted.id)).toMatchObject([{ code: 'SCRIPT_FAILED', elementId: 'script' }]);
  });

  it('is no incident of a called instance whose error is caught further out', async () => {
    const throwing =
      '<scriptTask id="script" scriptFormat="javascript"><script>throw new BpmnError("E1", "no")</script></scriptTask>';
    const child = await deployed(admin, chained([START, throwing, END]));
    const caught = `${boundary('caught', 'call', '<errorEventDefinition errorRef="broken"/>')}${task('care')}${flow('x', 'caught', 'care')}`;
    const call = `<callActivity id="call" calledElement="${child.key}"/>`;
    const run = await started(admin, chained([START, call, END], caught), { onFailure: 'INCIDENT' });
    expect(await run.names()).toEqual(['care']);
    const ended = { rootProcessInstanceId: run.id, states: ['ENDED'] };
    expect((await admin.post('/process-instance/page', ended)).body.data).toMatchObject([
      { processDefinitionKey: child.key, endState: 'ERROR', errorCode: 'E1', superProcessInstanceId: run.id },
    ]);
    const alone = await started(admin, chained([START, throwing, END]), { onFailure: 'INCIDENT' });
    expect(await incidentsOf(alone.id)).toMatchObject([{ code: 'UNCAUGHT_ERROR', elementId: 'script' }]);
  });

  it('is what instances are found by while it is open', async () => {
    const { key } = await deployed(admin, chained([START, BAD, END]));
    const failed = await start(admin, key, { onFailure: 'INCIDENT' });
    const well = await start(admin, key, { variables: { missing: 1 } });
    const found = async (filter: object) => {
      const query = { processDefinitionKeys: [key], states: ['ACTIVE', 'ENDED'], ...filter };
      return (await admin.post('/process-instance/page', query)).body.data.map((each: { id: string }) => each.id);
    };
    expect(await found({ hasIncident: true })).toEqual([failed.id]);
    expect(await found({ hasIncident: false })).toEqual([well.id]);
    expect(await found({ incidentType: 'FAILED_COMMAND' })).toEqual([failed.id]);
    expect(await found({ incidentType: 'STUCK_TOKENS' })).toEqual([]);
    expect(await found({ or: [{ hasIncident: true }, { states: ['ENDED'] }] })).toHaveLength(2);
    const [incident] = await incidentsOf(failed.id);
    await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'SKIP' });
    expect(await found({ hasIncident: true })).toEqual([]);
  });
});
