// Reads a failure as people need it: its sentence, the number for an administrator, and what is wrong with which field.
import { KeelsonError } from '@keelson/client/table';
import { beforeLanguage, currentLanguage } from './locale.ts';

export interface Problem {
  /** Sentence of the server, in the language of the pages; null where nothing of ours answered. */
  readonly message: string | null;
  /** Advice, which exists in English alone and is null in another language. */
  readonly help: string | null;
  readonly code: string | null;
  /** Number of the request, which the server's log has too. */
  readonly requestId: string | null;
  /** Sentences by the field that they are about. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly arguments: readonly Readonly<Record<string, unknown>>[];
  /** Seconds after which another try is worth it; null where the server named none. */
  readonly retryAfterSeconds: number | null;
}

const UNANSWERED: Problem = {
  message: null,
  help: null,
  code: null,
  requestId: null,
  fields: {},
  arguments: [],
  retryAfterSeconds: null,
};

let isAnyRead = false;
let retold: typeof import('@keelson/contract/retell').retold | null = null;

// What failed before the language was chosen is said again in it; the sentences are needed by nobody else.
beforeLanguage(async () => {
  if (isAnyRead) retold ??= (await import('@keelson/contract/retell')).retold;
});

/** Reads a failure in the language of the pages, also when that was chosen later: components read it while they are drawn. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof KeelsonError) || error.answer.errorDetail === null) return UNANSWERED;
  isAnyRead = true;
  const { errorDetail, headers } = error.answer;
  const detail = retold?.(errorDetail, currentLanguage()) ?? errorDetail;
  const retryAfter = headers.get('retry-after');
  const fields: Record<string, string[]> = {};
  for (const { field, message } of detail.errorArguments) {
    if (typeof field !== 'string' || typeof message !== 'string') continue;
    const texts = fields[field] ?? [];
    texts.push(message);
    fields[field] = texts;
  }
  return {
    message: detail.errorMessage,
    help: currentLanguage() === 'en' ? detail.errorDetail : null,
    code: detail.errorCode,
    requestId: detail.uuid,
    fields,
    arguments: detail.errorArguments,
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  };
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  const { code } = problemOf(error);
  return code !== null && codes.includes(code);
}
