// Defines the envelope around every answer and the description of a failure inside it.
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { type ErrorCode, errorCatalogue, errorClassNames } from '../errors/catalogue.ts';
import { choice, closed, dateTime, list, nullable, text } from './schema.ts';

/** Describes the failure of a request. */
export interface SvcErrorDetail {
  readonly errorClassName: (typeof errorClassNames)[number];
  /** Name of the module that was reached; `keelson` where none was. */
  readonly service: string;
  readonly errorMessage: string;
  readonly errorCode: ErrorCode;
  readonly errorDetail: string | null;
  /** Time as ISO 8601 with offset. */
  readonly time: string;
  /** Correlation id, which equals the response header `X-Request-Id`. */
  readonly uuid: string;
  readonly errorArguments: readonly Readonly<Record<string, unknown>>[];
}

export type SvcResponse<T> =
  | { readonly body: T; readonly errorDetail: null }
  | { readonly body: null; readonly errorDetail: SvcErrorDetail };

const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

export const SvcErrorDetailSchema = closed(
  {
    errorClassName: choice(errorClassNames, 'Kind of failure.'),
    service: text('Module that was reached; keelson where none was.'),
    errorMessage: text('One sentence for a person, in the language asked for.'),
    errorCode: choice(errorCodes, 'Stable code of the failure.'),
    errorDetail: nullable(text('Longer help, or null.')),
    time: dateTime('When the request failed.'),
    uuid: text('Correlation id, equal to the response header X-Request-Id.'),
    errorArguments: list(
      Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
      'What the failure is about; of VALIDATION_FAILED one {field, code, message} per problem, all at once; of VERSION_CONFLICT ' +
        'one {index, identifier, version} per stale record, with its current version.',
    ),
  },
  'SvcErrorDetail',
);

/** The body of a Void answer. */
export const voidSchema = closed({}, 'Void');

interface Named {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly items?: TSchema;
  readonly uniqueItems?: boolean;
}

/** Name of a body type as it stands in the name of its envelope: `SvcResponseLong`. */
export function typeName(schema: TSchema): string {
  const node = schema as Named;
  if (node.title !== undefined) return node.title;
  switch (node.type) {
    case 'array':
      return `${node.uniqueItems === true ? 'Set' : 'List'}${typeName(node.items ?? {})}`;
    case 'boolean':
      return 'Boolean';
    case 'integer':
      return node.format === 'int64' ? 'Long' : 'Integer';
    case 'number':
      return 'Number';
    case 'string':
      return 'String';
    case 'object':
      return 'MapStringObject';
    default:
      return 'Object';
  }
}

/** The schema without words and bounds of one operation: all answers of a type share one name. */
function shared(schema: TSchema): TSchema {
  const { title, type, format, items, uniqueItems, additionalProperties } = schema as Named & {
    readonly additionalProperties?: unknown;
  };
  if (title !== undefined || type === undefined) return schema;
  return Type.Unsafe<unknown>({
    type,
    ...(format === undefined ? {} : { format }),
    ...(items === undefined ? {} : { items: shared(items) }),
    ...(uniqueItems === undefined ? {} : { uniqueItems }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  });
}

/** Makes the schema of a successful answer with the body in the envelope. */
export function responseSchema(body: TSchema) {
  return closed(
    {
      body: Type.Unsafe<unknown>(shared(body)),
      errorDetail: Type.Null({ description: 'Null: the request succeeded.' }),
    },
    `SvcResponse${typeName(body)}`,
  );
}

export const failureResponseSchema = closed(
  {
    body: Type.Null({ description: 'Null: the request failed.' }),
    errorDetail: SvcErrorDetailSchema,
  },
  'SvcResponseFailure',
);
