// Takes requests of OpenTelemetry exporters: reasons that a later attempt may avoid are decided before the first record
// is taken.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { otlpProtobuf, otlpRecordsMax, type UnreadBody } from '@keelson/contract';
import { failureSentence } from '../../../kernel/http/answer/envelope.ts';
import { failAsUtf8 } from '../../../kernel/http/input/body-faults.ts';
import { parseJson } from '../../../kernel/http/input/body-readers-json.ts';
import type { Config } from '../../../kernel/process/config.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import type { createEventFeature } from '../event/feature.ts';
import type { LogEvent } from '../record/event.types.ts';
import { type OtlpMask, otlpEventOf } from './otlp-event.ts';
import type { OtlpAnswer } from './otlp-form.ts';
import { OtlpJsonError, readOtlpJson } from './otlp-json.ts';
import { readOtlpProtobuf } from './otlp-protobuf.ts';
import type { OtlpRecord } from './otlp-record.ts';
import { ProtobufError } from './protobuf.ts';

const PATH = '/otlp/v1/logs';
const RECORDS_AT_ONCE = 200;

interface OtlpParts extends Pick<Config, 'limits'> {
  readonly intake: ReturnType<typeof createEventFeature>['intake'];
  readonly mask: OtlpMask;
}

export function createOtlpService({ limits, intake, mask }: OtlpParts) {
  async function decode({ mediaType, bytes }: UnreadBody): Promise<readonly OtlpRecord[]> {
    try {
      if (mediaType === otlpProtobuf) return await inPortions(readOtlpProtobuf(bytes));
      const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (!isUtf8(json)) failAsUtf8(json);
      return readOtlpJson(parseJson(json.toString('utf8'), limits, { exactNumbers: true }));
    } catch (error) {
      if (error instanceof ProtobufError || error instanceof OtlpJsonError) return failAsOtlp(error);
      throw error;
    }
  }

  return {
    /**
     * Takes a request; 400 where nothing can be read, or every record is refused for its content; 429, 503: nothing was
     * taken.
     */
    async take(act: Act, body: UnreadBody): Promise<OtlpAnswer> {
      const { mediaType } = body;
      const records = await decode(body);
      if (records.length > otlpRecordsMax)
        invalid({ field: '', code: 'TOO_LONG', message: `Must have at most ${otlpRecordsMax} entries.` });
      if (records.length === 0) return { mediaType, rejected: 0, message: null };
      const { tenantIdentifier, identifier: callerIdentifier } = act.caller;
      const origin = { tenantIdentifier, callerIdentifier, bodyHash: hash('sha256', body.bytes) };
      const events: LogEvent[] = [];
      const refused: ServiceError[] = [];
      for (const [index, record] of records.entries()) {
        // Other work runs in between: a record takes some ten microseconds.
        if (index % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) await setImmediate();
        try {
          events.push(intake.read(act, otlpEventOf(record, origin, index, mask), { path: PATH, index }));
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          refused.push(error);
        }
      }
      const [first] = refused;
      if (first !== undefined && events.length === 0) throw asInvalid(first);
      await intake.queue(act, events);
      if (first === undefined) return { mediaType, rejected: 0, message: null };
      const sentence = failureSentence(asInvalid(first).code, asInvalid(first).options, act.context.language);
      return { mediaType, rejected: refused.length, message: `${first.code}: ${sentence}` };
    },
  };
}

/** Reads records, with other work in between; stops at the bound. */
async function inPortions(read: Iterable<OtlpRecord | null>): Promise<readonly OtlpRecord[]> {
  const all: OtlpRecord[] = [];
  let steps = 0;
  for (const record of read) {
    if (record !== null) all.push(record);
    if (all.length > otlpRecordsMax) return all;
    steps += 1;
    if (steps % RECORDS_AT_ONCE === 0) await setImmediate();
  }
  return all;
}

/** Makes a record's refusal one of the content, as the status concerns the whole request. */
function asInvalid({ code, options }: ServiceError): ServiceError {
  const { errorArguments } = options;
  if (code === 'VALIDATION_FAILED') return new ServiceError(code, options);
  return new ServiceError('VALIDATION_FAILED', errorArguments === undefined ? {} : { errorArguments });
}

function failAsOtlp(error: ProtobufError | OtlpJsonError): never {
  const field = error instanceof OtlpJsonError ? error.field : '';
  const message = 'Is not as the OpenTelemetry protocol has it.';
  return fail('MALFORMED_BODY', { errorArguments: [{ field, code: 'FORMAT', message }] });
}
