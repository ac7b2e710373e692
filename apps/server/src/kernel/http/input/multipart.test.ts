// Proves how uploads are read: declared parts only, within their bounds, and nothing left hanging.
import { once } from 'node:events';
import { connect } from 'node:net';
import { closed, type Multipart, maybe, text } from '@keelson/contract';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { op, problemsIn, send, startTestHttp, type TestHttp, tokenOf } from '../http-server.fixture.ts';

let http: TestHttp;
let received: Multipart | undefined;

beforeAll(async () => {
  http = await startTestHttp({
    env: { KEELSON_UPLOAD_FILE_BYTES_MAX: '2048', KEELSON_UPLOAD_BYTES_MAX: '6000' },
    operations: {
      deploy: op({
        path: '/deploy',
        method: 'POST',
        effect: 'write',
        body: {
          kind: 'multipart',
          files: {
            xmlFile: { min: 1, max: 2, description: 'Files.' },
            zip: { min: 0, max: 1, description: 'An archive.', limitBytes: 4_000 },
          },
          fields: closed({
            name: maybe(text('Name.', { maxLength: 5 })),
            force: maybe(Type.Boolean()),
            options: maybe(closed({ depth: maybe(Type.Integer()), names: maybe(Type.Array(Type.String())) })),
          }),
        },
      }),
    },
    handlers: {
      deploy: async ({ body }) => {
        received = body as Multipart;
        return undefined;
      },
    },
  });
});
afterAll(() => http.stop());

const boundary = 'x-boundary';
const file = (name: string, content: string, fileName = 'a.bpmn') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/xml\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const end = `--${boundary}--\r\n`;
const upload = (body: string) =>
  http.post('/deploy', body, { 'content-type': `multipart/form-data; boundary=${boundary}` });

it('a field that is declared as an object is read from JSON, and refused where it is none or does not fit', async () => {
  const sent = async (options: string) => upload(file('xmlFile', '<a/>') + field('options', options) + end);
  expect((await sent('{"depth": 2, "names": ["a"]}')).status).toBe(200);
  expect(received?.fields).toEqual({ options: { depth: 2, names: ['a'] } });
  for (const wrong of ['[1]', 'null', '7', '{', '{"depth": 1, "depth": 2}'])
    expect([wrong, problemsIn(await sent(wrong))]).toEqual([wrong, ['options TYPE']]);
  expect(problemsIn(await sent('{"depth": "2", "more": 1}'))).toEqual([
    'options.depth TYPE',
    'options.more UNKNOWN_FIELD',
  ]);
});

it('files and fields arrive, fields with their types', async () => {
  const answer = await upload(
    file('xmlFile', '<a/>', '../../etc/a.bpmn') + field('force', 'true') + file('xmlFile', '') + end,
  );
  expect(answer.status).toBe(200);
  const [first, second] = received?.files.xmlFile ?? [];
  expect([first?.fileName, first?.mediaType, Buffer.from(first!.bytes).toString()]).toEqual([
    'a.bpmn',
    'application/xml',
    '<a/>',
  ]);
  expect(second?.bytes.byteLength).toBe(0);
  expect(received?.fields).toEqual({ force: true });
});

it('a misspelt part or field is reported with the one that was meant', async () => {
  const answer = await upload(file('xmlFiel', 'a') + field('forec', 'true') + end);
  const told = answer.json.errorDetail.errorArguments as { field: string; message: string }[];
  expect(told.filter(({ message }) => message.includes('mean')).map(({ message }) => message)).toEqual([
    'Is not a part of this request; did you mean xmlFile?',
    'Is not a parameter of this request; did you mean force?',
  ]);
});

