// Reads multipart bodies: the declared files and fields and nothing else, within bounds of parts and bytes.
import type { BodySpec, Multipart, UploadedFile } from '@keelson/contract';
import type { FastifyRequest } from 'fastify';
import type { RequestLimits } from '../../process/config.ts';
import { type ArgumentProblem, fail, ServiceError } from '../../request/errors.ts';
import { unknownName } from '../../request/unknown-name.ts';
import { createParameterReader, type Pair } from './parameters.ts';
import type { createValidators } from './validation.ts';

type MultipartSpec = Extract<BodySpec, { kind: 'multipart' }>;

/** Fields are names and options; what is long travels as a file. */
const FIELD_BYTES_MAX = 65_536;
/** The largest form has six fields. */
const FIELDS_MAX = 50;
/** Beyond the declared number of files a few more are read, so that the answer can say what was too many. */
const SPARE_FILES = 10;
/** Form names are short; the parser's own bound is 100. */
const FIELD_NAME_LENGTH_MAX = 100;

export interface MultipartReader {
  /** Throws what ends the request; adds what does not fit to `problems`. The files are whole and in memory. */
  read(
    request: FastifyRequest,
    problems: ArgumentProblem[],
    ignored: string[] | null,
    take: (bytes: number) => void,
  ): Promise<Multipart>;
}

interface Collected {
  readonly files: Map<string, UploadedFile[]>;
  readonly pairs: Pair[];
  bytes: number;
}

/** With these codes the parser says that a bound was passed. */
const tooLargeCodes = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']);

function failTooLarge(limit: number): never {
  fail('PAYLOAD_TOO_LARGE', { parameters: { limit } });
}

function translate(error: unknown, fileBytesMax: number): never {
  if (error instanceof ServiceError) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (tooLargeCodes.has(code)) failTooLarge(fileBytesMax);
  fail('MALFORMED_BODY');
}

/** Leaves folders and control characters out, however the client wrote it. */
function plainFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/[\u0000-\u001f\u007f]/g, '');
}

function unknownPart(field: string, spec: MultipartSpec, problems: ArgumentProblem[], ignored: string[] | null): void {
  if (ignored !== null) ignored.push(field);
  else problems.push({ field, ...unknownName('part', field, Object.keys(spec.files)) });
}

function checkCounts(spec: MultipartSpec, files: Collected['files'], problems: ArgumentProblem[]): void {
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

export function createMultipartReader(
  spec: MultipartSpec,
  { validators, limits }: { readonly validators: ReturnType<typeof createValidators>; readonly limits: RequestLimits },
): MultipartReader {
  const fields = createParameterReader('body', spec.fields, validators.compile(spec.fields));
  const limitOf = (name: string): number => spec.files[name]?.limitBytes ?? limits.uploadFileBytes;
  const filesMax = Object.values(spec.files).reduce((sum, { max }) => sum + max, 0) + SPARE_FILES;
  const parserLimits = {
    fieldNameSize: FIELD_NAME_LENGTH_MAX,
    fieldSize: FIELD_BYTES_MAX,
    fields: FIELDS_MAX,
    fileSize: Object.keys(spec.files).reduce((most, name) => Math.max(most, limitOf(name)), limits.uploadFileBytes),
    files: filesMax,
    parts: filesMax + FIELDS_MAX,
  };

  const collect = async (
    request: FastifyRequest,
    collected: Collected,
    problems: ArgumentProblem[],
    ignored: string[] | null,
    take: (bytes: number) => void,
  ) => {
    for await (const part of request.parts({ limits: parserLimits })) {
      const field = part.fieldname;
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        take(bytes.byteLength);
        collected.bytes += bytes.byteLength;
        if (bytes.byteLength > limitOf(field)) failTooLarge(limitOf(field));
        if (collected.bytes > limits.uploadBytes) failTooLarge(limits.uploadBytes);
        if (!Object.hasOwn(spec.files, field)) {
          unknownPart(field, spec, problems, ignored);
          continue;
        }
        const file = {
          fieldName: field,
          fileName: plainFileName(part.filename ?? ''),
          mediaType: part.mimetype,
          bytes,
        };
        const same = collected.files.get(field);
        if (same === undefined) collected.files.set(field, [file]);
        else same.push(file);
      } else if (part.valueTruncated || part.fieldnameTruncated) {
        problems.push({ field, code: 'TOO_LONG', message: `Must have at most ${FIELD_BYTES_MAX} bytes.` });
      } else if (Object.hasOwn(spec.files, field)) {
        problems.push({ field, code: 'TYPE', message: 'Must be a file: the part needs a file name.' });
      } else {
        collected.pairs.push([field, typeof part.value === 'string' ? part.value : JSON.stringify(part.value)]);
      }
    }
  };

  return {
    async read(request, problems, ignored, take) {
      const declaredLength = Number(request.headers['content-length'] ?? 0);
      if (declaredLength > limits.uploadBytes) failTooLarge(limits.uploadBytes);
      const collected: Collected = { files: new Map(), pairs: [], bytes: 0 };
      try {
        await collect(request, collected, problems, ignored, take);
      } catch (error) {
        translate(error, parserLimits.fileSize);
      }
      checkCounts(spec, collected.files, problems);
      const files: Record<string, readonly UploadedFile[]> = {};
      for (const name of Object.keys(spec.files)) files[name] = collected.files.get(name) ?? [];
      return { files, fields: fields.read(collected.pairs, problems, ignored) };
    },
  };
}
