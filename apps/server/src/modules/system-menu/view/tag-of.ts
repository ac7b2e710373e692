// Makes the tag that tells whether an answer is still the same, and the headers beside it.
import { hash } from 'node:crypto';

/** Makes the tag of an answer: whatever it depends on is in it. `variant` keeps its compressed form apart. */
export function tagOf(parts: readonly unknown[], variant = ''): string {
  return `"${hash('sha256', JSON.stringify(parts), 'base64url')}${variant}"`;
}

/** These headers stand on what depends on who asks, and may be kept by the client that compares its tag. */
export const readHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie, Accept-Language',
} as const;
