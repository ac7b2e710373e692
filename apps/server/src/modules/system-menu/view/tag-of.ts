// Makes the tag by which a client sees that an answer is unchanged, and the headers beside it.
import { hash } from 'node:crypto';

/** Makes the tag from everything that an answer depends on. `variant` distinguishes its compressed form. */
export function tagOf(parts: readonly unknown[], variant = ''): string {
  return `"${hash('sha256', JSON.stringify(parts), 'base64url')}${variant}"`;
}

/** Headers of answers that depend on the caller and may be cached by a client that compares the tag. */
export const readHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie, Accept-Language',
} as const;
