// Starts a server of small contracts for tests, with callers by name and requests byte by byte.
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import {
  type BuiltDeclaration,
  defineModule,
  type ModuleContract,
  operation,
  type PlannedDeclaration,
  planned,
  sessionAccess,
} from '@keelson/contract';
import { createManualClock, type ManualClock } from '../database/clock.ts';
import { parseConfig } from '../process/config.ts';
import { createLogger } from '../process/logger.ts';
import { createMetrics, type MetricsRegistry } from '../process/metrics.ts';
import type { ActParts } from '../records/act.ts';
import type { Caller } from '../request/caller.ts';
import type { ReplyForm } from './answer/reply-form.ts';
import { type Authenticate, createGuard, type RefusalListener } from './exchange/guard.ts';
import { createOriginRules } from './exchange/origin-proof.ts';
import { createRemoteAddressReader } from './exchange/remote-address.ts';
import { createHttpServer, type PlainRoute } from './http-server.ts';
import type { AnyHandler } from './pipeline.ts';
import { createStreams, type Streams, type StreamsOptions } from './streams/streams.ts';

/** Answers the token of a person by one letter, as long as a real one. */
export function tokenOf(letter: string): string {
  return `svc_${letter.repeat(43)}`;
}
export function apiKeyOf(letter: string): string {
  return `svc_key_${letter.repeat(43)}`;
}

export function callerOf(partial: Partial<Caller> & { readonly authorityList?: readonly string[] } = {}): Caller {
  const authorities = new Set(partial.authorityList ?? []);
  return {
    kind: 'person',
    identifier: 'i'.repeat(43),
    username: 'anna',
    tenantIdentifier: 'default',
    userUuid: null,
    apiKeyUuid: null,
    actorUsername: null,
    localeTag: 'en',
    roles: new Set(),
    authorities,
    grants: new Set(),
    authenticatedAt: 0,
    holds: (authority) => authorities.has(authority),
    ...partial,
  };
}

