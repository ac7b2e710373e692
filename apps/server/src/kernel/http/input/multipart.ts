// Reads multipart bodies: the declared files and fields and nothing else, within bounds of parts and bytes.
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy';
import type { BodySpec, Multipart, UploadedFile } from '@keelson/contract';
import type { RequestLimits } from '../../process/config.ts';
import { type ArgumentProblem, fail, ServiceError } from '../../request/errors.ts';
import { unknownName } from '../../request/unknown-name.ts';
import type { HttpRequest } from '../exchange/http-message.ts';
import { failMediaType, mediaTypeOf, RequestAborted } from './body-readers.ts';
import { parseJson } from './body-readers-json.ts';
import { createParameterReader, type Pair } from './parameters.ts';
import type { createValidators } from './validation.ts';

type MultipartSpec = Extract<BodySpec, { kind: 'multipart' }>;

/** Bytes of one field: fields are names and options; longer content travels as a file. */
const FIELD_BYTES_MAX = 65_536;
/** Fields that are read at most; the largest form has six. */
const FIELDS_MAX = 50;
/** Beyond the declared number of files a few more are read, so that the answer can say what was too many. */
const SPARE_FILES = 10;
const UPLOAD_TYPES = ['multipart/form-data'];
const JSON_TYPE = 'application/json';

export interface MultipartReader {
  /** Reads the files into memory. Throws what ends the request; adds what does not fit to `problems`. */
  read(
    request: HttpRequest,
    problems: ArgumentProblem[],
    ignored: string[] | null,
    take: (bytes: number) => void,
  ): Promise<Multipart>;
}

interface FilePart {
  readonly fieldName: string;
  readonly fileName: string;
  readonly mediaType: string;
}

/** Receives each part as it is read; an error that it throws ends the request. */
interface PartTaker {
  /** Begins a file: its bytes go to `bytes` as they arrive, and `end` is called when it is complete. */
  file(part: FilePart): { bytes(chunk: Buffer): void; end(): void };
  field(name: string, value: string, isCut: boolean): void;
  /** Called when there are more parts than the bounds of the parser allow. */
  tooMany(): void;
}

function failTooLarge(limit: number): never {
  fail('PAYLOAD_TOO_LARGE', { parameters: { limit } });
}

/** Answers the text of a field; of one that says it is JSON the value, where that is a text. */
function fieldText(value: string, mediaType: string): string {
  if (mediaType !== JSON_TYPE) return value;
  const read: unknown = JSON.parse(value);
  return typeof read === 'string' ? read : value;
}

/** Gives the parts to `taker` as they arrive, in their order; ends once the last is whole. */
function readParts(request: IncomingMessage, limits: BusboyConfig['limits'], taker: PartTaker): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({ headers: request.headers as BusboyHeaders, limits });
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      request.unpipe(parser);
      // The rest of the request is read and dropped, so that the client gets the answer.
      request.resume();
      reject(error);
    };
    const guarded =
      <Values extends readonly unknown[]>(act: (...values: Values) => void) =>
      (...values: Values): void => {
        // The parser still hands out what it has read before.
        if (isRefused) return;
        try {
          act(...values);
        } catch (error) {
          refuse(error);
        }
      };
    const onFile = (
      name: string | undefined,
      stream: Readable,
      fileName: string,
      _: string,
      mediaType: string,
    ): void => {
      stream.on('error', refuse);
      const file = taker.file({ fieldName: name ?? '', fileName: plainFileName(fileName ?? ''), mediaType });
      stream.on('data', guarded(file.bytes)).on('end', guarded(file.end));
    };
    const onField = (
      name: string | undefined,
      value: string,
      _isNameCut: boolean,
      isCut: boolean,
      _encoding: string,
      mediaType: string,
    ): void => taker.field(name ?? '', isCut ? value : fieldText(value, mediaType), isCut);
    const tooMany = guarded(taker.tooMany);
    parser
      .on('file', guarded(onFile))
      .on('field', guarded(onField))
      .on('partsLimit', tooMany)
      .on('filesLimit', tooMany)
      .on('fieldsLimit', tooMany)
      .on('error', refuse)
      .on('finish', resolve);
    request.on('error', () => refuse(new RequestAborted()));
    request.on('close', () => {
      if (!request.complete) refuse(new RequestAborted());
    });
    request.pipe(parser);
  });
}

