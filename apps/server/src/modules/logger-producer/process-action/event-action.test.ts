// Tests events that processes write: in the commit of their token, as the person behind the model, and nothing of audit.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonWithRoles, createRole, type Person, signInAdmin } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { chained, deployed, END, START } from '../../bpmn-engine/testing/driven-process.ts';
import { startEngine, startPath } from '../../bpmn-engine/testing/engine-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_BUILDER', ['BPMN_DEPLOY', 'BPMN_INSTANCE_START', 'BPMN_INSTANCE_VIEW']);
});
afterAll(() => server.stop());

/** A service task that writes an event of these fields; its result is `r`. */
function writing(fields: Readonly<Record<string, string>>): string {
  const withs = Object.entries(fields).map(([name, value]) => `<keelson:with name="${name}" value="${value}"/>`);
  return `<serviceTask id="write" keelson:call="event.write" keelson:resultVariable="r"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
}

async function run(elements: readonly string[], variables: object = {}, by = admin) {
  const { key } = await deployed(by, chained([START, ...elements, END]));
  return by.post(`${startPath}/${key}`, { variables, returnVariables: true });
}

async function written(eventName: string) {
  const { body } = await admin.post('/event/page', { eventName });
  return body.data;
}

describe('a process', () => {
  it('writes an event with what it knows, as the person who deployed it', async () => {
    const fields = {
      eventName: 'order.shipped',
      message: 'Order ${order.no} has left.',
      level: 'warning',
      entityUuid: '${order.no}',
      durationMillis: '${took}',
      tagList: '${tags}',
      attributeMap: '${order}',
    };
    const variables = { order: { no: '4711', password: 'p4ss' }, took: 12, tags: ['ship'] };
    const { body, errorDetail } = await run([writing(fields)], variables);
    expect(errorDetail).toBeNull();
    expect(await written('order.shipped')).toMatchObject([
      {
        uuid: body.variables.r.uuid,
        message: 'Order 4711 has left.',
        level: 'WARN',
        service: 'bpmn-engine',
        username: admin.username,
        sessionIdentifier: null,
        entityUuid: '4711',
        durationMillis: 12,
        tagList: ['ship'],
        attributeMap: { no: '4711', password: '***' },
        eventTime: expect.stringContaining(new Date(server.clock.now()).toISOString().slice(0, 16)),
      },
    ]);
    expect(body.variables.r.disposition).toBe('stored');
    const found = await admin.post('/event/search', { query: { searchText: 'left 4711' } });
    expect(found.body.data).toHaveLength(1);
  });

  it('writes none where what follows in the same commit fails', async () => {
    const broken = '<serviceTask id="wrong" keelson:expression="${nothing}"/>';
    const { status } = await run([writing({ eventName: 'order.undone' }), broken]);
    expect([status, await written('order.undone')]).toEqual([422, []]);
  });

  it('writes on another day without a partition made ahead', async () => {
    server.clock.advance(20 * DAY_MS);
    const later = await createPersonWithRoles(await signInAdmin(server), server.url, 'later', ['ROLE_BUILDER']);
    const { errorDetail } = await run([writing({ eventName: 'order.late' })], {}, later);
    expect(errorDetail).toBeNull();
    admin = await signInAdmin(server);
    expect(await written('order.late')).toMatchObject([{ username: 'later' }]);
  });

  it('learns what is wrong with an event, and may write nothing of audit', async () => {
    const told = async (fields: Readonly<Record<string, string>>) => {
      const { status, errorDetail } = await run([writing({ eventName: 'order.wrong', ...fields })]);
      expect(status).toBe(422);
      return errorDetail.errorDetail;
    };
    for (const eventType of ['AUDIT', 'SECURITY']) {
      expect(await told({ eventType })).toBe(
        'VALIDATION_FAILED: The request is not valid. eventType: Must be no type of audit.',
      );
    }
    expect(await told({ level: 'LOUD' })).toMatch(/^VALIDATION_FAILED: .* level: /);
    expect(await told({ tagList: 'one' })).toMatch(/^VALIDATION_FAILED: .* tagList: /);
    expect(await written('order.wrong')).toEqual([]);
  });

  it('learns that an event is switched off', async () => {
    await admin.post('/cache', { key: 'order.quiet', value: false });
    const { body } = await run([writing({ eventName: 'order.quiet' })]);
    expect([body.variables.r.disposition, await written('order.quiet')]).toEqual(['filtered', []]);
  });
});
