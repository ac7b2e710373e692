// Tests HTTP tasks and connectors over HTTP: what is sent, what becomes of the answer, what is refused, and where secrets go.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createAddressGuard } from '../../../../kernel/outbound/address-guard.ts';
import { createOutbound } from '../../../../kernel/outbound/outbound.ts';
import { type OtherSide, startOtherSide } from '../../../../testing/other-side.ts';
import type { Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  boundary,
  chained,
  type DrivenInstance,
  deployed,
  END,
  START,
  started,
  task,
  WAIT,
} from '../../testing/driven-process.ts';
import { startEngine } from '../../testing/engine-server.ts';
import { flow } from '../../testing/models.ts';

/** JSON and URLs write it otherwise than it is. */
const SECRET = 'k-"7/very-secret';
const ALLOW = 'bpmn-engine.http.allow';
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

let server: TestServer;
let admin: Person;
let side: OtherSide;
let answer: RequestListener;
/** Answers for rebind.example, one after another. */
let rebound: LookupAddress[] = [];

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

beforeAll(async () => {
  side = await startOtherSide((request, response) => answer(request, response));
  const guard = createAddressGuard(async (host) =>
    host === 'rebind.example' ? [rebound.shift() ?? LOOPBACK] : [LOOPBACK],
  );
  ({ server, admin } = await startEngine({ outbound: createOutbound(guard) }));
  const definition = { code: 'crm.token', name: 'Token', type: 'SECRET' };
  expect((await admin.post('/settings', definition)).status).toBe(200);
  expect((await admin.put('/settings/value', { code: 'crm.token', value: SECRET })).status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await side.stop();
});
beforeEach(() => {
  answer = echo;
  server.settings.set(ALLOW, 'erp.example other.example');
});
afterEach(() => expect(server.logLines.filter((line) => line.includes('very-secret'))).toEqual([]));

type Fields = Readonly<Record<string, string>>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** A service task `call` of the type http; a field with `${` is an expression. */
function http(fields: Fields, attributes = ''): string {
  const all = { requestUrl: `http://erp.example:${side.port}/orders`, ...fields };
  const elements = Object.entries(all).map(([name, text]) => {
    const kind = text.includes('${') ? 'expression' : 'stringValue';
    return `<keelson:field name="${name}" ${kind}="${escaped(text)}"/>`;
  });
  return `<serviceTask id="call" keelson:type="http" ${attributes}><extensionElements>${elements.join('')}</extensionElements></serviceTask>`;
}

const run = (fields: Fields, { beside = '', body = {}, attributes = '' } = {}) =>
  started(admin, chained([START, http(fields, attributes), task('next'), END], beside), body);

const NAMES =
  'a answer reply status seen token callResponseBody callResponseStatusCode callResponseReason callResponseProtocol callResponseHeaders callErrorMessage';

async function variablesOf({ id }: Pick<DrivenInstance, 'id'>) {
  return (await admin.get(`/process-instance/${id}?withVariables=${NAMES.replaceAll(' ', ',')}`)).body.variables;
}

async function variablesAfter(fields: Fields, body: object = {}) {
  const instance = await run(fields, { body });
  await instance.standsAt('next');
  return await variablesOf(instance);
}

const INCIDENTS = sql(
  't_http_incidents',
  'SELECT code, message FROM bpm_incident WHERE instance_id = $1 AND resolved_at IS NULL',
);
const ATTEMPTS = sql('t_http_attempts', 'SELECT retries FROM bpm_job WHERE id = $1');

/** Moves the clock from one attempt to the next until there is an incident. */
async function incidentOf({ id }: Pick<DrivenInstance, 'id'>) {
  const rows = async (statement: typeof INCIDENTS) => server.kernel.database.rows(statement, [id]);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await vi.waitFor(async () => expect(await rows(ATTEMPTS)).toEqual([{ retries: 3 - attempt }]), WAIT);
    server.clock.advance(60_000);
  }
  await vi.waitFor(async () => expect(await rows(INCIDENTS)).toHaveLength(1), WAIT);
  return (await rows(INCIDENTS))[0] as { code: string; message: string } | undefined;
}

