// Answers whatever a request failed with: the envelope, its status and headers, the log line.
import { IncomingMessage } from 'node:http';
import { type ErrorCode, errorDefinition, type Language } from '@keelson/contract';
import type { Clock } from '../../database/clock.ts';
import type { Logger } from '../../process/logger.ts';
import type { OperationMetrics } from '../../process/metrics.ts';
import { createSummedLog } from '../../process/summed-log.ts';
import { type FailOptions, ServiceError } from '../../request/errors.ts';
import { findUntranslated } from '../../request/translated-arguments.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { HttpRequest, HttpResponse } from '../exchange/http-message.ts';
import { addCookies, type HeaderSets, type ReplyHeaders, send, setHeaders } from '../exchange/reply.ts';
import { RequestAborted } from '../input/body-readers.ts';
import type { Cors } from './cors.ts';
import { failureEnvelope, failureSentence } from './envelope.ts';
import type { ServedForm } from './reply-form.ts';
import { smallPage } from './small-page.ts';
import { lingerBehind } from './socket-answer.ts';

/** Where a request failed, for the envelope, the log and the metrics. */
export interface FailurePlace {
  readonly service: string;
  readonly operation: string;
  /** Holds the names of the parameters in place of their values; null where no operation was met. */
  readonly path: string | null;
  readonly metrics: OperationMetrics;
  /** Form in which a failure is sent instead of the envelope, to clients that may read its answers. */
  readonly served?: ServedForm;
  /** Sends the failure as a page to clients that prefer HTML to JSON. */
  readonly onPage?: true;
}

export interface FailureAnswers {
  /** Sends the failure; `extra` are headers that belong to it. Nothing is sent when the client has gone. */
  answer(error: unknown, context: HttpContext, response: HttpResponse, place: FailurePlace, extra?: ReplyHeaders): void;
}

/** A client that is asked to come back waits at least this long. */
const RETRY_AFTER_SECONDS = 1;
/** A rejected body up to this size is read to its end, so that the connection can be kept; a larger one is cut off. */
const DRAINED_BYTES_MAX = 65_536;

const pageWords: Readonly<Record<Language, { readonly home: string; readonly nothing: string }>> = {
  en: { home: 'To the start page', nothing: 'There is no page here' },
  tr: { home: 'Başlangıç sayfasına git', nothing: 'Burada bir sayfa yok' },
};

function leavesLargeBody(request: HttpRequest): boolean {
  if (request.complete) return false;
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > DRAINED_BYTES_MAX
  );
}

function headersOf(status: number, options: FailOptions): ReplyHeaders {
  if (status === 401) return ['www-authenticate', 'Bearer realm="keelson"'];
  if (status === 416) return ['content-range', `bytes */${options.parameters?.size}`];
  if (status !== 429 && status !== 503) return [];
  return ['retry-after', String(Math.max(RETRY_AFTER_SECONDS, Math.ceil(options.retryAfterSeconds ?? 0)))];
}

/** The message of an expected failure's cause; its stack would repeat a thousand times while a database is away. */
function reasonOf({ cause }: ServiceError): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

function translatedOrDefect(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const missing = findUntranslated(error.options.errorArguments ?? []);
  if (missing === undefined) return error;
  return new Error(`No sentence in Turkish: ${JSON.stringify(missing)}`, { cause: error });
}

/** Turns a failure whose sentence still shows a placeholder into an error of the program. */
function filledOrDefect(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const sentence = failureSentence(error.code, error.options, 'en');
  return /\{\w+\}/.test(sentence) ? new Error(`A sentence is not filled: ${sentence}`, { cause: error }) : error;
}

function failurePage(
  code: ErrorCode,
  options: FailOptions,
  { language, requestId }: HttpContext,
  home: string,
): string {
  const { status } = errorDefinition(code);
  const words = pageWords[language];
  const sentence = failureSentence(code, options, language);
  // A person asks for a page, and does not care that no operation has this address.
  const [title, ...more] = code === 'OPERATION_NOT_FOUND' ? [words.nothing, sentence] : [sentence];
  const link = { text: words.home, address: home };
  return smallPage({ language, title, sentences: [...more, `${status} ${code} · ${requestId}`], link });
}

export function createFailureAnswers(input: {
  readonly sets: HeaderSets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cors: Cors | null;
  /** The address of the start page, for the pages that show failures. */
  readonly home: string;
  /** Failures keep their envelope and get status 200, for clients that expect that. */
  readonly alwaysOk: boolean;
  /**
   * True in tests: an argument whose sentence exists in English only is a defect, and so is a placeholder that is not
   * filled.
   */
  readonly checkReplies: boolean;
}): FailureAnswers {
  const { sets, clock, log, cors, home, alwaysOk, checkReplies } = input;
  const refused = createSummedLog(log);
  return {
    answer(given, context, response, { service, operation, path, metrics, served, onPage }, extra = []) {
      if (given instanceof RequestAborted) return;
      const error = checkReplies ? filledOrDefect(translatedOrDefect(given)) : given;
      const expected = error instanceof ServiceError;
      const code: ErrorCode = expected ? error.code : 'INTERNAL_ERROR';
      const options = expected ? error.options : {};
      const { status } = errorDefinition(code);
      const durationMs = performance.now() - context.startedMs;
      metrics.observe(status, durationMs);
      metrics.error(code);
      const { caller, remoteAddress, request, requestId } = context;
      const kind = { module: service, operation, method: request.method ?? '', path, status, code };
      const line = {
        requestId,
        durationMs,
        remoteAddress,
        caller: caller === null ? null : `${caller.username}@${caller.tenantIdentifier}`,
        ...(options.missing === undefined ? {} : { missing: options.missing }),
      };
      if (!expected) log.error({ ...kind, ...line, err: error }, 'request failed');
      else if (status < 500 || status === 501) refused.write('warn', kind, line, 'request refused');
      else refused.write('warn', kind, { ...line, reason: reasonOf(error) }, 'request failed');
      const isPage = onPage === true && context.prefersHtml;
      const headers = [
        ...(isPage ? sets.html : sets.json),
        'x-request-id',
        context.requestId,
        ...headersOf(status, options),
        ...(onPage === true ? ['vary', 'Accept'] : []),
        ...extra,
      ];
      addCookies(headers, options.cookies);
      (served?.cors ?? cors)?.add(headers, context.request);
      if (leavesLargeBody(request)) {
        headers.push('connection', 'close');
        if (request instanceof IncomingMessage) lingerBehind(request);
      }
      if (served !== undefined) {
        const message = failureSentence(code, options, context.language);
        const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? null;
        const body = served.form.failure({ code, status, message, url: request.url ?? '', mediaType });
        if (typeof body === 'string') return send(response, status, headers, body);
        setHeaders(headers, { 'content-type': body.mediaType });
        return send(response, status, headers, body.bytes);
      }
      if (isPage) return send(response, status, headers, failurePage(code, options, context, home));
      const payload = failureEnvelope(code, options, { service, time: clock.now(), context });
      send(response, alwaysOk ? 200 : status, headers, payload);
    },
  };
}