it('a missing file, too many, unknown parts and wrong fields are all told at once', async () => {
  expect(
    problemsIn(await upload(field('name', 'toolong') + field('other', '1') + field('force', 'yes') + end)),
  ).toEqual(['force TYPE', 'name TOO_LONG', 'other UNKNOWN_FIELD', 'xmlFile PART_MISSING']);
  expect(problemsIn(await upload(file('xmlFile', 'a').repeat(3) + file('evil', 'x') + end))).toEqual([
    'evil UNKNOWN_FIELD',
    'xmlFile TOO_LONG',
  ]);
  expect(problemsIn(await upload(field('xmlFile', 'no file') + end))).toEqual(['xmlFile PART_MISSING', 'xmlFile TYPE']);
});

it.each([
  ['one file over its limit', () => file('xmlFile', 'x'.repeat(2_049)) + end],
  ['all together over the limit', () => file('xmlFile', 'x'.repeat(2_000)).repeat(4) + end],
  ['more files than anybody declared', () => file('xmlFile', '').repeat(20) + end],
])('%s is 413', async (_what, body) => {
  expect((await upload(body())).json.errorDetail.errorCode).toBe('PAYLOAD_TOO_LARGE');
});

it.each([
  ['cut off', file('xmlFile', 'abc')],
  ['no multipart at all', 'nonsense'],
])('a body that is %s is MALFORMED_BODY', async (_what, body) => {
  expect((await upload(body)).json.errorDetail.errorCode).toBe('MALFORMED_BODY');
});

it('a file as large as its limit is taken', async () => {
  expect((await upload(file('xmlFile', 'x'.repeat(2_048)) + end)).status).toBe(200);
});

it('another media type is 415, and 401 comes before the upload is read', async () => {
  const answer = await http.post('/deploy', '{}');
  expect([answer.status, answer.json.errorDetail.errorArguments]).toEqual([415, [{ taken: 'multipart/form-data' }]]);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${tokenOf('z')}` };
  expect((await send(`${http.url}/deploy`, { method: 'POST', headers, body: 'nonsense' })).status).toBe(401);
});

it('a part named __proto__ does no harm', async () => {
  const answer = await upload(file('xmlFile', 'a') + field('__proto__', 'x') + end);
  expect([400, 413]).toContain(answer.status);
});

it('a part with a bound of its own may be as large as that says, and others no larger than before', async () => {
  const given = (name: string, length: number) => file(name, 'x'.repeat(length));
  expect((await upload(given('xmlFile', 10) + given('zip', 4_000) + end)).status).toBe(200);
  expect(received?.files.zip?.[0]?.bytes.byteLength).toBe(4_000);
  for (const [body, limit] of [
    [given('xmlFile', 2_049), '2048'],
    [given('xmlFile', 10) + given('zip', 4_001), '4000'],
  ] as const) {
    const answer = await upload(body + end);
    expect([answer.status, answer.json.errorDetail.errorMessage]).toEqual([413, expect.stringContaining(limit)]);
  }
});

it('a field that says it is JSON is taken as the text in it, and as malformed where it is none', async () => {
  const json = (value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: application/json\r\n\r\n${value}\r\n`;
  expect((await upload(file('xmlFile', 'a') + json('"abc"') + end)).status).toBe(200);
  expect(received?.fields).toEqual({ name: 'abc' });
  const broken = await upload(file('xmlFile', 'a') + json('"abc') + end);
  expect(broken.json.errorDetail.errorCode).toBe('MALFORMED_BODY');
});

it('an upload without its boundary is MALFORMED_BODY, and one whose client goes ends alone', async () => {
  const headers = { 'content-type': 'multipart/form-data' };
  expect((await http.post('/deploy', end, headers)).json.errorDetail.errorCode).toBe('MALFORMED_BODY');
  received = undefined;
  const { hostname, port } = new URL(http.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `POST /deploy HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokenOf('a')}\r\nContent-Length: 5000\r\n`;
  socket.write(`${head}Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n${file('xmlFile', 'abc')}`);
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await upload(file('xmlFile', 'next') + end)).status).toBe(200);
  expect(Buffer.from(received!.files.xmlFile![0]!.bytes).toString()).toBe('next');
  expect(http.logs.filter(({ level }) => level === 50)).toEqual([]);
});
