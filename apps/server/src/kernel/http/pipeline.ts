// One operation over HTTP: guard, read, handle, answer. The guard comes before the body.
import { type BuiltOperation, errorCodesOf, formOf, type Operation } from '@keelson/contract';
import type { Config } from '../process/config.ts';
import type { Logger } from '../process/logger.ts';
import type { MetricsRegistry } from '../process/metrics.ts';
import { type ActParts, createActFactory, type PublicAct, type RequestAct } from '../records/act.ts';
import { echoPath } from '../request/echo.ts';
import { ServiceError } from '../request/errors.ts';
import { createAnswerSender } from './answer/answer.ts';
import type { Cors } from './answer/cors.ts';
import type { FailureAnswers, FailurePlace } from './answer/failure.ts';
import { type ServedForms, servedFormOf } from './answer/reply-form.ts';
import type { CompiledSchemas } from './answer/serializers.ts';
import { type Authenticated, type Guard, guardedOperation } from './exchange/guard.ts';
import { type ContextSources, HttpContext } from './exchange/http-context.ts';
import type { HttpResponse, RequestParts } from './exchange/http-message.ts';
import { refuse } from './exchange/rejection.ts';
import type { HeaderSets, ReplyHeaders } from './exchange/reply.ts';
import { requireSoundHead } from './exchange/sound-head.ts';
import type { BodiesInFlight } from './input/bodies-in-flight.ts';
import { createInputReader, type Input } from './input/input-reader.ts';
import type { Route } from './routes.ts';
import type { Downloads } from './streams/downloads.ts';
import type { Streams } from './streams/streams.ts';

/** A handler as the pipeline calls it; the contract's types hold it against its operation at compile time. */
export type AnyHandler = (
  request: Pick<Input, 'params' | 'query' | 'body'> & {
    readonly act: PublicAct;
  },
) => Promise<unknown>;

/** All operations of a server share these parts. */
export interface PipelineParts {
  readonly config: Pick<Config, 'limits' | 'unknownFields' | 'logSampleEvery'>;
  readonly guard: Guard;
  readonly sources: ContextSources;
  readonly validators: CompiledSchemas;
  readonly sets: HeaderSets;
  readonly failures: FailureAnswers;
  readonly cors: Cors | null;
  readonly forms: ServedForms;
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly checkReplies: boolean;
  readonly streams: Streams;
  readonly downloads: Downloads;
  readonly bodies: BodiesInFlight;
  readonly acts: ActParts;
}

type Run = (
  request: RequestParts,
  response: HttpResponse,
  context: HttpContext,
  admitted: Authenticated | null,
) => Promise<void>;

/** Names that are listed at most, since the list is a header. Header names and values are ASCII. */
const IGNORED_FIELDS_MAX = 50;
const IGNORED_FIELDS = 'x-svc-ignored-fields';
/** Shared empty list of operations that ignore no field. */
const NONE_IGNORED: string[] = [];

function ignoredFieldsValue(ignored: readonly string[]): string {
  return ignored
    .slice(0, IGNORED_FIELDS_MAX)
    .map((field) => encodeURIComponent(echoPath(field).toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']'))
    .join(', ');
}

function plannedPipeline(
  operation: Operation,
  place: FailurePlace,
  { guard, sources, failures }: PipelineParts,
): Route {
  const guarded = guardedOperation(operation);
  const serve = ({ raw }: RequestParts, response: HttpResponse): void => {
    const context = new HttpContext(raw, sources);
    const refuse = (error: unknown): void => failures.answer(error, context, response, place);
    const refuseAsPlanned = (): void => refuse(new ServiceError('OPERATION_NOT_IMPLEMENTED'));
    try {
      requireSoundHead(raw);
      const admitted = guard.admit(guarded, context);
      if (admitted instanceof Promise) admitted.then(refuseAsPlanned, refuse);
      else refuseAsPlanned();
    } catch (error) {
      refuse(error);
    }
  };
  return { isDirect: true, serve };
}

/** Tests check that a thrown code is declared by the operation; another one is a defect. */
function createDeclarationCheck(operation: BuiltOperation, checkReplies: boolean): (error: unknown) => unknown {
  if (!checkReplies) return (error) => error;
  const declared = new Set<string>(errorCodesOf(operation));
  return (error) => {
    if (!(error instanceof ServiceError) || declared.has(error.code)) return error;
    return new Error(`${operation.name} does not declare ${error.code}`, { cause: error });
  };
}

/** Tests check that an operation declared idempotent which has answered went through `once`. */
function requireOnce({ name, idempotent }: BuiltOperation, act: RequestAct): void {
  if (idempotent === true && !act.ranOnce) throw new Error(`${name} is declared idempotent and does not heed the key`);
}

