// Builds requests for the wire, right and wrong, from an operation's address, headers and body, and sends them unchanged.
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { oneTask } from '../support/models.ts';
import type { Reader, Target } from './document.ts';
import { hostileText, writeJson } from './hostile-values.ts';
import { inputFor, type KnownValues } from './schema-inputs.ts';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const brokenSegments = [
  '%',
  '%zz',
  '%c3%28',
  '%00',
  '%2e%2e',
  '%2f',
  '..',
  '.',
  '%ud800',
  '%F0%9F%92%A9',
  "'",
  'a'.repeat(3_000),
];

/** Node refuses to send anything else in a request line. */
const sendable = (text: string): string => text.replaceAll(/[^\u0021-\u007e]/g, '');

function segment(fit: readonly string[]): fc.Arbitrary<string> {
  const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fit).map(encoded) },
    { weight: 2, arbitrary: hostileText.map((text) => encoded(text.slice(0, 4_000))) },
    { weight: 2, arbitrary: fc.constantFrom(...brokenSegments) },
  );
}

function addressFor({ path, parameters }: Target, reader: Reader, known: KnownValues): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const pair = fc.oneof(
    // A parameter that holds JSON has its schema below `content`.
    ...query.map(({ name, schema = {} }) =>
      inputFor(schema, reader, known, name).map((value) => [name, String(value)] as const),
    ),
    fc.tuple(hostileText, hostileText),
  );
  const pairs =
    query.length === 0
      ? fc.nat(30).chain((draw) => fc.array(pair, { maxLength: draw === 0 ? 2 : 0 }))
      : fc.array(pair, { maxLength: 3 });
  return fc
    .tuple(
      fc.tuple(...names.map((name) => segment(known.forName(name === 'id' ? (path.split('/')[1] ?? name) : name)))),
      pairs,
    )
    .map(([segments, asked]) => {
      let next = 0;
      const filled = path.replaceAll(/\{[^}]+\}/g, () => segments[next++] ?? '');
      const encode = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, 2_000));
      const text = asked.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
      return sendable(text === '' ? filled : `${filled}?${text}`);
    });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.record({
    'idempotency-key': fc.constantFrom('a', 'b', 'a'.repeat(128), 'a'.repeat(129), '\u00ff', ' ', '"quoted"'),
  }),
  fc.record({
    accept: fc.constantFrom(
      '',
      '*/*',
      'text/html',
      'application/xml',
      ';q=1',
      'a'.repeat(2_000),
      'application/json;q=0',
    ),
  }),
  fc.record({ 'accept-language': fc.constantFrom('tr', '*', 'xx-', 'en;q=abc', `${'a-'.repeat(500)}`) }),
  fc.record({
    'x-request-id': fc.constantFrom(
      '',
      'a',
      '<script>',
      'x'.repeat(500),
      '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9',
    ),
  }),
  fc.record({
    cookie: fc.constantFrom('svc-session=svc_x', '=;=', `a=${'b'.repeat(3_000)}`, '__Host-svc-session=%00'),
  }),
  fc.record({ 'x-forwarded-for': fc.constantFrom('1.2.3.4', 'unknown', ',,,', '::1, evil') }),
  fc.record({ 'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x') }),
  fc.record({ range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'lines=1') }),
);

const mediaTypes = [
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'nonsense',
  'application/json; charset=utf-16',
  'application/json; charset=\u00ff',
  'a/b; boundary=',
];

interface Payload {
  readonly type: string | null;
  readonly body: Buffer | null;
}

const randomBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const brokenPayload: fc.Arbitrary<Payload> = fc.record({
  type: fc.option(fc.constantFrom(...mediaTypes), { nil: null }),
  body: fc.option(
    fc.oneof(
      randomBytes,
      hostileText.map((text) => Buffer.from(text)),
    ),
    { nil: null },
  ),
});

/** Cuts the text, or puts bytes into it that are no UTF-8. */
function damaged(body: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat(Math.max(0, body.length - 1));
  return fc.oneof(
    place.map((at) => body.subarray(0, at)),
    fc.tuple(place, randomBytes).map(([at, bytes]) => Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)])),
    fc.constant(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
    fc.constant(Buffer.concat([body, body])),
  );
}

function jsonPayload(
  type: string,
  schema: Target['bodies'][number]['schema'],
  reader: Reader,
  known: KnownValues,
): fc.Arbitrary<Payload> {
  return inputFor(schema, reader, known).map((value) => ({
    type,
    body: Buffer.from(type === 'text/plain' && typeof value === 'string' ? value : writeJson(value)),
  }));
}

