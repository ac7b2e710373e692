// Writes the answers of the OpenTelemetry protocol (OTLP/HTTP, "Response"): in the encoding of the request, failures as google.rpc.Status.
import { type FormAnswer, OTLP, otlpProtobuf } from '@keelson/contract';
import type { EncodedBody, FormedAnswer, FormedFailure, ReplyForm } from '../../../kernel/http/answer/reply-form.ts';
import { encodeField } from './protobuf.ts';

/** Result of the service. */
export interface OtlpAnswer {
  readonly mediaType: string;
  readonly rejected: number;
  /** Reason; null where nothing was refused. */
  readonly message: string | null;
}

/** google.rpc.Code by the status of HTTP; anything else is UNKNOWN. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  413: 8,
  415: 3,
  429: 8,
  500: 13,
  501: 12,
  503: 14,
  504: 4,
};
const UNKNOWN = 2;
const TOO_LARGE = 413;
const NOBODY: ReadonlySet<string> = new Set();

function answer(answered: unknown): FormedAnswer {
  const { mediaType, rejected, message } = (answered as FormAnswer & { readonly body: OtlpAnswer }).body;
  if (mediaType !== otlpProtobuf) {
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: message ?? '' };
    return { status: 200, headers: {}, payload: JSON.stringify(rejected === 0 ? {} : { partialSuccess }) };
  }
  const partial = Buffer.concat([encodeField(1, rejected), encodeField(2, message ?? '')]);
  return { status: 200, headers: { 'content-type': otlpProtobuf }, payload: encodeField(1, partial) };
}

/** Writes a failure; a body that was too large was not read, so that JSON is answered. */
function failure({ status, message, mediaType }: FormedFailure): string | EncodedBody {
  const code = CODES[status] ?? UNKNOWN;
  if (mediaType !== otlpProtobuf || status === TOO_LARGE) return JSON.stringify({ code, message });
  return { mediaType: otlpProtobuf, bytes: Buffer.concat([encodeField(1, code), encodeField(2, message)]) };
}

export const otlpForm: ReplyForm = {
  name: OTLP,
  answer,
  failure,
  followsRequest: true,
  cors: {
    origins: () => NOBODY,
    requestHeaders: 'Authorization, Content-Type, Content-Encoding, X-API-Key',
    exposed: 'Retry-After',
  },
};
