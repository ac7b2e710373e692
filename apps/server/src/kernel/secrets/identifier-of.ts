// Derives the identifier that stands for a token or key everywhere but in its owner's hands.
import { hash } from 'node:crypto';

/** Answers base64url(SHA-256(secret)) in 43 characters. The secret itself is kept nowhere. */
export function identifierOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