const BOUNDARY = 'border';
const xmlTexts: readonly string[] = [
  oneTask('fuzzed'),
  '',
  '<',
  '<a/>',
  '<?xml version="1.0"?>',
  '\u0000',
  '<definitions/>',
  'PK\u0003\u0004',
  '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "file:///etc/passwd">]><a>&b;&d;</a>',
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="a" isExecutable="true"/></definitions>',
  `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`,
  oneTask('fuzzed').replace('answer', '\u0001'),
  oneTask('x'.repeat(300)),
  oneTask('fuzzed', 'keelson:assignee="${'),
  oneTask('fuzzed', 'keelson:priority="999999999999"'),
  oneTask('__proto__'),
];

function multipartPayload(schema: Target['bodies'][number]['schema']): fc.Arbitrary<Payload> {
  const names = [...Object.keys(schema.properties ?? {}), 'unknown', ''];
  const part = fc.record({
    name: fc.constantFrom(...names),
    fileName: fc.option(fc.constantFrom('a.bpmn', '', '../../a', '\u00fc"\\', 'a'.repeat(300)), { nil: null }),
    text: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...xmlTexts) },
      fc.constantFrom('true', 'maybe', 'lenient'),
      hostileText,
    ),
  });
  const written = fc.array(part, { maxLength: 3 }).map((parts) =>
    Buffer.from(
      `${parts
        .map(({ name, fileName, text }) => {
          const file = fileName === null ? '' : `; filename="${fileName}"`;
          return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
        })
        .join('')}--${BOUNDARY}--\r\n`,
    ),
  );
  return fc.tuple(written, fc.nat(4)).chain(([body, draw]) =>
    (draw === 0 ? damaged(body) : fc.constant(body)).map((bytes) => ({
      type: draw === 1 ? 'multipart/form-data' : `multipart/form-data; boundary=${BOUNDARY}`,
      body: bytes,
    })),
  );
}

function payloadFor({ bodies, method }: Target, reader: Reader, known: KnownValues): fc.Arbitrary<Payload> {
  const none = { type: null, body: null };
  if (bodies.length === 0) {
    return method === 'GET'
      ? fc.nat(9).chain((draw) => (draw === 0 ? brokenPayload : fc.constant(none)))
      : fc.oneof(fc.constant(none), brokenPayload);
  }
  const fit = bodies.map(({ mediaType, schema }) =>
    mediaType === 'multipart/form-data' ? multipartPayload(schema) : jsonPayload(mediaType, schema, reader, known),
  );
  const intact = fc.oneof(...fit);
  return fc.oneof(
    { weight: 7, arbitrary: intact },
    {
      weight: 1,
      arbitrary: intact.chain(({ type, body }) =>
        damaged(body ?? Buffer.alloc(0)).map((bytes) => ({ type, body: bytes })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(intact, fc.constantFrom(...mediaTypes)).map(([{ body }, type]) => ({ type, body })),
    },
    { weight: 1, arbitrary: brokenPayload },
  );
}

export function requestFor(target: Target, reader: Reader, known: KnownValues): fc.Arbitrary<WireRequest> {
  return fc
    .record({
      path: addressFor(target, reader, known),
      payload: payloadFor(target, reader, known),
      headers: oddHeaders,
    })
    .map(({ path, payload, headers }) => ({
      method: target.method,
      path,
      body: payload.body,
      headers: { ...(payload.type === null ? {} : { 'content-type': payload.type }), ...headers },
    }));
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Bodies beyond this may be cut off by a refusal, so that no answer is seen. */
const CUT_BYTES_MIN = 65_536;

export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    /** Answers null when the server refused a large body and hung up. */
    send({ method, path, headers, body }: WireRequest, token: string | null): Promise<WireAnswer | null> {
      return new Promise((resolve, reject) => {
        const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
        const length = body === null ? {} : { 'content-length': String(body.length) };
        const address = new URL(url);
        const options = { host: address.hostname, port: address.port, method, path, agent };
        const asked = request({ ...options, headers: { ...headers, ...authorization, ...length } }, (response) => {
          const chunks: Buffer[] = [];
          const { statusCode: status = 0, headers: received } = response;
          // A stream does not end by itself; its head is what is looked at.
          if (received['content-type']?.startsWith('text/event-stream')) {
            resolve({ status, headers: received, text: '' });
            response.destroy();
            return;
          }
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ status, headers: received, text: Buffer.concat(chunks).toString() }));
          response.on('error', reject);
        });
        asked.on('error', (error) => ((body?.length ?? 0) > CUT_BYTES_MIN ? resolve(null) : reject(error)));
        asked.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}
