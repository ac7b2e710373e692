// Tests calls to other systems: redirects, names that change, slow and endless answers, packed ones, certificates.
import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE, type OtherSide, startOtherSide } from '../../testing/other-side.ts';
import { createAddressGuard, type Resolve } from './address-guard.ts';
import { ALLOW_NOTHING, parseAllowList } from './allow-list.ts';
import { createOutbound } from './outbound.ts';
import type { OutboundRequest } from './outbound.types.ts';

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const ALLOWED = parseAllowList('erp.example other.example');
const MEBIBYTE = 1_048_576;

let side: OtherSide;
let secure: OtherSide;

const PATHS: Readonly<Record<string, RequestListener>> = {
  '/echo'(request, response) {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ method: request.method, headers: request.headers, body }));
    });
  },
  '/silent': () => undefined,
  '/slow': (_request, response) => void response.write('begins'),
  '/endless'(_request, response) {
    const chunk = Buffer.alloc(65_536, 'x');
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  },
  '/gzip': (_request, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/deflate': (_request, response) => void response.setHeader('content-encoding', 'deflate').end(deflateSync('packed')),
  '/br': (_request, response) => void response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/bomb'(_request, response) {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(4 * MEBIBYTE)));
  },
  '/twice'(_request, response) {
    response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(gzipSync(Buffer.alloc(4 * MEBIBYTE))));
  },
  '/broken': (_request, response) => void response.setHeader('content-encoding', 'gzip').end('no gzip at all'),
  '/odd': (_request, response) => void response.setHeader('content-encoding', 'rot13').end('x'),
  '/cut': (_request, response) => {
    response.setHeader('content-length', '100').write('ten bytes.', () => response.destroy());
  },
  '/circle': (_request, response) => void response.writeHead(302, { location: '/circle' }).end(),
  '/to-metadata'(_request, response) {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
  '/to-file': (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-other'(_request, response) {
    response.writeHead(307, { location: `http://other.example:${side.port}/echo` }).end();
  },
  '/to-echo': (_request, response) => void response.writeHead(302, { location: '/echo' }).end(),
};

const listener: RequestListener = (request, response) => {
  const path = PATHS[request.url ?? ''];
  if (path === undefined) response.end('fine');
  else path(request, response);
};

beforeAll(async () => {
  side = await startOtherSide(listener);
  secure = await startOtherSide(listener, { secure: true });
});
afterAll(() => Promise.all([side.stop(), secure.stop()]));

const resolve: Resolve = async () => [LOOPBACK];
const outbound = createOutbound(createAddressGuard(resolve));

function send(path: string, options: Partial<OutboundRequest> = {}, client = outbound) {
  const url = path.startsWith('/') ? `http://erp.example:${side.port}${path}` : path;
  return client.send({ method: 'GET', url, headers: {}, body: null, allow: ALLOWED, ...options });
}

async function answered(path: string, options: Partial<OutboundRequest> = {}) {
  const result = await send(path, options);
  if (result.outcome === 'failed') throw new Error(`${result.code}: ${result.message}`);
  return result;
}

async function codeOf(path: string, options: Partial<OutboundRequest> = {}): Promise<string> {
  const result = await send(path, options);
  return result.outcome === 'failed' ? result.code : 'answered';
}

const echoed = async (path: string, options: Partial<OutboundRequest> = {}) =>
  JSON.parse((await answered(path, options)).body.toString());

