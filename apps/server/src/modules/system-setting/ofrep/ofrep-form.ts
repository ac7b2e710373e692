// Writes the form of OFREP 0.3.0: its answers, its failures, and the origins that may read both.
import { type ErrorCode, type FormAnswer, OFREP } from '@keelson/contract';
import { isKnownTag } from '../../../kernel/http/answer/entity-tag.ts';
import type { FormedAnswer, FormedFailure, ReplyForm } from '../../../kernel/http/answer/reply-form.ts';
import { echo } from '../../../kernel/request/echo.ts';

const requestHeaders = 'Authorization, Content-Type, If-None-Match, X-API-Key';
/** Headers for pages of other origins: providers cache answers by their ETag. */
const exposed = 'ETag, Retry-After';

/**
 * Characters of a key; a longer one is refused before it is looked up, and would make the answer as long as the
 * request.
 */
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

/** Answers the decoded key; one with a wrong encoding stays as it was sent. */
function shownKey(sent: string): string {
  let key = sent;
  try {
    key = decodeURIComponent(sent);
  } catch {}
  return key.length > KEY_LENGTH_MAX ? echo(key) : key;
}

/** Writes a failure; `key` is set only where it is about a single flag. */
function failure({ code, status, message: errorDetails, url }: FormedFailure): string {
  if (status !== 400) return JSON.stringify({ errorDetails });
  const key = FLAG_KEY.exec(url)?.[1];
  const flag = key === undefined ? {} : { key: shownKey(key) };
  return JSON.stringify({ ...flag, errorCode: errorCodeOf(code), errorDetails });
}

/** Creates the form; `origins` are those that an operator adds to the configuration's. */
export function createOfrepForm(origins: () => ReadonlySet<string>): ReplyForm {
  return {
    name: OFREP,
    // The contract's types guarantee the form of the handlers' answers.
    answer: (answered, ifNoneMatch) => formed(answered as FormAnswer, ifNoneMatch),
    failure,
    cors: { origins, requestHeaders, exposed },
  };
}
