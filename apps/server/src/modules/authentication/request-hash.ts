// Tells whether a repeated request carries the same body.
import { hash } from 'node:crypto';

/** Of the body as it was validated: the same request sent again has the same order of fields. */
export function requestHash(body: unknown): string {
  return hash('sha256', JSON.stringify(body), 'base64url');
}