describe('a call', () => {
  it('sends method, headers and body, and answers status, headers and bytes', async () => {
    const answer = await answered('/echo', { method: 'POST', headers: { 'X-Own': 'a' }, body: 'ğüş' });
    expect(answer).toMatchObject({ status: 200, reason: 'OK', httpVersion: '1.1' });
    const seen = JSON.parse(answer.body.toString());
    expect(seen).toMatchObject({ method: 'POST', body: 'ğüş' });
    expect(seen.headers).toMatchObject({ 'x-own': 'a', 'content-length': '6', host: `erp.example:${side.port}` });
  });

  it.each(['/gzip', '/deflate', '/br'])('unpacks %s', async (path) => {
    expect((await answered(path)).body.toString()).toBe('packed');
  });

  it.each([
    'ftp://erp.example/',
    'file:///etc/passwd',
    'no url',
    'http://',
    'http://user:word@erp.example/',
    'javascript:1',
  ])('refuses the URL %s', async (url) => {
    expect(await codeOf(url)).toBe('URL_INVALID');
  });

  it.each([
    { method: 'CONNECT' },
    { method: 'TRACE' },
    { method: 'get x' },
    { headers: { Host: 'other.example' } },
    { headers: { 'Transfer-Encoding': 'chunked' } },
    { headers: { 'X-Own': 'a\r\nX-Other: b' } },
    { headers: { 'no name': 'a' } },
  ])('refuses the request %o', async (options) => {
    const before = side.requests.length;
    expect(await codeOf('/echo', options)).toBe('REQUEST_INVALID');
    expect(side.requests.length).toBe(before);
  });

  it('takes no way through a proxy and trusts no certificate that the environment names', async () => {
    const nowhere = 'http://127.0.0.1:9';
    vi.stubEnv('HTTP_PROXY', nowhere).stubEnv('http_proxy', nowhere).stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      expect((await answered('/')).status).toBe(200);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('tells a host that is unknown or refuses the connection', async () => {
    const lost = createOutbound(createAddressGuard(() => Promise.reject(new Error('ENOTFOUND'))));
    expect(await send('/', {}, lost)).toMatchObject({ code: 'HOST_UNKNOWN' });
    const closed = await startOtherSide(listener);
    await closed.stop();
    expect(await codeOf(`http://erp.example:${closed.port}/`)).toBe('CONNECTION_FAILED');
    expect(await codeOf('/cut')).toBe('CONNECTION_FAILED');
  });
});

describe('the rule of addresses', () => {
  it('refuses a private address before anything is sent, and does not tell it', async () => {
    const before = side.requests.length;
    const result = await send('/', { allow: ALLOW_NOTHING });
    expect(result).toMatchObject({ code: 'ADDRESS_REFUSED', message: expect.stringContaining('loopback') });
    expect(JSON.stringify(result)).not.toContain('127.0.0.1');
    expect(side.requests.length).toBe(before);
  });

  it('connects to the address that it checked, whatever the name answers the second time', async () => {
    const answers: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }, LOOPBACK];
    let asked = 0;
    const changing: Resolve = async () => [answers[asked++] ?? LOOPBACK];
    const client = createOutbound(createAddressGuard(changing));
    const allow = parseAllowList('192.0.2.1');
    const before = side.requests.length;
    const result = await send('/', { allow, totalTimeoutMs: 200 }, client);
    expect([result.outcome, asked, side.requests.length - before]).toEqual(['failed', 1, 0]);
    expect(await send('/', { allow }, client)).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('holds for each redirect anew', async () => {
    expect(await codeOf('/to-metadata')).toBe('ADDRESS_REFUSED');
    expect(await codeOf('/to-file')).toBe('URL_INVALID');
    expect(await codeOf('/to-other', { allow: parseAllowList('erp.example') })).toBe('ADDRESS_REFUSED');
  });
});

describe('a redirect', () => {
  it('is followed three times, or as often as the caller says', async () => {
    const before = side.requests.length;
    expect(await codeOf('/circle')).toBe('REDIRECT_REFUSED');
    expect(side.requests.length - before).toBe(4);
    expect(await codeOf('/to-echo', { redirectsMax: 0 })).toBe('REDIRECT_REFUSED');
    expect((await answered('/to-echo', { redirects: 'manual' })).status).toBe(302);
  });

  it('takes no credential along to another host, under whatever name', async () => {
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'x', 'Content-Type': 'text/plain' };
    const { headers: seen, body, method } = await echoed('/to-other', { method: 'POST', headers, body: 'text' });
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen).not.toHaveProperty(name);
    expect([seen['content-type'], body, method]).toEqual(['text/plain', 'text', 'POST']);
  });

  it('keeps the headers on the same host, and becomes GET after a POST', async () => {
    const headers = { Authorization: 'Bearer x', 'Content-Type': 'text/plain' };
    const { headers: seen, body, method } = await echoed('/to-echo', { method: 'POST', headers, body: 'text' });
    expect([seen.authorization, seen['content-type'], body, method]).toEqual(['Bearer x', undefined, '', 'GET']);
  });

  it('to another host is not followed by a call that says so', async () => {
    expect(await codeOf('/to-other', { redirects: 'same-origin' })).toBe('REDIRECT_REFUSED');
    expect(await codeOf('/to-echo', { redirects: 'same-origin' })).toBe('answered');
  });
});

describe('the bounds of a call', () => {
  it.each(['/silent', '/slow'])('end one whose answer does not come to its end: %s', async (path) => {
    expect(await codeOf(path, { totalTimeoutMs: 100 })).toBe('TIMEOUT');
  });

  it('end one that does not connect, the question for the address included', async () => {
    const client = createOutbound(createAddressGuard(() => new Promise(() => undefined)));
    expect(await send('/', { connectTimeoutMs: 50 }, client)).toMatchObject({ code: 'CONNECT_TIMEOUT' });
  });

  it.each(['/endless', '/bomb', '/twice'])('end one whose answer is too large, packed or not: %s', async (path) => {
    expect(await codeOf(path)).toBe('ANSWER_TOO_LARGE');
  });

  it('let pass what is exactly as large as is allowed', async () => {
    expect(await codeOf('/gzip', { answerBytesMax: 26 })).toBe('answered');
    expect(await codeOf('/', { answerBytesMax: 4 })).toBe('answered');
    expect(await codeOf('/', { answerBytesMax: 3 })).toBe('ANSWER_TOO_LARGE');
  });

  it.each(['/broken', '/odd'])('refuse what cannot be unpacked: %s', async (path) => {
    expect(await codeOf(path)).toBe('ANSWER_UNREADABLE');
  });

  it('are no longer waited for by whoever gives the call up', async () => {
    const abort = new AbortController();
    const result = send('/silent', { signal: abort.signal });
    abort.abort();
    expect(await result).toMatchObject({ code: 'ABORTED' });
    expect(await codeOf('/', { signal: abort.signal })).toBe('ABORTED');
  });
});

describe('a certificate', () => {
  const url = (host: string): string => `https://${host}:${secure.port}/`;

  it('has to be trusted, and to name the host', async () => {
    expect(await codeOf(url('erp.example'))).toBe('TLS_FAILED');
    expect(await codeOf(url('other.example'), { certificateAuthorities: CERTIFICATE })).toBe('TLS_FAILED');
    expect(await codeOf(url('erp.example'), { certificateAuthorities: CERTIFICATE })).toBe('answered');
  });

  it('is asked for on a port that speaks something else', async () => {
    expect(await codeOf(`https://erp.example:${side.port}/`)).toBe('TLS_FAILED');
  });
});
