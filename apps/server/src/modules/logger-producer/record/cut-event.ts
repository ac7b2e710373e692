// Shortens an event that is too long: it is kept with a mark rather than refused.
import type { SvcEventLogModel } from '@keelson/contract';

const MESSAGE_CHARACTERS_MAX = 32_768;
const STACK_CHARACTERS_MAX = 16_384;

export interface CutEvent {
  readonly message: string | null;
  /** JSON. */
  readonly errorDetail: string | null;
  readonly tags: readonly string[];
  readonly truncated: boolean;
}

export function cutEvent({ message, errorDetail, tagList }: SvcEventLogModel): CutEvent {
  const shortMessage = cutText(message ?? null, MESSAGE_CHARACTERS_MAX);
  const stack = errorDetail?.errorDetail ?? null;
  const shortStack = cutText(stack, STACK_CHARACTERS_MAX);
  return {
    message: shortMessage,
    errorDetail:
      errorDetail === null || errorDetail === undefined
        ? null
        : JSON.stringify({ ...errorDetail, errorDetail: shortStack }),
    tags: [...new Set(tagList ?? [])],
    truncated: shortMessage !== (message ?? null) || shortStack !== stack,
  };
}

/** Counts characters of Unicode, and leaves none of them in half. */
function cutText(text: string | null, charactersMax: number): string | null {
  if (text === null || text.length <= charactersMax) return text;
  let end = 0;
  for (let count = 0; count < charactersMax && end < text.length; count++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
