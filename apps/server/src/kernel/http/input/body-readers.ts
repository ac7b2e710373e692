// Reads the body of a request: one reader for each kind that the contract knows, within bounds of bytes.
import { isUtf8 } from 'node:buffer';
import { IncomingMessage } from 'node:http';
import type { BodySpec, ErrorCode } from '@keelson/contract';
import { Type } from 'typebox';
import type { RequestLimits } from '../../process/config.ts';
import { type ArgumentProblem, fail, ServiceError } from '../../request/errors.ts';
import { DirectRequest } from '../direct/direct-request.ts';
import type { HttpRequest } from '../exchange/http-message.ts';
import { failAsJson, failAsUtf8 } from './body-faults.ts';
import { checkText, inspectJson, parseJson } from './body-readers-json.ts';
import { LARGE_FORM_BYTES, parseLargePairs } from './large-form.ts';
import { readMultipartFields } from './multipart-fields.ts';
import { createParameterReader, type Pair, parsePairs } from './parameters.ts';
import { unpackGzip } from './unpack-gzip.ts';
import type { createValidators, Validator } from './validation.ts';

/** The client went away before its request was whole; nobody waits for an answer. */
export class RequestAborted extends Error {}

export interface BodyReader {
  readonly limitBytes: number;
  /** Code of the failure for a larger body; absent: PAYLOAD_TOO_LARGE. */
  readonly tooLarge?: ErrorCode;
  /**
   * The body as the handler gets it, a promise of it where it has to be unpacked; throws what ends the request, adds what does
   * not fit to `problems`.
   */
  read(
    bytes: Buffer,
    headers: IncomingMessage['headers'],
    problems: ArgumentProblem[],
    ignored: string[] | null,
  ): unknown;
}

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';

/** Media type without parameters, in lower case; refuses what is compressed or in another character set. */
export function mediaTypeOf(
  headers: IncomingMessage['headers'],
  allowed: readonly string[],
  encodings: readonly string[] = ['identity'],
): string {
  const header = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!encodings.includes(encoding)) failMediaType(`Content-Encoding: ${encoding}`, encodings);
  if (header === undefined) return allowed[0] ?? '';
  if (allowed.includes(header)) return header;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const readable = charset === undefined || /^"?(?:utf-?8|us-ascii)"?$/.test(charset);
  if (!allowed.includes(type)) failMediaType(header, allowed);
  if (!readable) failMediaType(header, [`${type}; charset=utf-8`]);
  return type;
}

/** Ends the request with the media types that are accepted. */
export function failMediaType(mediaType: string, taken: readonly string[]): never {
  fail('UNSUPPORTED_MEDIA_TYPE', {
    parameters: { mediaType, taken: taken.join(', ') },
    errorArguments: taken.map((one) => ({ taken: one })),
  });
}

type BodyLimit = Pick<BodyReader, 'limitBytes' | 'tooLarge'>;

function tooLargeBody({ limitBytes, tooLarge = 'PAYLOAD_TOO_LARGE' }: BodyLimit): ServiceError {
  return new ServiceError(tooLarge, { parameters: { limit: limitBytes } });
}

/**
 * Answers the bytes, without a promise where they are there already; more than the limit is refused, and an error of
 * `take` ends the request.
 */
export function bytesOf(
  request: HttpRequest,
  limit: BodyLimit,
  take: (bytes: number) => void,
): Buffer | Promise<Buffer> {
  if (request instanceof IncomingMessage) return readBytes(request, limit, take);
  if (!(request instanceof DirectRequest)) throw new Error('no body can be read of this request');
  const { body } = request;
  if (body.length > limit.limitBytes) throw tooLargeBody(limit);
  take(body.length);
  return body;
}