/** Turns the errors of the parser into failures of the request. */
function translate(error: unknown): never {
  if (error instanceof ServiceError || error instanceof RequestAborted) throw error;
  fail('MALFORMED_BODY');
}

/** The name of the file without folders and control characters, whatever the client sent. */
function plainFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/[\u0000-\u001f\u007f]/g, '');
}

function unknownPart(field: string, spec: MultipartSpec, problems: ArgumentProblem[], ignored: string[] | null): void {
  if (ignored !== null) ignored.push(field);
  else problems.push({ field, ...unknownName('part', field, Object.keys(spec.files)) });
}

function checkCounts(
  spec: MultipartSpec,
  files: ReadonlyMap<string, readonly UploadedFile[]>,
  problems: ArgumentProblem[],
): void {
  for (const [name, { min, max }] of Object.entries(spec.files)) {
    const count = files.get(name)?.length ?? 0;
    if (count < min) {
      problems.push({
        field: name,
        code: 'PART_MISSING',
        message: `Must be given at least ${min} time${min > 1 ? 's' : ''}, as a file.`,
      });
    } else if (count > max) {
      problems.push({
        field: name,
        code: 'TOO_LONG',
        message: `Must be given at most ${max} time${max > 1 ? 's' : ''}.`,
      });
    }
  }
}

function requireMultipart(headers: IncomingMessage['headers']): void {
  mediaTypeOf(headers, UPLOAD_TYPES);
  if (headers['content-type'] === undefined) failMediaType('none', UPLOAD_TYPES);
}

/** Parses a JSON object; undefined for anything else, and for what a JSON body must not be. */
function readObject(text: string, limits: RequestLimits): object | undefined {
  try {
    const value = parseJson(text, limits);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

export function createMultipartReader(
  spec: MultipartSpec,
  { validators, limits }: { readonly validators: ReturnType<typeof createValidators>; readonly limits: RequestLimits },
): MultipartReader {
  const fields = createParameterReader('body', spec.fields, validators.compile(spec.fields), (text) =>
    readObject(text, limits),
  );
  const limitOf = (name: string): number => spec.files[name]?.limitBytes ?? limits.uploadFileBytes;
  const filesMax = Object.values(spec.files).reduce((sum, { max }) => sum + max, 0) + SPARE_FILES;
  const largestFile = Math.max(limits.uploadFileBytes, ...Object.keys(spec.files).map(limitOf));
  const parserLimits = {
    fieldSize: FIELD_BYTES_MAX,
    fields: FIELDS_MAX,
    files: filesMax,
    parts: filesMax + FIELDS_MAX,
  };

  return {
    async read(request, problems, ignored, take) {
      requireMultipart(request.headers);
      if (!(request instanceof IncomingMessage)) throw new Error('an upload is read of a request of node alone');
      if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes) failTooLarge(limits.uploadBytes);
      const files = new Map<string, UploadedFile[]>(Object.keys(spec.files).map((name) => [name, []]));
      const pairs: Pair[] = [];
      let total = 0;
      const taker: PartTaker = {
        file({ fieldName, fileName, mediaType }) {
          const same = files.get(fieldName);
          if (same === undefined) unknownPart(fieldName, spec, problems, ignored);
          const chunks: Buffer[] = [];
          let length = 0;
          return {
            bytes(chunk) {
              length += chunk.length;
              total += chunk.length;
              if (length > limitOf(fieldName)) failTooLarge(limitOf(fieldName));
              if (total > limits.uploadBytes) failTooLarge(limits.uploadBytes);
              if (same === undefined) return;
              take(chunk.length);
              chunks.push(chunk);
            },
            end: () => void same?.push({ fieldName, fileName, mediaType, bytes: Buffer.concat(chunks, length) }),
          };
        },
        field(name, value, isCut) {
          if (isCut) {
            problems.push({ field: name, code: 'TOO_LONG', message: `Must have at most ${FIELD_BYTES_MAX} bytes.` });
          } else if (files.has(name)) {
            problems.push({ field: name, code: 'TYPE', message: 'Must be a file: the part needs a file name.' });
          } else pairs.push([name, value]);
        },
        tooMany: () => failTooLarge(largestFile),
      };
      await readParts(request, parserLimits, taker).catch(translate);
      checkCounts(spec, files, problems);
      return { files: Object.fromEntries(files), fields: fields.read(pairs, problems, ignored) };
    },
  };
}
