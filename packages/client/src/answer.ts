// Reads what comes back from the server: an enveloped success or failure, or a file.
import type { SvcErrorDetail, SvcResponse } from '@keelson/contract';
import type { CallShape } from './shape.ts';

interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Holds the answer as it came when it is no JSON, or a failure of OFREP; else null. */
  readonly bytes: Uint8Array | null;
}

export interface Success<B> extends Received {
  readonly ok: true;
  /** Is the body, out of the envelope. */
  readonly body: B;
  readonly errorDetail: null;
}

export interface Failure extends Received {
  readonly ok: false;
  readonly body: null;
  /** Is null when something between answered without the envelope. */
  readonly errorDetail: SvcErrorDetail | null;
}

export type Answer<B> = Success<B> | Failure;

/** Tells of a failure; clients that were made with `throwOnError` throw it. */
export class KeelsonError extends Error {
  readonly answer: Failure;
  constructor(answer: Failure) {
    super(answer.errorDetail?.errorMessage ?? `HTTP status ${answer.status} without an envelope`);
    this.name = 'KeelsonError';
    this.answer = answer;
  }
  /** Is the code of the catalogue; null when the answer carried none. */
  get code(): SvcErrorDetail['errorCode'] | null {
    return this.answer.errorDetail?.errorCode ?? null;
  }
}

/** Is the first status that tells of a failure. */
const failureStatusMin = 400;

function isJson(response: Response): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/**
 * Files, pages and redirects have no envelope: their body is null and `bytes` holds what came. The body of server-sent
 * events and of downloads is the stream itself, which whoever called reads or cancels; that of another protocol is its JSON.
 */
export async function readAnswer(response: Response, { reply }: CallShape): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const failed = status >= failureStatusMin;
  if (!failed && reply === 'stream' && !isJson(response))
    return { status, headers, bytes: null, ok: true, body: response.body, errorDetail: null };
  const enveloped = reply !== 'form';
  if (!enveloped && !failed && isJson(response))
    return { status, headers, bytes: null, ok: true, body: await response.json(), errorDetail: null };
  if (!enveloped || !isJson(response)) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const received = { status, headers, bytes, body: null, errorDetail: null };
    return failed ? { ...received, ok: false } : { ...received, ok: true };
  }
  const { body, errorDetail } = (await response.json()) as SvcResponse<unknown>;
  const received = { status, headers, bytes: null };
  return failed || errorDetail !== null
    ? { ...received, ok: false, body: null, errorDetail }
    : { ...received, ok: true, body, errorDetail: null };
}
