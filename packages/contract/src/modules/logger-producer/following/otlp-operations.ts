// Declares the intake of logs by the OpenTelemetry protocol (OTLP/HTTP 1.x): outside the envelope, in the encoding of the request.
import { Type } from 'typebox';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';

/** Name of the form of answers and failures. */
export const OTLP = 'otlp';
export const otlpProtobuf = 'application/x-protobuf';
/** A request with more is refused: exporters send 512 at a time. */
export const otlpRecordsMax = 10_000;

const bytesMax = 5_242_880;
const unpackedBytesMax = 20_971_520;

export const otlpOperations = {
  otlpLogs: operation({
    method: 'POST',
    path: '/otlp/v1/logs',
    summary: 'Takes logs of OpenTelemetry exporters',
    description:
      'ExportLogsServiceRequest as JSON or protobuf, gzip or not, 5 MiB as sent and 20 MiB unpacked. Each record that has a time is stored once, also when the ' +
      'same request is sent again. Records that are refused for what they hold are counted in partialSuccess; when all are, the request is 400. What ' +
      'passes by itself (429, 503 with Retry-After) is decided for the whole request before anything of it is taken. Failures are google.rpc.Status.',
    access: authority('LOG_PRODUCE'),
    effect: 'write',
    withoutDatabase: true,
    body: {
      kind: 'bytes',
      mediaTypes: ['application/json', otlpProtobuf],
      schema: Type.Object(
        {
          resourceLogs: Type.Optional(
            Type.Array(Type.Object({}, { additionalProperties: true }), {
              description: 'Logs by the resource that they come from, as the protocol has them.',
            }),
          ),
        },
        { additionalProperties: true, title: 'ExportLogsServiceRequest' },
      ),
      limitBytes: bytesMax,
      unpackedBytes: unpackedBytesMax,
    },
    reply: {
      kind: 'form',
      form: OTLP,
      description: 'ExportLogsServiceResponse; partialSuccess is there where records were refused.',
      mediaTypes: [otlpProtobuf],
    },
    errors: ['LOG_BUFFER_FULL', 'LOG_DISK_FULL'],
  }),
};