/** Counts a success and writes every n-th of them to the log. */
function createSuccessRecord(
  { service, operation, metrics }: FailurePlace,
  { config, log }: PipelineParts,
): (status: number, context: HttpContext) => void {
  let untilSample = config.logSampleEvery;
  return (status, context) => {
    const durationMs = performance.now() - context.startedMs;
    metrics.observe(status, durationMs);
    if (config.logSampleEvery === 0) return;
    untilSample -= 1;
    if (untilSample > 0) return;
    untilSample = config.logSampleEvery;
    log.info({ requestId: context.requestId, module: service, operation, status, durationMs }, 'request answered');
  };
}

/** Answers the headers beside those of the reply itself; null in the usual case that there are none. */
function extraHeaders(
  cors: Cors | null,
  admitted: Authenticated | null,
  context: HttpContext,
  ignored: readonly string[],
): ReplyHeaders | null {
  if (cors === null && admitted?.headers === undefined && ignored.length === 0) return null;
  const extra: ReplyHeaders = [];
  for (const [name, value] of Object.entries(admitted?.headers ?? {})) extra.push(name, value);
  if (ignored.length > 0) extra.push(IGNORED_FIELDS, ignoredFieldsValue(ignored));
  cors?.add(extra, context.request);
  return extra;
}

/**
 * Makes the part of the pipeline behind the guard: it reads the input, calls the handler and writes the answer, an
 * error's too.
 */
function createRun(
  operation: BuiltOperation,
  handler: AnyHandler,
  place: FailurePlace,
  dependencies: PipelineParts,
): Run {
  const { failures, bodies } = dependencies;
  const cors = place.served?.cors ?? dependencies.cors;
  const reader = createInputReader(operation, dependencies);
  const writer = createAnswerSender(`${place.service} ${place.operation}`, operation, dependencies);
  const declaredOrDefect = createDeclarationCheck(operation, dependencies.checkReplies);
  const succeeded = createSuccessRecord(place, dependencies);
  const named = { name: `${place.service}.${place.operation}`, idempotent: operation.idempotent === true };
  const actOf = createActFactory(dependencies.acts, named);
  return async (request, response, context, admitted) => {
    const ignored: string[] = reader.ignores ? [] : NONE_IGNORED;
    try {
      writer.negotiate(context);
      const reading = reader.read(request, context, ignored);
      const { params, query, body } = reading instanceof Promise ? await reading : reading;
      if (context.rejection !== null) refuse(context.rejection);
      const caller = admitted === null ? null : admitted.caller;
      const act = actOf(caller, context, { params, query, body });
      const answer = await handler({ params, query, body, act });
      if (dependencies.checkReplies) requireOnce(operation, act);
      const extra = extraHeaders(cors, admitted, context, ignored);
      const status = writer.write(answer, context, response, extra, caller);
      succeeded(typeof status === 'number' ? status : await status, context);
    } catch (error) {
      const extra = ignored.length === 0 ? [] : [IGNORED_FIELDS, ignoredFieldsValue(ignored)];
      failures.answer(declaredOrDefect(error), context, response, place, extra);
    } finally {
      bodies.release(context);
    }
  };
}

/** `handler` is null for operations that are not built. */
export function createPipeline(
  operation: Operation,
  handler: AnyHandler | null,
  at: { readonly service: string; readonly key: string },
  dependencies: PipelineParts,
): Route {
  const { guard, sources, failures } = dependencies;
  const metrics = dependencies.metrics.operation(at.service, at.key);
  const form = formOf(operation);
  const served = form === null ? {} : { served: servedFormOf(dependencies.forms, form) };
  const onPage = operation.built && operation.reply.kind === 'page-or-void' ? { onPage: true as const } : {};
  const place: FailurePlace = {
    service: at.service,
    operation: at.key,
    path: operation.path,
    metrics,
    ...served,
    ...onPage,
  };
  if (!operation.built || handler === null) return plannedPipeline(operation, place, dependencies);

  const guarded = guardedOperation(operation);
  const run = createRun(operation, handler, place, dependencies);
  return {
    isDirect: isWhole(operation),
    serve(request, response) {
      const { raw } = request;
      const context = new HttpContext(raw, sources);
      const refuse = (error: unknown): void => failures.answer(error, context, response, place);
      const proceed = (admitted: Authenticated | null): void => void run(request, response, context, admitted);
      try {
        requireSoundHead(raw);
        const admitted = guard.admit(guarded, context);
        if (admitted instanceof Promise) admitted.then(proceed, refuse);
        else proceed(admitted);
      } catch (error) {
        refuse(error);
      }
    },
  };
}

/** Says whether the body is read whole and the answer written whole, nothing of it later. */
function isWhole({ body, reply }: BuiltOperation): boolean {
  return body.kind !== 'multipart' && reply.kind !== 'event-stream' && reply.kind !== 'download';
}
