// Runs the HTTP server: routes from contracts, and answers in the envelope for everything that reaches no operation.
import { createServer as createNodeServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { formOf, type ModuleContract } from '@keelson/contract';
import type { Clock } from '../database/clock.ts';
import type { Config } from '../process/config.ts';
import type { Logger } from '../process/logger.ts';
import type { MetricsRegistry } from '../process/metrics.ts';
import type { ActParts } from '../records/act.ts';
import { ServiceError } from '../request/errors.ts';
import { notFoundError } from '../request/not-found.ts';
import { type Address, collectAddresses, createMethodFinder } from './addresses.ts';
import { createCors } from './answer/cors.ts';
import { createFailureAnswers, type FailureAnswers, type FailurePlace } from './answer/failure.ts';
import { type ReplyForm, type ServedForm, type ServedForms, serveForms } from './answer/reply-form.ts';
import { type CompiledSchemas, createCompiledSchemas } from './answer/serializers.ts';
import { createSocketAnswers } from './answer/socket-answer.ts';
import { createDirectConnections } from './direct/direct-connections.ts';
import type { Guard } from './exchange/guard.ts';
import { type ContextSources, HttpContext } from './exchange/http-context.ts';
import { type HttpRequest, streamingResponse } from './exchange/http-message.ts';
import { createHeaderSets, type HeaderSets, type ReplyHeaders } from './exchange/reply.ts';
import { requireSoundHead } from './exchange/sound-head.ts';
import { BodiesInFlight } from './input/bodies-in-flight.ts';
import { createListener, type HttpServer } from './listener.ts';
import { answerSockets } from './owed-answers.ts';
import { type AnyHandler, createPipeline, type PipelineParts } from './pipeline.ts';
import { createRoutes, PATH_PARAMETER_LENGTH_MAX, type PathFault, type Route } from './routes.ts';
import { createDownloads } from './streams/downloads.ts';
import type { Streams } from './streams/streams.ts';

/** A little longer than the 60 s of common balancers, so that the balancer closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** A slow request lasts at most a tenth longer than it may. */
const TIMEOUT_CHECKS = 10;

/** A module as it is served; `handlers` is null when only its contract is known. */
export interface ServedModule {
  readonly contract: ModuleContract;
  readonly handlers: Readonly<Record<string, AnyHandler>> | null;
}

/** A route outside the contract, for health, metrics and documents; its answers are not in the envelope. */
export interface PlainRoute {
  /** A path; one that ends with `/*` stands for every path that goes on there. */
  readonly path: string;
  answer(request: IncomingMessage, response: ServerResponse, sets: HeaderSets): void | Promise<void>;
}

export interface HttpParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly guard: Guard;
  readonly sources: ContextSources;
  readonly modules: readonly ServedModule[];
  readonly plainRoutes: readonly PlainRoute[];
  /** Validates every reply against its schema. */
  readonly checkReplies: boolean;
  readonly streams: Streams;
  /** Parts that the acts of requests are made with. */
  readonly acts: ActParts;
  /** Holds every form that a contract names. */
  readonly replyForms?: readonly ReplyForm[];
  /** Is this server's own unless given. */
  readonly schemas?: CompiledSchemas | undefined;
}

/** Methods of plain routes; node sends the headers of an answer to HEAD and keeps its body back. */
const plainMethods = ['GET', 'HEAD'] as const;

interface Unrouted {
  readonly failures: FailureAnswers;
  readonly sources: ContextSources;
  /**
   * Answers where a request failed that reaches no operation; at the addresses of a protocol the failure has its form.
   */
  readonly placeOf: (request: HttpRequest) => FailurePlace;
}

