// Tests the client on the wire: what it sends, and how it reads what comes back.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { callTable, createClient, createTableClient, type FileValue, KeelsonError } from './index.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const enveloped = (body: unknown): Reply => ({
  status: 200,
  headers: json,
  body: JSON.stringify({ body, errorDetail: null }),
});
const refused: Reply = {
  status: 404,
  headers: json,
  body: JSON.stringify({
    body: null,
    errorDetail: { errorCode: 'SESSION_NOT_FOUND', errorMessage: 'There is no such session.' },
  }),
};

let seen: Seen | undefined;
let reply: Reply = enveloped({});
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString('latin1');
  });
  request.on('end', () => {
    seen = { method: request.method, url: request.url, headers: request.headers, body };
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
});
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

describe('a request', () => {
  it('carries the token as bearer, and none when there is none', async () => {
    const client = createClient({ baseUrl, token: 'svc_abc' });
    await client.session.get();
    expect(seen).toMatchObject({ method: 'GET', url: '/session', headers: { authorization: 'Bearer svc_abc' } });
    await client.withToken(null).session.get();
    expect(seen?.headers.authorization).toBeUndefined();
    await client.withToken('svc_def').session.get();
    expect(seen?.headers.authorization).toBe('Bearer svc_def');
  });

  it('sends a string body as plain text and everything else as JSON', async () => {
    const client = createClient({ baseUrl });
    await client.session.close({ body: '4711' });
    expect(seen).toMatchObject({
      url: '/close',
      body: '4711',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    await client.bpmnEngine.task_queryList({ body: { mine: true } });
    expect(seen).toMatchObject({ body: '{"mine":true}', headers: { 'content-type': 'application/json' } });
    await client.bpmnEngine.setVariable({ params: { executionId: 'e', variableName: 'n' }, body: null });
    expect(seen).toMatchObject({ body: 'null', headers: { 'content-type': 'application/json' } });
    await client.bpmnEngine.task_queryPage();
    expect(seen).toMatchObject({ url: '/task/page', body: '' });
  });

  it('encodes parameters of path and query, and its own headers win', async () => {
    const client = createClient({ baseUrl, headers: { 'accept-language': 'tr' } });
    await client.bpmnEngine.startProcessInstanceById({
      params: { processDefinitionId: 'a b/ü:1:x' },
      headers: { 'idempotency-key': 'k', 'accept-language': 'en' },
    });
    expect(seen?.url).toBe('/runtime/start/by-process-defitinion-id/a%20b%2F%C3%BC%3A1%3Ax');
    expect(seen?.headers).toMatchObject({ 'idempotency-key': 'k', 'accept-language': 'en' });
    await client.session.closeAllByUser({ query: { exceptCurrent: true } });
    expect(seen?.url).toBe('/close-all/user?exceptCurrent=true');
  });

  it('sends files and fields as multipart', async () => {
    const files = { xmlFile: [{ fileName: 'a.bpmn', bytes: '<definitions/>', mediaType: 'application/xml' }] };
    await createClient({ baseUrl }).bpmnEngine.deploy({ files, fields: { force: true } });
    expect(seen?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen?.body).toContain('name="xmlFile"; filename="a.bpmn"');
    expect(seen?.body).toContain('<definitions/>');
    expect(seen?.body).toMatch(/name="force"\r\n\r\ntrue/);
  });

  it('takes one file as one file: a File, a Blob, bytes, or a name beside them, and several as a list', async () => {
    const client = createClient({ baseUrl });
    const bytes = new TextEncoder().encode('<definitions/>');
    const sent = async (xmlFile: FileValue) => {
      await client.bpmnEngine.deploy({ files: { xmlFile } });
      return /filename="([^"]*)"[\s\S]*(<definitions\/>)/.exec(seen?.body ?? '')?.slice(1);
    };
    expect(await sent(new File([bytes], 'ü.bpmn'))).toEqual([expect.stringContaining('.bpmn'), '<definitions/>']);
    expect(await sent(new Blob([bytes]))).toEqual(['xmlFile', '<definitions/>']);
    expect(await sent(bytes)).toEqual(['xmlFile', '<definitions/>']);
    expect(await sent(bytes.buffer)).toEqual(['xmlFile', '<definitions/>']);
    expect(await sent({ fileName: 'a.bpmn', bytes })).toEqual(['a.bpmn', '<definitions/>']);
    await client.bpmnEngine.deployList({ files: { xmlFileList: [new File([bytes], 'a.bpmn'), bytes] } });
    expect(seen?.body.match(/filename="[^"]*"/g)).toEqual(['filename="a.bpmn"', 'filename="xmlFileList"']);
  });

  it('names a missing path parameter before anything is sent', async () => {
    const client = createClient({ baseUrl });
    const nothing = {} as { readonly params: { readonly uuid: string } };
    await expect(client.mailNotification.getByUuid(nothing)).rejects.toThrow('uuid');
  });

  it('uses the given fetch and leaves redirects to the caller', async () => {
    const requests: RequestInit[] = [];
    const answer = await createClient({
      baseUrl,
      fetch: async (_address, init) => {
        requests.push(init ?? {});
        return new Response(null, { status: 302, headers: { location: '/here' } });
      },
    }).authentication.logout({ query: { redirectUrl: '/here' } });
    expect(requests).toMatchObject([{ redirect: 'manual' }]);
    expect(answer).toMatchObject({ ok: true, status: 302, body: null });
    expect(answer.headers.get('location')).toBe('/here');
  });
});

describe('an answer', () => {
  it('is the body out of the envelope', async () => {
    reply = enveloped(3);
    const answer = await createClient({ baseUrl }).session.countByCurrentUser();
    expect(answer).toMatchObject({ ok: true, status: 200, body: 3, errorDetail: null });
    if (answer.ok) expectTypeOf(answer.body).toEqualTypeOf<number>();
  });

  it('an answer of a stream is the stream itself, which the caller reads and cancels', async () => {
    const asked: (string | null)[] = [];
    const source = new ReadableStream<Uint8Array>({ pull: (sink) => sink.enqueue(new TextEncoder().encode(':\n\n')) });
    const answer = await createClient({
      baseUrl,
      fetch: async (_address, init) => {
        asked.push(new Headers(init?.headers).get('accept'));
        return new Response(source, { headers: { 'content-type': 'text/event-stream' } });
      },
    }).session.events();
    expect([asked, answer.ok, answer.bytes]).toEqual([['text/event-stream, application/json'], true, null]);
    if (!answer.ok) return;
    expectTypeOf(answer.body).toEqualTypeOf<ReadableStream<Uint8Array>>();
    const reader = answer.body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n');
    await reader.cancel();
  });

  it('an answer of a download is the stream of its file, and its failure is in the envelope', async () => {
    const asked: (string | null)[] = [];
    const answers = [
      new Response('{}\n', { headers: { 'content-type': 'application/x-ndjson' } }),
      new Response(refused.body, { status: refused.status, headers: json }),
    ];
    const client = createClient({
      baseUrl,
      fetch: async (_address, init) => {
        asked.push(new Headers(init?.headers).get('accept'));
        return answers.shift()!;
      },
    });
    const answer = await client.loggerProducer.exportEvents({ body: { format: 'NDJSON' } });
    expect(asked).toEqual(['application/x-ndjson, text/csv, application/json']);
    if (!answer.ok) throw new Error('It was refused.');
    expectTypeOf(answer.body).toEqualTypeOf<ReadableStream<Uint8Array>>();
    expect(await new Response(answer.body).text()).toBe('{}\n');
    const failed = await client.loggerProducer.exportEvents({ body: { format: 'NDJSON' } });
    expect(failed).toMatchObject({ ok: false, body: null, errorDetail: { errorCode: 'SESSION_NOT_FOUND' } });
  });

  it('an answer of OFREP is its JSON, and its failures are reported as they came', async () => {
    const client = createClient({ baseUrl });
    reply = { status: 200, headers: json, body: '{"key":"a","value":true}' };
    const flag = await client.systemSetting.evaluateFlag({ params: { key: 'a' }, body: { context: {} } });
    expect(flag).toMatchObject({ ok: true, body: { key: 'a', value: true }, errorDetail: null });
    reply = { status: 304, headers: {}, body: '' };
    expect(await client.systemSetting.evaluateFlags({ body: { context: {} } })).toMatchObject({ ok: true, body: null });
    reply = { status: 404, headers: json, body: '{"key":"a","errorCode":"FLAG_NOT_FOUND"}' };
    const missing = await client.systemSetting.evaluateFlag({ params: { key: 'a' }, body: { context: {} } });
    expect(missing).toMatchObject({ ok: false, status: 404, body: null, errorDetail: null });
    expect(new TextDecoder().decode(missing.bytes ?? undefined)).toBe(reply.body);
  });

  it('is a failure with its detail, also where the status is always 200', async () => {
    for (const status of [404, 200]) {
      reply = { ...refused, status };
      const answer = await createClient({ baseUrl }).session.close({ body: 'x' });
      expect(answer).toMatchObject({ ok: false, status, body: null, errorDetail: { errorCode: 'SESSION_NOT_FOUND' } });
    }
  });

  it('is thrown when the client was made so', async () => {
    reply = refused;
    const client = createClient({ baseUrl, throwOnError: true });
    const failure = await client.session.close({ body: 'x' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(KeelsonError);
    expect(failure).toMatchObject({
      status: 404,
      code: 'SESSION_NOT_FOUND',
      arguments: [],
      message: '404 SESSION_NOT_FOUND: There is no such session.',
    });
    reply = enveloped(true);
    const { body } = await client.session.exist({ body: 'x' });
    expectTypeOf(body).toEqualTypeOf<boolean>();
    expect(body).toBe(true);
  });

  it('an answer that is thrown says every problem of the request, the first of them in its message', async () => {
    const problem = { field: 'to[0]', code: 'REQUIRED', message: 'Must be given.' };
    const errorDetail = { errorCode: 'VALIDATION_FAILED', errorMessage: 'The request is not valid.' };
    const failing = async (errorArguments: readonly object[]) => {
      const body = JSON.stringify({ body: null, errorDetail: { ...errorDetail, errorArguments } });
      reply = { status: 400, headers: json, body };
      return createClient({ baseUrl, throwOnError: true })
        .session.get()
        .catch((error: KeelsonError) => error);
    };
    expect(await failing([problem, { index: 1 }])).toMatchObject({
      arguments: [problem, { index: 1 }],
      message: '400 VALIDATION_FAILED: The request is not valid. [to[0] REQUIRED: Must be given.; {"index":1}]',
    });
    expect(await failing(Array(7).fill({ ...problem, field: '' }))).toMatchObject({
      message: expect.stringMatching(/\[REQUIRED: Must be given\.; .*; and 2 more\]$/),
    });
    reply = enveloped({});
  });

  it('an answer hands out what its operation tells in headers, by names without hyphens', async () => {
    const headers = { ...json, 'x-svc-deployment-id': 'd-1', 'x-svc-deployment-warnings': '2' };
    reply = { ...enveloped({}), headers };
    const client = createClient({ baseUrl, throwOnError: true });
    const { declaredHeaders } = await client.bpmnEngine.deploy({ files: { xmlFile: new Blob(['<definitions/>']) } });
    expectTypeOf(declaredHeaders).toEqualTypeOf<{
      readonly deploymentId: string | null;
      readonly deploymentWarnings: string | null;
    }>();
    expect(declaredHeaders).toEqual({ deploymentId: 'd-1', deploymentWarnings: '2' });
    reply = enveloped(3);
    expect((await client.session.countByCurrentUser()).declaredHeaders).toEqual({});
  });

  it('is the bytes of a file, and a failure without envelope has no detail', async () => {
    reply = { status: 200, headers: { 'content-type': 'application/xml' }, body: '<a/>' };
    const client = createClient({ baseUrl });
    const file = await client.bpmnEngine.getBpmnModelArrayByProcessDefinitionId({
      params: { id: 'a:1:x' },
      headers: { accept: 'application/xml' },
    });
    expect(seen?.headers.accept).toBe('application/xml');
    expect(new TextDecoder().decode(file.bytes ?? new Uint8Array())).toBe('<a/>');
    reply = { status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad gateway' };
    expect(await client.session.get()).toMatchObject({ ok: false, status: 502, errorDetail: null });
  });
});

describe('a client made from a table', () => {
  it('calls as the client of the contract does, from a table that went through JSON', async () => {
    reply = enveloped(3);
    const table = JSON.parse(JSON.stringify(callTable())) as ReturnType<typeof callTable>;
    const client = createTableClient(table, { baseUrl, throwOnError: true });
    expect((await client.session.countByCurrentUser()).body).toBe(3);
    await client.session.close({ body: '4711' });
    expect(seen).toMatchObject({ method: 'POST', url: '/close', body: '4711' });
    reply = refused;
    await expect(client.session.close({ body: 'x' })).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
});

describe('the types of a client', () => {
  it('they do not compile with a missing parameter or an unknown field', () => {
    const client = createClient({ baseUrl: 'http://localhost', fetch: async () => new Response('{}') });
    const start = client.bpmnEngine.startProcessInstanceByKey;
    const params = { processDefinitionKey: 'a' };
    const calls = [
      // @ts-expect-error: the id of the task is missing
      () => client.bpmnEngine.unclaim(),
      // @ts-expect-error: there is no such field
      () => start({ params, body: { busynessKey: 'a' } }),
    ];
    expect(calls).toHaveLength(2);
  });
});
