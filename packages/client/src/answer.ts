// Reads what comes back from the server: an enveloped success or failure, or a file.
import type { SvcErrorDetail, SvcResponse } from '@keelson/contract';
import type { CallShape } from './shape.ts';

interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The answer as it came when it is no JSON, or a failure of OFREP; else null. */
  readonly bytes: Uint8Array | null;
}

/** Property for a header: `x-svc-deployment-id` becomes `deploymentId`, other names are written in the same way. */
export type HeaderProperty<H extends string> =
  Lowercase<H> extends `x-svc-${infer Rest}` ? Camel<Rest> : Camel<Lowercase<H>>;
type Camel<T extends string> = T extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : T;

export interface Success<B, T = Readonly<Record<string, string | null>>> extends Received {
  readonly ok: true;
  /** Body, out of the envelope. */
  readonly body: B;
  readonly errorDetail: null;
  /**
   * Values of the headers that the operation declares, as the id of a deployment, by `HeaderProperty`; null: not sent this time.
   */
  readonly declaredHeaders: T;
}

export interface Failure extends Received {
  readonly ok: false;
  readonly body: null;
  /** Description of the failure; null when something between answered without the envelope. */
  readonly errorDetail: SvcErrorDetail | null;
}

export type Answer<B, T = Readonly<Record<string, string | null>>> = Success<B, T> | Failure;

/** A failure, as clients throw it that were made with `throwOnError`. */
export class KeelsonError extends Error {
  readonly answer: Failure;
  constructor(answer: Failure) {
    super(messageOf(answer));
    this.name = 'KeelsonError';
    this.answer = answer;
  }
  get status(): number {
    return this.answer.status;
  }
  /** Code of the catalogue; null when the answer carried none. */
  get code(): SvcErrorDetail['errorCode'] | null {
    return this.answer.errorDetail?.errorCode ?? null;
  }
  /** Problems of the request, each as `{ field, code, message }`, or whatever else the code is about. */
  get arguments(): SvcErrorDetail['errorArguments'] {
    return this.answer.errorDetail?.errorArguments ?? [];
  }
}

/** Problems that a message shows, as it is read in a log; the others are counted. */
const SHOWN_ARGUMENTS_MAX = 5;

/** Writes `400 VALIDATION_FAILED: The request is not valid. [name REQUIRED: Must be given.]`. */
function messageOf({ status, errorDetail }: Failure): string {
  if (errorDetail === null) return `HTTP status ${status} without an envelope`;
  const { errorCode, errorMessage, errorArguments = [] } = errorDetail;
  const shown = errorArguments.slice(0, SHOWN_ARGUMENTS_MAX).map(argumentText);
  const others = errorArguments.length - shown.length;
  const listed = others > 0 ? [...shown, `and ${others} more`] : shown;
  return `${status} ${errorCode}: ${errorMessage}${listed.length === 0 ? '' : ` [${listed.join('; ')}]`}`;
}

function argumentText(argument: object): string {
  const { field, code, message } = argument as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || typeof message !== 'string') return JSON.stringify(argument);
  return `${typeof field === 'string' && field !== '' ? `${field} ` : ''}${code}: ${message}`;
}

/** Makes `HeaderProperty` at run time. */
function headerProperty(header: string): string {
  const bare = header.toLowerCase().replace(/^x-svc-/, '');
  return bare.replaceAll(/-(.)/g, (_whole, letter: string) => letter.toUpperCase());
}

/** Lowest status of a failure. */
const failureStatusMin = 400;

function isJson(response: Response): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/**
 * Files, pages and redirects have no envelope: their body is null and `bytes` holds what came. The body of server-sent
 * events and of downloads is the stream itself, which whoever called reads or cancels; that of another protocol is its JSON.
 */
export async function readAnswer(
  response: Response,
  { reply, declaredHeaders: names = [] }: CallShape,
): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const declaredHeaders = Object.fromEntries(names.map((name) => [headerProperty(name), headers.get(name)]));
  const failed = status >= failureStatusMin;
  if (!failed && reply === 'stream' && !isJson(response))
    return { status, headers, bytes: null, ok: true, body: response.body, errorDetail: null, declaredHeaders };
  const enveloped = reply !== 'form';
  if (!enveloped && !failed && isJson(response))
    return { status, headers, bytes: null, ok: true, body: await response.json(), errorDetail: null, declaredHeaders };
  if (!enveloped || !isJson(response)) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const received = { status, headers, bytes, body: null, errorDetail: null };
    return failed ? { ...received, ok: false } : { ...received, ok: true, declaredHeaders };
  }
  const { body, errorDetail } = (await response.json()) as SvcResponse<unknown>;
  const received = { status, headers, bytes: null };
  return failed || errorDetail !== null
    ? { ...received, ok: false, body: null, errorDetail }
    : { ...received, ok: true, body, errorDetail: null, declaredHeaders };
}