/** Names the response headers that pages of other origins may read. */
function exposedHeaders(modules: readonly ServedModule[]): readonly string[] {
  const names = new Set(['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'X-Svc-Ignored-Fields']);
  for (const { contract } of modules) {
    for (const operation of Object.values(contract.operations)) {
      if (!operation.built || !('headers' in operation.reply)) continue;
      for (const name of Object.keys(operation.reply.headers ?? {})) if (name.startsWith('x-svc-')) names.add(name);
    }
  }
  return [...names];
}

function createServer({ limits: { headerBytes, requestTimeoutMs } }: Config): Server {
  return createNodeServer({
    maxHeaderSize: headerBytes,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    // Node looks every 30 s: a request of 30 s would be given 60.
    connectionsCheckingInterval: requestTimeoutMs / TIMEOUT_CHECKS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
}

const pathFaults: Readonly<Record<PathFault, string>> = {
  FORMAT: 'Is not percent-encoded UTF-8.',
  TOO_LONG: `A parameter has more than ${PATH_PARAMETER_LENGTH_MAX} characters.`,
};

function pipelineOf(
  address: Address,
  modules: readonly ServedModule[],
  made: Map<Address['operation'], Route>,
  dependencies: PipelineParts,
): Route {
  const known = made.get(address.operation);
  if (known !== undefined) return known;
  const handlers = modules.find(({ contract }) => contract.name === address.module)?.handlers ?? null;
  const handler = handlers?.[address.key] ?? null;
  if (address.operation.built && handler === null)
    throw new Error(`${address.module} ${address.key} is built and has no handler`);
  const pipeline = createPipeline(
    address.operation,
    handler,
    { service: address.module, key: address.key },
    dependencies,
  );
  made.set(address.operation, pipeline);
  return pipeline;
}

interface Finders {
  readonly methodsOf: (path: string) => readonly string[];
  /** Finds the form of failures at a path; undefined stands for the envelope. */
  readonly formAt: (path: string) => ServedForm | undefined;
}

function createFinders(addresses: readonly Address[], plainRoutes: readonly PlainRoute[], forms: ServedForms): Finders {
  const routeOf = ({ operation, path }: Address) => ({ method: operation.method, path });
  const formed = [...forms.values()].map((served) => {
    const own = addresses.filter(({ operation }) => formOf(operation) === served.form.name);
    return { served, methodsOf: createMethodFinder(own.map(routeOf)) };
  });
  return {
    formAt: (path) => formed.find(({ methodsOf }) => methodsOf(path).length > 0)?.served,
    methodsOf: createMethodFinder([
      ...addresses.map(routeOf),
      ...plainRoutes.flatMap(({ path }) => plainMethods.map((method) => ({ method, path }))),
    ]),
  };
}

/** Answers the path that everything is served below, with a slash at its end. */
export function basePath(publicUrl: string | null): string {
  return new URL(publicUrl ?? 'http://localhost').pathname.replace(/\/*$/, '/');
}

function pathOf({ url = '' }: { readonly url?: string | undefined }): string {
  return url.split('?', 1)[0] ?? '';
}

/** Answers 405 for what another method would reach, else 404; preflight requests are answered here too. */
function createUnroutedAnswer(
  { methodsOf, formAt }: Finders,
  { failures, sources, placeOf, cors }: Unrouted & Pick<PipelineParts, 'cors'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const path = pathOf(request);
    const methods = methodsOf(path);
    const allowed = formAt(path)?.cors ?? cors;
    if (methods.length > 0 && allowed?.preflight(request, response, methods) === true) return;
    const allow: ReplyHeaders = methods.length > 0 ? ['allow', methods.join(', ')] : [];
    const failure =
      methods.length > 0
        ? new ServiceError('METHOD_NOT_ALLOWED', { parameters: { method: request.method ?? '' } })
        : notFoundError('OPERATION_NOT_FOUND', [{ operation: `${request.method} ${path}` }]);
    failures.answer(failure, new HttpContext(request, sources), response, placeOf(request), allow);
  };
}

/** Serves a route outside the contract through node's own reader and writer. */
function plainRoute(route: PlainRoute, sets: HeaderSets, { failures, sources, placeOf }: Unrouted): Route {
  return {
    isDirect: false,
    serve({ raw }, response) {
      const answer = async () => {
        requireSoundHead(raw);
        await route.answer(raw as IncomingMessage, streamingResponse(response), sets);
      };
      answer().catch((error: unknown) => {
        failures.answer(error, new HttpContext(raw, sources), response, placeOf(raw));
      });
    },
  };
}

/** Makes the server with all its routes; it listens when `listen` is called. */
export function createHttpServer(dependencies: HttpParts): HttpServer {
  const { config, clock, log, metrics, guard, sources, modules, plainRoutes, checkReplies, streams } = dependencies;
  const { acts, replyForms = [], schemas = createCompiledSchemas() } = dependencies;
  const sets = createHeaderSets(config.publicUrl?.startsWith('https:') === true);
  const cors = createCors(config.allowedOrigins, exposedHeaders(modules));
  const forms = serveForms(replyForms, cors);
  const failures = createFailureAnswers({
    sets,
    clock,
    log,
    cors,
    home: basePath(config.publicUrl),
    alwaysOk: config.errorStatus === 'always-200',
    checkReplies,
  });
  const addresses = collectAddresses(
    modules.map(({ contract }) => contract),
    config.prefixes,
  );
  const { methodsOf, formAt } = createFinders(addresses, plainRoutes, forms);
  const none = metrics.operation('keelson', 'none');
  // A person who follows a link that leads nowhere gets a page.
  const place = { service: 'keelson', operation: 'none', path: null, metrics: none, onPage: true as const };
  const placeOf: Unrouted['placeOf'] = (request) => {
    const served = formAt(pathOf(request));
    return served === undefined ? place : { ...place, served };
  };
  const unrouted: Unrouted = { failures, sources, placeOf };
  const shared: PipelineParts = {
    config,
    guard,
    sources,
    validators: schemas,
    sets,
    failures,
    cors,
    forms,
    log,
    metrics,
    checkReplies,
    streams,
    downloads: createDownloads({ log }),
    bodies: new BodiesInFlight(config.limits.bodiesBytes),
    acts,
  };
  const routes = createRoutes((fault, request, response) => {
    const errorArguments = [{ field: 'path', code: fault, message: pathFaults[fault] }] as const;
    const failure = new ServiceError('VALIDATION_FAILED', { errorArguments });
    // The address may belong to an operation of another method, whose clients are programs: JSON, no page.
    const { onPage: _, ...place } = placeOf(request);
    failures.answer(failure, new HttpContext(request, sources), response, place);
  });
  const made = new Map<Address['operation'], Route>();
  for (const address of addresses) {
    routes.add(address.operation.method, address.path, pipelineOf(address, modules, made, shared));
  }
  for (const plain of plainRoutes) {
    for (const method of plainMethods) routes.add(method, plain.path, plainRoute(plain, sets, unrouted));
  }
  const answerUnrouted = createUnroutedAnswer({ methodsOf, formAt }, { ...unrouted, cors });
  const server = createServer(config);
  server.on('request', (request, response) => {
    // A client that is answered while the server closes has to use another connection.
    if (!server.listening) response.shouldKeepAlive = false;
    if (!routes.serve(request, response)) answerUnrouted(request, response);
  });
  const socketAnswers = createSocketAnswers({
    clock,
    sources,
    headerBytes: config.limits.headerBytes,
    alwaysOk: config.errorStatus === 'always-200',
    formAt: (url) => formAt(pathOf({ url }))?.form,
  });
  answerSockets(server, socketAnswers, (request) => methodsOf(pathOf(request)));
  const { headerBytes, requestTimeoutMs } = config.limits;
  const connections = createDirectConnections({
    server,
    routes,
    headBytesMax: headerBytes,
    firstRequestMs: requestTimeoutMs,
    keepAliveMs: KEEP_ALIVE_TIMEOUT_MS,
    checkMs: requestTimeoutMs / TIMEOUT_CHECKS,
  });
  return createListener(server, connections);
}
