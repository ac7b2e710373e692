// Tests numbers of attributes that a double cannot hold: stored, found, shown and exported as they were sent.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const EXACT = ['9007199254740993', '-123456789012345678901234567890', '0.12345678901234567890123'];

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

async function send(path: string, body: string, type = 'application/json') {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const eventOf = (uuid: string) =>
  `{"uuid":"${uuid}","attributeMap":{"order":{"no":${EXACT[0]}},"list":[${EXACT}],"plain":1.5}}`;

it('numbers that a double cannot hold are stored, found, shown and exported as they were sent, by every way in', async () => {
  const uuids = [1, 2, 3, 4].map(() => String(randomUUID()));
  const [single, async_, list, line] = uuids.map(eventOf);
  const sent = [
    await send('/event/sync', single!),
    await send('/event/async', async_!),
    await send('/event/batch/sync', `[${list}]`),
    await send('/event/batch/sync', `${line}\n`, 'application/x-ndjson'),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const query = `{"uuidList":${JSON.stringify(uuids)},"attributeMap":{"order.no":${EXACT[0]}}}`;
  await vi.waitFor(async () => expect((await send('/event/page', query)).text).toContain('"totalElements":4'), {
    timeout: 10_000,
  });
  const page = (await send('/event/page', query)).text;
  for (const number of EXACT) expect(page.split(number).length).toBeGreaterThan(4);
  const near = query.replace(EXACT[0]!, '9007199254740992');
  expect((await send('/event/page', near)).text).toContain('"totalElements":0');
  const file = (await send('/event/export', `{"query":${query},"format":"NDJSON"}`)).text;
  expect(file.split('\n')).toHaveLength(5);
  for (const number of EXACT) expect(file.split(number).length).toBeGreaterThan(4);
  const one = await fetch(`${server.url}/event/by-uuid/${uuids[0]}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await one.text()).toContain(EXACT[1]);
});

it('the same number is a repetition, another one that a double takes for it is none', async () => {
  const uuid = randomUUID();
  const of = (number: string) => send('/event/sync', `{"uuid":"${uuid}","attributeMap":{"n":${number}}}`);
  expect((await of('9007199254740993')).headers.get('x-svc-event-disposition')).toBe('stored');
  expect((await of('9007199254740993')).headers.get('x-svc-event-disposition')).toBe('duplicate');
  expect((await of('9007199254740992')).text).toContain('LOG_EVENT_UUID_CONFLICT');
});

it('a number beyond the range of a double is refused, alone and in a batch', async () => {
  const wrong = '{"attributeMap":{"n":1e400}}';
  const { status, text } = await send('/event/sync', wrong);
  expect([status, text]).toEqual([400, expect.stringContaining('"OUT_OF_RANGE"')]);
  const { text: batch } = await send('/event/batch/sync', `[${wrong},{}]`);
  expect(JSON.parse(batch).body).toMatchObject({
    acceptedCount: 1,
    rejectedList: [{ index: 0, errorCode: 'VALIDATION_FAILED' }],
  });
});
