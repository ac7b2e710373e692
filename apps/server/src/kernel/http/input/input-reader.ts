// Reads everything a request says to an operation: path, query, body and idempotency key, all problems at once.
import { type BuiltOperation, idempotencyKeyPattern, lastEventIdMax } from '@keelson/contract';
import type { Config } from '../../process/config.ts';
import { type ArgumentProblem, ServiceError } from '../../request/errors.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { RequestParts } from '../exchange/http-message.ts';
import type { BodiesInFlight } from './bodies-in-flight.ts';
import { bytesOf, createBodyReader } from './body-readers.ts';
import { createMultipartReader } from './multipart.ts';
import { createParameterReader, type Pair, parsePairs } from './parameters.ts';
import type { createValidators } from './validation.ts';

/** A handler receives this beside its act. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface InputReader {
  /** True where unknown fields are ignored and listed; otherwise they are refused. */
  readonly ignores: boolean;
  /**
   * Throws `VALIDATION_FAILED` with all problems, or what ends the request earlier. Where fields are ignored, `ignored` has their names
   * afterwards, also when it throws; it is left as it is otherwise.
   */
  read(request: RequestParts, context: HttpContext, ignored: string[]): Input | Promise<Input>;
}

const idempotencyKeyForm = new RegExp(idempotencyKeyPattern);

function readIdempotencyKey(context: HttpContext, problems: ArgumentProblem[]): void {
  const key = context.request.headers['idempotency-key'];
  if (key === undefined) return;
  if (typeof key === 'string' && idempotencyKeyForm.test(key)) context.idempotencyKey = key;
  else
    problems.push({
      field: 'Idempotency-Key',
      code: 'PATTERN',
      message: 'Must have 1 to 128 visible ASCII characters.',
    });
}

function readLastEventId(context: HttpContext, problems: ArgumentProblem[]): void {
  const id = context.request.headers['last-event-id'];
  // An empty id is how a client says that it has none.
  if (typeof id !== 'string' || id === '') return;
  if (id.length <= lastEventIdMax) context.lastEventId = id;
  else
    problems.push({
      field: 'Last-Event-ID',
      code: 'TOO_LONG',
      message: `Must have at most ${lastEventIdMax} characters.`,
    });
}

/** Leaves out the parameters that do not fit, and names them among the ignored ones. */
function withoutProblems(
  values: Input['query'],
  problems: readonly ArgumentProblem[],
  ignored: string[],
): Input['query'] {
  if (problems.length === 0) return values;
  const refused = new Set(problems.map(({ field }) => field));
  ignored.push(...refused);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(`query.${name}`)));
}

/** Finds the names between braces, in the order of the path. */
export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]!);
}

function checkDeclared(operation: BuiltOperation): void {
  const declared = Object.keys(operation.params?.properties ?? {})
    .sort()
    .join();
  for (const path of [operation.path, ...(operation.aliases ?? [])]) {
    if (parameterNames(path).toSorted().join() !== declared) {
      throw new Error(`${operation.method} ${path}: the path and the declared parameters (${declared}) differ`);
    }
  }
}

export function createInputReader(
  operation: BuiltOperation,
  dependencies: {
    readonly validators: ReturnType<typeof createValidators>;
    readonly config: Pick<Config, 'limits' | 'unknownFields'>;
    readonly bodies: BodiesInFlight;
  },
): InputReader {
  checkDeclared(operation);
  const { validators, config, bodies } = dependencies;
  const { limits } = config;
  const compile = (schema: BuiltOperation['query']) => (schema === undefined ? null : validators.compile(schema));
  const path =
    operation.params === undefined ? null : createParameterReader('path', operation.params, compile(operation.params));
  const query = createParameterReader('query', operation.query, compile(operation.query));
  const body = createBodyReader(operation.body, { validators, limits });
  const multipart =
    operation.body.kind === 'multipart' ? createMultipartReader(operation.body, { validators, limits }) : null;
  const lenient = operation.lenient === true;
  const ignoring = lenient || config.unknownFields === 'ignore';
  const resumable = operation.reply.kind === 'event-stream' && operation.reply.resumable === true;

  const finish = (input: Input, problems: readonly ArgumentProblem[]): Input => {
    if (problems.length > 0) throw new ServiceError('VALIDATION_FAILED', { errorArguments: problems });
    return input;
  };

  return {
    ignores: ignoring,
    read(request, context, given) {
      const problems: ArgumentProblem[] = [];
      const ignored: string[] | null = ignoring ? given : null;
      const params =
        path === null
          ? (request.params as Input['params'])
          : path.read(Object.entries(request.params as object) as Pair[], problems, null);
      const queryText = request.query as string;
      const queryProblems: ArgumentProblem[] = [];
      const read = query.read(parsePairs(queryText, 'query', queryProblems), queryProblems, ignored);
      const queryValues = lenient ? withoutProblems(read, queryProblems, ignored!) : read;
      if (!lenient) problems.push(...queryProblems);
      if (operation.idempotent === true) readIdempotencyKey(context, problems);
      if (resumable) readLastEventId(context, problems);
      const input = (value: unknown): Input => ({
        params,
        query: queryValues,
        body: value,
      });
      if (multipart !== null) {
        const take = (bytes: number): void => bodies.take(context, bytes);
        return multipart.read(request.raw, problems, ignored, take).then((value) => finish(input(value), problems));
      }
      if (body === null) return finish(input(undefined), problems);
      const readBody = (bytes: Buffer): Input | Promise<Input> => {
        const bodyProblems: ArgumentProblem[] = [];
        const value = body.read(bytes, request.raw.headers, bodyProblems, ignored);
        const done = (read: unknown): Input =>
          finish(input(read), problems.length === 0 ? bodyProblems : [...problems, ...bodyProblems]);
        return value instanceof Promise ? value.then(done) : done(value);
      };
      const bytes = bytesOf(request.raw, body, (count) => bodies.take(context, count));
      return bytes instanceof Promise ? bytes.then(readBody) : readBody(bytes);
    },
  };
}