/** Collects the bytes; more than the limit is refused as soon as it is known. */
function readBytes(request: IncomingMessage, limit: BodyLimit, take: (bytes: number) => void): Promise<Buffer> {
  const { limitBytes } = limit;
  return new Promise((resolve, reject) => {
    const tooLarge = (): void => reject(tooLargeBody(limit));
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) return tooLarge();
    const chunks: Buffer[] = [];
    let length = 0;
    let isRefused = false;
    request.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      length += chunk.length;
      if (length > limitBytes) {
        request.pause();
        return tooLarge();
      }
      try {
        take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        isRefused = true;
        request.pause();
        reject(error);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    request.on('error', () => reject(new RequestAborted()));
    request.on('close', () => {
      if (!request.complete) reject(new RequestAborted());
    });
  });
}

function textOf(bytes: Buffer): string {
  return soundText(bytes).toString('utf8');
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** The bytes without a byte order mark; refuses what is not UTF-8. */
function soundText(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) failAsUtf8(bytes);
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

const required: ArgumentProblem = { field: '', code: 'REQUIRED', message: 'Must be given.' };

/** One string as common clients send it: a JSON string, or the raw text whatever it looks like. */
function readString(text: string, mediaType: string, problems: ArgumentProblem[]): string {
  const trimmed = mediaType === JSON_TYPE ? text.trim() : text;
  if (trimmed === '') {
    problems.push(required);
    return '';
  }
  const first = trimmed[0];
  if (first !== '"' && first !== '{' && first !== '[') return trimmed;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    if (mediaType === TEXT_TYPE) return trimmed;
    failAsJson(trimmed);
  }
  if (typeof value === 'string') return value;
  if (mediaType === TEXT_TYPE) return trimmed;
  problems.push({ field: '', code: 'TYPE', message: 'Must be text.' });
  return '';
}

interface ReaderParts {
  readonly validators: ReturnType<typeof createValidators>;
  readonly limits: RequestLimits;
}

function validate(
  validator: Validator,
  value: unknown,
  problems: ArgumentProblem[],
  ignored: string[] | null,
): unknown {
  const found = ignored === null ? validator.check(value) : validator.checkIgnoringUnknown(value, ignored);
  if (found !== null) problems.push(...found);
  return value;
}

function jsonReader(spec: Extract<BodySpec, { kind: 'json' }>, { validators, limits }: ReaderParts): BodyReader {
  const validator = validators.compile(spec.schema);
  return {
    limitBytes: spec.limitBytes ?? limits.bodyBytes,
    ...(spec.tooLarge === undefined ? {} : { tooLarge: spec.tooLarge }),
    read(bytes, headers, problems, ignored) {
      if (bytes.length === 0 && spec.optional === true) return validate(validator, {}, problems, ignored);
      mediaTypeOf(headers, [JSON_TYPE]);
      const text = textOf(bytes);
      if (text.trim() === '') {
        if (spec.optional === true) return validate(validator, {}, problems, ignored);
        problems.push(required);
        return undefined;
      }
      return validate(validator, parseJson(text, limits, spec), problems, ignored);
    },
  };
}

function stringReader(spec: Extract<BodySpec, { kind: 'string' }>, { validators, limits }: ReaderParts): BodyReader {
  const validator = validators.compile(spec.schema);
  return {
    limitBytes: limits.bodyBytes,
    read(bytes, headers, problems) {
      const mediaType = mediaTypeOf(headers, [JSON_TYPE, TEXT_TYPE]);
      const text = textOf(bytes);
      if (spec.optional === true && text.trim() === '') return '';
      const value = readString(text, mediaType, problems);
      checkText(value, '', problems);
      return problems.length > 0 ? value : validate(validator, value, problems, null);
    },
  };
}

function boundsOf({ minItems, maxItems }: Extract<BodySpec, { kind: 'list' }>) {
  return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}