/** An operation with the least that one needs; `over` says what the test is about. */
export function op(over: Partial<BuiltDeclaration> & { readonly path: string }): BuiltDeclaration {
  const least = { method: 'GET', summary: 'A thing', description: '', access: sessionAccess, effect: 'read' } as const;
  return { ...operation({ ...least, path: over.path }), ...over };
}
export function plannedOp(path: string): PlannedDeclaration {
  return planned({ method: 'POST', path, summary: 'Later', access: sessionAccess, bodyKind: 'json' });
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed text; null when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered
  readonly json: any;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

// A connection that is kept is served as those of real clients are.
const agent = new Agent({ keepAlive: true });

/** Sends exactly these headers, not those that `fetch` adds or forbids. */
export function send(url: string, { method = 'GET', headers = {}, body }: Sending = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = httpRequest(url, { method, headers: { ...length, ...headers }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        let json: unknown = null;
        try {
          json = JSON.parse(text);
        } catch {}
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Writes bytes to a connection and answers all that comes back until it ends. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

export interface TestHttpOptions {
  readonly operations?: Readonly<Record<string, BuiltDeclaration | PlannedDeclaration>>;
  readonly handlers?: Readonly<Record<string, AnyHandler>>;
  readonly contracts?: readonly ModuleContract[];
  readonly env?: Readonly<Record<string, string>>;
  readonly callers?: Readonly<Record<string, Caller>>;
  readonly authenticate?: Authenticate;
  readonly plainRoutes?: readonly PlainRoute[];
  readonly checkReplies?: boolean;
  readonly onRefused?: RefusalListener;
  readonly prefixes?: readonly string[];
  readonly streams?: Omit<StreamsOptions, 'log' | 'metrics'>;
  readonly sameSiteAllowed?: (tenantIdentifier: string | null) => boolean;
  readonly replyForms?: readonly ReplyForm[];
  /** What writes for the handlers; without it a handler that records fails, and keys of idempotency are not kept. */
  readonly acts?: ActParts;
  readonly listenHost?: string;
}

const refuseToWrite = (): never => {
  throw new Error('this test server has no database');
};
const unusedActs: ActParts = {
  events: { record: refuseToWrite, add: refuseToWrite },
  // Runs the work and keeps nothing.
  idempotency: {
    run: (_request, work) => work({ needed: false, save: refuseToWrite, add: refuseToWrite, saveAlone: refuseToWrite }),
    removeExpired: refuseToWrite,
  },
};

export interface TestHttp {
  readonly url: string;
  readonly clock: ManualClock;
  readonly metrics: MetricsRegistry;
  readonly streams: Streams;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was logged
  readonly logs: any[];
  /** Calls as the caller of token `a` unless the headers say otherwise. */
  call(path: string, sending?: Sending): Promise<Answer>;
  /** Posts JSON text. */
  post(path: string, body: string | Uint8Array, headers?: OutgoingHttpHeaders): Promise<Answer>;
  /** Waits so long for what is under way. */
  stop(drainMs?: number): Promise<void>;
}

/** Module `session` with prefix `/session-server` unless the test brings contracts; token `a` is a person without authorities. */
export async function startTestHttp(options: TestHttpOptions): Promise<TestHttp> {
  const config = parseConfig({ KEELSON_LISTEN: '127.0.0.1:0', ...options.env }, () => '/nonexistent');
  const clock = createManualClock();
  const logs: unknown[] = [];
  const log = createLogger('debug', { write: (line) => void logs.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const callers: Readonly<Record<string, Caller>> = {
    [tokenOf('a')]: callerOf({ authenticatedAt: clock.now() }),
    ...options.callers,
  };
  const contract = defineModule({
    name: 'session',
    title: 'Session',
    prefixes: options.prefixes ?? ['/session-server'],
    authorities: [],
    operations: options.operations ?? {},
  });
  const handlers = options.handlers ?? {};
  const streams = createStreams({ log, metrics, ...options.streams });
  const { sameSiteAllowed = () => true } = options;
  const { publicUrl, allowedOrigins } = config;
  const server = createHttpServer({
    ...(options.replyForms === undefined ? {} : { replyForms: options.replyForms }),
    config,
    clock,
    log,
    metrics,
    streams,
    guard: createGuard({
      clock,
      freshPeriodMs: () => 60_000,
      authenticate:
        options.authenticate ??
        (({ token }) => {
          const caller = callers[token];
          return caller === undefined ? { reject: 'AUTHENTICATION_REQUIRED' } : { caller };
        }),
      ...(options.onRefused === undefined ? {} : { onRefused: options.onRefused }),
    }),
    sources: {
      remote: createRemoteAddressReader(config.trustedProxies),
      origins: createOriginRules({ publicUrl, allowedOrigins, sameSiteAllowed }),
      newRequestId: () => randomUUID(),
    },
    modules: (options.contracts ?? [contract]).map((each) => ({ contract: each, handlers })),
    plainRoutes: options.plainRoutes ?? [],
    checkReplies: options.checkReplies ?? true,
    acts: options.acts ?? unusedActs,
  });
  const port = await server.listen({ host: options.listenHost ?? '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${port}`;
  const call: TestHttp['call'] = (path, sending = {}) =>
    send(url + path, { ...sending, headers: { authorization: `Bearer ${tokenOf('a')}`, ...sending.headers } });
  return {
    url,
    clock,
    metrics,
    streams,
    logs,
    call,
    post: (path, body, headers = {}) =>
      call(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    async stop(drainMs = 0) {
      streams.stop();
      metrics.stop();
      await server.close(drainMs);
    },
  };
}

/** `field code` of each argument of a failure, sorted. */
export function problemsIn(answer: Answer): readonly string[] {
  const argumentList: readonly { field: string; code: string }[] = answer.json.errorDetail.errorArguments;
  return argumentList.map(({ field, code }) => `${field} ${code}`).sort();
}
