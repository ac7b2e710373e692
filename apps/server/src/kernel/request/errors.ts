// Catalogue errors as the program throws them: expected failures with a code, apart from bugs.
import type { Cookie, ErrorCode } from '@keelson/contract';

export interface FailOptions {
  /** Fill the placeholders in the code's sentence (`{name}`). They are never a secret: they reach the caller. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Go as they are into the `errorArguments` of the answer. */
  readonly errorArguments?: readonly object[];
  /** Are authorities of which the caller lacks one: any of them would do. Named in the answer and in the log. */
  readonly missing?: readonly string[];
  /** Longer help, shown as `errorDetail` in place of that of the catalogue; never a stack. */
  readonly detail?: string;
  /** Becomes `Retry-After` in whole seconds, for 429 and 503. */
  readonly retryAfterSeconds?: number;
  /** Cookies to set with the failure, where the refused request has changed something all the same. */
  readonly cookies?: readonly Cookie[];
}

/** One problem of a request; all problems of a request share one 400. */
export interface ArgumentProblem {
  /** A dotted path with indexes, `query.` or `path.` in front for parameters, empty for the whole body. */
  readonly field: string;
  /** Comes from the closed list of argument codes, or is a 400 code that a module page names. */
  readonly code: string;
  /** One English sentence for a person; it names no value that could be secret. */
  readonly message: string;
}

/** An expected failure. Anything else that is thrown is a bug and answers 500. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly options: FailOptions;

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(code);
    this.name = 'ServiceError';
    this.code = code;
    this.options = options;
  }
}

/** Ends the request with the code's status and sentence; what does not exist is named by `failNotFound`. */
export function fail(code: Exclude<ErrorCode, `${string}_NOT_FOUND`>, options?: FailOptions): never {
  throw new ServiceError(code, options);
}

/** Ends the request with 403 for a caller who holds none of the authorities. */
export function failAuthority(...missing: readonly string[]): never {
  throw new ServiceError('ACCESS_DENIED', { missing });
}

/** Ends the request with 400 `VALIDATION_FAILED`, one argument a problem. */
export function invalid(...problems: readonly ArgumentProblem[]): never {
  throw new ServiceError('VALIDATION_FAILED', { errorArguments: problems });
}