describe('an HTTP task', () => {
  it('sends what its fields say, with the id of the job, and writes the answer as variables', async () => {
    const variables = await variablesAfter(
      {
        requestMethod: 'POST',
        requestUrl: `http://erp.example:${side.port}/orders/\${number}`,
        requestHeaders: 'X-Own: ${number}\nAccept: application/json',
        requestBody: '${order}',
        responseVariableName: 'answer',
        saveResponseVariableAsJson: 'true',
        saveResponseParameters: 'true',
      },
      { variables: { number: 7, order: { total: 12.5 } } },
    );
    expect(variables).toMatchObject({
      answer: { method: 'POST', url: '/orders/7', body: '{"total":12.5}' },
      callResponseStatusCode: 200,
      callResponseReason: 'OK',
      callResponseProtocol: 'HTTP/1.1',
      callResponseHeaders: expect.stringContaining('content-type: application/json'),
    });
    expect(variables.answer.headers).toMatchObject({
      'x-own': '7',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}-j\d+$/),
    });
  });

  it('keeps the answer under its own id where nothing names it, and under a name that an expression gives', async () => {
    answer = (_request, response) =>
      void response.setHeader('content-type', 'text/plain;charset=iso-8859-9').end(Buffer.from([0xfd]));
    expect(await variablesAfter({})).toEqual({ callResponseBody: 'ı' });
    const named = await variablesAfter({ responseVariableName: '${name}' }, { variables: { name: 'reply' } });
    expect(named).toMatchObject({ reply: 'ı' });
  });

  it('throws an error of the status that it is asked to handle, with the answer', async () => {
    answer = (_request, response) => void response.writeHead(404).end('no such order');
    const caught = `${boundary('caught', 'call', '<errorEventDefinition/>')}${task('care')}${flow('x', 'caught', 'care')}`;
    const instance = await run({ handleStatusCodes: '4XX', failStatusCodes: '404' }, { beside: caught });
    await instance.standsAt('care');
    expect(await variablesOf(instance)).toMatchObject({ callResponseBody: 'no such order' });
  });

  it('that fails by its status three times is an incident', async () => {
    answer = (_request, response) => void response.writeHead(500).end();
    const before = side.requests.length;
    const instance = await run({ failStatusCodes: '400, 5XX' });
    expect(await incidentOf(instance)).toEqual({ code: 'CALL_FAILED', message: 'HTTP500' });
    expect(side.requests.length - before).toBe(3);
    expect((await instance.instance()).incidentCount).toBe(1);
  });

  it('goes on after a failure that it ignores, and says why', async () => {
    server.settings.set(ALLOW, '');
    expect(await variablesAfter({ ignoreException: 'true' })).toMatchObject({
      callErrorMessage: expect.stringContaining('ADDRESS_REFUSED'),
    });
  });

  it('answers a redirect as it came where it follows none', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    const variables = await variablesAfter({ disallowRedirects: 'true', saveResponseParameters: 'true' });
    expect(variables.callResponseStatusCode).toBe(302);
  });

  it.each([
    [{ requestMethod: 'TRACE' }, 'the method TRACE'],
    [{ requestTimeout: 'soon' }, 'requestTimeout'],
    [{ failStatusCodes: '600' }, '600'],
    [{ requestHeaders: 'no colon' }, 'requestHeaders'],
    [{ requestHeaders: 'A: 1\na: 2' }, 'twice'],
    [{ saveResponseVariableAsJson: 'true', requestUrl: '/text' }, 'URL_INVALID'],
  ])('that cannot be sent is an incident: %o', async (fields, message) => {
    const before = side.requests.length;
    const incident = await incidentOf(await run(fields));
    expect(incident).toEqual({ code: 'CALL_FAILED', message: expect.stringContaining(message) });
    expect(side.requests.length).toBe(before);
  });
});

describe('an HTTP connector', () => {
  it('takes its inputs, and hands status, headers and answer to its outputs', async () => {
    const connector = `<serviceTask id="call"><extensionElements><keelson:connector><keelson:inputOutput>
      <keelson:inputParameter name="url">http://erp.example:${side.port}/c</keelson:inputParameter>
      <keelson:inputParameter name="method">PUT</keelson:inputParameter>
      <keelson:inputParameter name="headers"><keelson:map><keelson:entry key="X-Token">\${secret('crm.token').trim()}</keelson:entry></keelson:map></keelson:inputParameter>
      <keelson:inputParameter name="payload">{"a":\${a}}</keelson:inputParameter>
      <keelson:outputParameter name="status">\${statusCode}</keelson:outputParameter>
      <keelson:outputParameter name="seen">\${response.body}</keelson:outputParameter>
      <keelson:outputParameter name="token">\${response.headers['x-token']}</keelson:outputParameter>
      </keelson:inputOutput><keelson:connectorId>http-connector</keelson:connectorId></keelson:connector></extensionElements></serviceTask>`;
    const model = (text: string) => chained([START, text, task('next'), END]);
    const file = connector.replace('.trim()', '');
    const instance = await started(admin, model(file), { variables: { a: 3 } });
    await instance.standsAt('next');
    expect(await variablesOf(instance)).toEqual({ a: 3, status: 200, seen: '{"a":3}', token: '***' });
    await expect(deployed(admin, model(connector))).rejects.toThrow();
  });
});

