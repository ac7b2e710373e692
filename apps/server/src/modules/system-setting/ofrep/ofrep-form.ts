// Writes the form of OFREP 0.3.0: its answers, its failures, and the pages that may read both.
import { type ErrorCode, type FormAnswer, OFREP } from '@keelson/contract';
import { isKnownTag } from '../../../kernel/http/answer/entity-tag.ts';
import type { FormedAnswer, FormedFailure, ReplyForm } from '../../../kernel/http/answer/reply-form.ts';
import { echo } from '../../../kernel/request/echo.ts';

const requestHeaders = 'Authorization, Content-Type, If-None-Match, X-API-Key';
/** Providers keep answers by their ETag, which a browser shows to nobody whom it is not exposed to. */
const exposed = 'ETag, Retry-After';

/** A longer one is refused before it is looked at, and would make the answer as long as the request. */
const KEY_LENGTH_MAX = 2_048;
const FLAG_KEY = /\/flags\/([^/?]+)/;

function formed(answer: FormAnswer, ifNoneMatch: string | undefined): FormedAnswer {
  if (!('etag' in answer)) return { status: answer.status, headers: {}, payload: JSON.stringify(answer.body) };
  const { status, json, etag } = answer;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  return isKnownTag(ifNoneMatch, etag) ? { status: 304, headers, payload: null } : { status, headers, payload: json() };
}

function errorCodeOf(code: ErrorCode): string {
  return code === 'MALFORMED_BODY' ? 'PARSE_ERROR' : 'INVALID_CONTEXT';
}

/** Tells the key as it was meant; one that is not encoded as it should be is told as it was sent. */
function toldKey(sent: string): string {
  let key = sent;
  try {
    key = decodeURIComponent(sent);
  } catch {}
  return key.length > KEY_LENGTH_MAX ? echo(key) : key;
}

/** `key` stands in failures about a single flag alone. */
function failure({ code, status, message: errorDetails, url }: FormedFailure): string {
  if (status !== 400) return JSON.stringify({ errorDetails });
  const key = FLAG_KEY.exec(url)?.[1];
  const flag = key === undefined ? {} : { key: toldKey(key) };
  return JSON.stringify({ ...flag, errorCode: errorCodeOf(code), errorDetails });
}

/** `origins` are those that an operator names, beside those of the configuration. */
export function createOfrepForm(origins: () => ReadonlySet<string>): ReplyForm {
  return {
    name: OFREP,
    // The contract's types have held the answers of the handlers against the form.
    answer: (answered, ifNoneMatch) => formed(answered as FormAnswer, ifNoneMatch),
    failure,
    cors: { origins, requestHeaders, exposed },
  };
}
