// Reads the document of the suite: what each operation takes and which codes it says it can answer.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly contentMediaType?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** Is missing where the parameter holds JSON, whose schema stands below `content`. */
  readonly schema?: Schema;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly 'x-not-implemented'?: boolean;
}
interface Answer {
  readonly 'x-error-codes'?: readonly string[];
}
interface SuiteDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

export interface Target {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Holds schemas by media type; empty for operations without a body. */
  readonly bodies: readonly { readonly mediaType: string; readonly schema: Schema }[];
  readonly codes: ReadonlySet<string>;
}

export interface Reader {
  readonly targets: readonly Target[];
  resolve(schema: Schema): Schema;
}

/** Reads every operation that is built, at each of its paths. */
export function readDocument(json: unknown): Reader {
  const { paths, components } = json as SuiteDocument;
  const named = (reference: string): string => reference.split('/').at(-1) ?? '';
  const targets = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-not-implemented'] !== true)
      .map(([method, { operationId, parameters, requestBody, responses }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        bodies: Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema = {} }]) => ({
          mediaType,
          schema,
        })),
        codes: new Set(
          Object.values(responses).flatMap(
            ({ $ref = '' }) => components.responses[named($ref)]?.['x-error-codes'] ?? [],
          ),
        ),
      })),
  );
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[named(schema.$ref)] ?? {});
  return { targets, resolve };
}