describe('bpmn-engine 25: the rule of addresses', () => {
  it('holds for every call: private addresses, redirects to them, names that change', async () => {
    server.settings.set(ALLOW, '');
    const refused = {
      code: 'CALL_FAILED',
      message: expect.stringMatching(/ADDRESS_REFUSED: the address rule refuses/),
    };
    const before = side.requests.length;
    for (const url of [
      'http://erp.example/',
      'http://169.254.169.254/',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
    ]) {
      expect(await incidentOf(await run({ requestUrl: url })), url).toEqual(refused);
    }
    // The first answer is checked and refused, the second as well, whatever was public in between.
    rebound = [LOOPBACK, LOOPBACK, LOOPBACK];
    expect(await incidentOf(await run({ requestUrl: `http://rebind.example:${side.port}/` }))).toEqual(refused);
    expect(side.requests.length).toBe(before);
  });

  it('refuses where a redirect leads, and the second answer of a name is asked by nobody', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    const incident = await incidentOf(await run({}));
    expect(incident?.message).toContain('the address rule refuses 10.0.0.1');
    answer = echo;
    server.settings.set(ALLOW, '127.0.0.1');
    rebound = [LOOPBACK, { address: '10.0.0.1', family: 4 }];
    await variablesAfter({ requestUrl: `http://rebind.example:${side.port}/` });
    expect(rebound).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });
});

describe('a secret', () => {
  const AUTHORIZED = { requestHeaders: "Authorization: Bearer ${secret('crm.token')}\nX-Own: ${own}" };
  const body = { variables: { own: "${secret('crm.token')}" } };
  const seen = async (fields: Fields) => {
    let headers: Readonly<Record<string, unknown>> = {};
    answer = (request, response) => {
      headers = request.headers;
      echo(request, response);
    };
    const instance = await run(fields, { body });
    await instance.standsAt('next');
    return { headers, instance };
  };

  it('is sent to a host that the list names, and stands in no table, page or log', async () => {
    const { headers, instance } = await seen({ ...AUTHORIZED, responseVariableName: 'answer' });
    expect(headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-own': "${secret('crm.token')}" });
    const said = [JSON.stringify(await variablesOf(instance))];
    const tables = await server.kernel.database.rows<{ name: string }>(
      sql('t_tables', "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'"),
    );
    for (const { name } of tables) {
      said.push(
        JSON.stringify(await server.kernel.database.rows(sql(`t_all_${name}`, `SELECT t::text FROM ${name} t`))),
      );
    }
    expect(tables.length).toBeGreaterThan(40);
    expect(said.filter((text) => text.includes('very-secret'))).toEqual([]);
    expect(said[0]).toContain('Bearer ***');
  });

  it.each([
    ['a host that the list does not name', AUTHORIZED, '127.0.0.0/8', 'SECRET_REFUSED'],
    [
      'a code that a module declares',
      { requestBody: "${secret('mail.smtp.password')}" },
      'erp.example',
      'SECRET_UNKNOWN',
    ],
    ['a code that nobody has defined', { requestBody: "${secret('no.such')}" }, 'erp.example', 'SECRET_UNKNOWN'],
    ['the host of a URL', { requestUrl: "http://erp${secret('crm.token')}.example/" }, 'erp.example', 'URL_INVALID'],
  ])('is not given for %s', async (_what, fields, allow, code) => {
    server.settings.set(ALLOW, allow);
    const before = side.requests.length;
    const incident = await incidentOf(await run(fields, { body }));
    expect(incident?.message).toContain(code);
    expect(side.requests.length).toBe(before);
  });

  it('does not follow a redirect to another host', async () => {
    answer = (_request, response) =>
      void response.writeHead(307, { location: `http://other.example:${side.port}/` }).end();
    const before = side.requests.length;
    const incident = await incidentOf(await run(AUTHORIZED, { body }));
    expect(incident?.message).toContain('REDIRECT_REFUSED: a call that carries a secret');
    expect(side.requests.length - before).toBe(3);
  });

  it('is refused at deployment wherever else a model names it', async () => {
    const expression = "${secret('crm.token')}";
    const models = [
      `<serviceTask id="call" keelson:expression="${expression}"/>`,
      `<userTask id="call" keelson:assignee="${expression}"/>`,
      http({ responseVariableName: expression }),
      http({ requestBody: '${secret(code)}' }),
      http({ requestBody: "${secret('crm.token').length()}" }),
      http({}).replace(
        '<extensionElements>',
        `<extensionElements><keelson:inputOutput><keelson:inputParameter name="a">${expression}</keelson:inputParameter></keelson:inputOutput>`,
      ),
    ];
    for (const model of models) {
      await expect(deployed(admin, chained([START, model, END])), model).rejects.toThrow();
    }
  });
});
