// Tests that incidents with one cause are found as a group, with what people know their place by.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { incidentGroupsMax } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START, startedOf } from '../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const failing = (id: string, name: string) =>
  `<serviceTask id="${id}" name="${name}" keelson:expression="\${missing}"/>`;
const groups = async (body: object, as = admin) => (await as.post('/management/incidents/groups', body)).body;
const incidents = async (body: object, as = admin) => (await as.post('/management/incidents/page', body)).body.data;

async function stuck(elementId: string, businessKeys: readonly string[]): Promise<string> {
  const { key } = await deployed(admin, chained([START, failing(elementId, `Do ${elementId}`), END]));
  for (const businessKey of businessKeys) {
    server.clock.advance(1_000);
    await startedOf(admin, key, { businessKey, onFailure: 'INCIDENT' });
  }
  return key;
}

describe('incidents', () => {
  it('tell process, element and business key by the names that people know', async () => {
    const processDefinitionKey = await stuck('named', ['order-1']);
    expect(await incidents({ processDefinitionKey })).toMatchObject([
      { elementId: 'named', elementName: 'Do named', processDefinitionKey, businessKey: 'order-1' },
    ]);
  });

  it('keep their business key when the instance ends, and follow it when it changes', async () => {
    const processDefinitionKey = await stuck('keyed', ['first']);
    const [{ processInstanceId }] = await incidents({ processDefinitionKey });
    await admin.put(`/process-instance/${processInstanceId}`, { businessKey: 'second' });
    expect(await incidents({ businessKey: 'second' })).toMatchObject([{ processInstanceId }]);
    expect(await incidents({ businessKey: 'first' })).toEqual([]);
    await admin.remove(`/process-instance/${processInstanceId}`);
    await admin.post('/process-instance/page', { states: ['ENDED'] });
    expect(await incidents({ processDefinitionKey, resolved: true })).toMatchObject([{ businessKey: 'second' }]);
  });

  it('are narrowed by code and by a part of the message', async () => {
    const processDefinitionKey = await stuck('narrowed', ['n']);
    expect(await incidents({ processDefinitionKey, code: 'EXPRESSION_FAILED', message: 'MISSING' })).toHaveLength(1);
    expect(await incidents({ processDefinitionKey, code: 'CALL_FAILED' })).toEqual([]);
    expect(await incidents({ processDefinitionKey, message: 'no such words' })).toEqual([]);
  });
});

describe('groups of incidents', () => {
  it('bpmn-engine 43: count what failed at one place, the largest first, and lead to each of them', async () => {
    const many = await stuck('many', ['a', 'b', 'c']);
    const few = await stuck('few', ['d']);
    const newest = new Date(server.clock.now()).toISOString();
    const found = await groups({ code: 'EXPRESSION_FAILED' });
    const counted = found.filter(({ processDefinitionKey: key }: Record<string, string>) =>
      [many, few].includes(key ?? ''),
    );
    expect(counted).toMatchObject([
      { processDefinitionKey: many, elementId: 'many', code: 'EXPRESSION_FAILED', message: null, count: 3 },
      { processDefinitionKey: few, elementId: 'few', code: 'EXPRESSION_FAILED', message: null, count: 1, newest },
    ]);
    const [{ processDefinitionKey, elementId, code }] = counted;
    expect(await incidents({ processDefinitionKey, elementId, code })).toHaveLength(3);
  });

  it('are made by what is asked for, in any case of its letters', async () => {
    const processDefinitionKey = await stuck('asked', ['a', 'b']);
    expect(await groups({ processDefinitionKey, by: ['message'] })).toMatchObject([
      {
        processDefinitionKey: null,
        elementId: null,
        code: null,
        message: expect.stringContaining('missing'),
        count: 2,
      },
    ]);
    const [{ id }] = await incidents({ processDefinitionKey, businessKey: 'a' });
    await admin.post(`/management/incidents/${id}/resolve`, { action: 'RETRY', variables: { missing: 1 } });
    expect(await groups({ processDefinitionKey })).toMatchObject([{ count: 1 }]);
    expect(await groups({ processDefinitionKey, resolved: true })).toMatchObject([{ count: 1 }]);
    const refused = await admin.post('/management/incidents/groups', { by: ['businessKey'] });
    expect(outcome(refused)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('are refused where there are too many, never cut', async () => {
    const insert = sql(
      't_many_incidents',
      `INSERT INTO bpm_incident (id, number, type, tenant_identifier, element_id, code, message, created_at)
       SELECT gen_random_uuid(), 0, 'FAILED_JOB', 'default', 'many-' || n, 'MANY', 'no', now() FROM generate_series(1, $1::int) n`,
    );
    await server.kernel.database.execute(insert, [incidentGroupsMax]);
    expect(await groups({ code: 'MANY' })).toHaveLength(incidentGroupsMax);
    await server.kernel.database.execute(insert, [1]);
    expect(await groups({ code: 'MANY', by: ['CODE'] })).toMatchObject([{ count: incidentGroupsMax + 1 }]);
    expect(outcome(await admin.post('/management/incidents/groups', {}))).toEqual([422, 'RESULT_TOO_LARGE']);
  });

  it('bpmn-engine 30: count nothing of another tenant, and are for operators', async () => {
    await stuck('foreign', ['x']);
    const elsewhere = await createStranger({ server, admin }, 'elsewhere');
    expect(await groups({}, elsewhere)).toEqual([]);
    const { body } = await admin.post('/api-keys', { name: 'viewer', authorityList: ['BPMN_INSTANCE_VIEW'] });
    const viewer = createPerson(server.url, 'viewer', body.key);
    expect(outcome(await viewer.post('/management/incidents/groups', {}))).toEqual([403, 'ACCESS_DENIED']);
  });
});