function listReader(spec: Extract<BodySpec, { kind: 'list' }>, { validators, limits }: ReaderParts): BodyReader {
  const validator = validators.compile(Type.Array(spec.schema, boundsOf(spec)));
  const ofStrings = (spec.schema as { readonly type?: unknown }).type === 'string';
  return {
    limitBytes: spec.limitBytes ?? limits.bodyBytes,
    read(bytes, headers, problems, ignored) {
      const mediaType = mediaTypeOf(headers, ofStrings ? [JSON_TYPE, TEXT_TYPE] : [JSON_TYPE]);
      const text = textOf(bytes).trim();
      if (text === '') {
        problems.push(required);
        return [];
      }
      if (ofStrings && !text.startsWith('[')) {
        const single = readString(text, mediaType, problems);
        checkText(single, '', problems);
        return problems.length > 0 ? [] : validate(validator, [single], problems, ignored);
      }
      const value = parseJson(text, limits, spec);
      return validate(validator, Array.isArray(value) ? value : [value], problems, ignored);
    },
  };
}

function anyReader(spec: Extract<BodySpec, { kind: 'any' }>, { validators, limits }: ReaderParts): BodyReader {
  const validator = validators.compile(spec.schema);
  return {
    limitBytes: spec.limitBytes ?? limits.bodyBytes,
    read(bytes, headers, problems, ignored) {
      const mediaType = mediaTypeOf(headers, [JSON_TYPE, TEXT_TYPE]);
      const text = textOf(bytes);
      if (mediaType === TEXT_TYPE) {
        checkText(text, '', problems);
        return validate(validator, text, problems, ignored);
      }
      if (text.trim() === '') {
        problems.push(required);
        return undefined;
      }
      return validate(validator, parseJson(text, limits), problems, ignored);
    },
  };
}

function formReader(spec: Extract<BodySpec, { kind: 'form' }>, { validators, limits }: ReaderParts): BodyReader {
  const schema = spec.schema as Parameters<typeof createParameterReader>[1];
  const reader = createParameterReader('body', schema, validators.compile(spec.schema));
  const mediaTypes = spec.multipart === true ? [FORM_TYPE, MULTIPART_TYPE] : [FORM_TYPE];
  return {
    limitBytes: spec.limitBytes ?? limits.bodyBytes,
    read(bytes, headers, problems, ignored) {
      const take = (pairs: readonly Pair[]): unknown => {
        const value = reader.read(pairs, problems, ignored);
        inspectJson(value, '__proto__', limits);
        return value;
      };
      if (mediaTypeOf(headers, mediaTypes) === MULTIPART_TYPE) {
        return readMultipartFields(bytes, headers['content-type']!, problems).then(take);
      }
      if (bytes.length <= LARGE_FORM_BYTES) return take(parsePairs(textOf(bytes), 'body', problems));
      return parseLargePairs(soundText(bytes), problems).then(take);
    },
  };
}

function bytesReader(spec: Extract<BodySpec, { kind: 'bytes' }>): BodyReader {
  const { mediaTypes, limitBytes, unpackedBytes } = spec;
  return {
    limitBytes,
    read(bytes, headers) {
      const mediaType = mediaTypeOf(headers, mediaTypes, ['identity', 'gzip']);
      if (headers['content-encoding'] !== 'gzip') return { mediaType, bytes };
      return unpackGzip(bytes, unpackedBytes).then((unpacked) => ({ mediaType, bytes: unpacked }));
    },
  };
}

function rawReader({ mediaTypes, limitBytes }: Extract<BodySpec, { kind: 'raw' }>): BodyReader {
  return {
    limitBytes,
    read: (bytes, headers) => ({ mediaType: mediaTypeOf(headers, mediaTypes), bytes }),
  };
}

/** Answers null for operations without a body and for multipart, which has a reader of its own. */
export function createBodyReader(spec: BodySpec, dependencies: ReaderParts): BodyReader | null {
  switch (spec.kind) {
    case 'none':
    case 'multipart':
      return null;
    case 'json':
      return jsonReader(spec, dependencies);
    case 'string':
      return stringReader(spec, dependencies);
    case 'list':
      return listReader(spec, dependencies);
    case 'any':
      return anyReader(spec, dependencies);
    case 'bytes':
      return bytesReader(spec);
    case 'form':
      return formReader(spec, dependencies);
    case 'raw':
      return rawReader(spec);
  }
}
