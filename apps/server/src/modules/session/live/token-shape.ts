// Tells credentials apart by shape alone, and derives the identifier that stands for a token everywhere else.
import { hash } from 'node:crypto';

// `svc_` and 256 bits in base64url.
const SESSION_TOKEN = /^svc_[A-Za-z0-9_-]{43}$/;
// `svc_key_` and 256 bits; a session token never begins so, the generator rolls again.
const API_KEY = /^svc_key_[A-Za-z0-9_-]{43}$/;
const TOKEN_PREFIX = 'svc_';
const SESSION_TOKEN_LENGTH = 47;
const API_KEY_LENGTH = 51;

/** base64url(SHA-256(token)): 43 characters. The token itself is kept nowhere. */
export function identifierOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Exact length and prefix; anything else is refused without hashing. */
export function isSessionToken(token: string): boolean {
  return token.length === SESSION_TOKEN_LENGTH && SESSION_TOKEN.test(token);
}

export function isApiKey(token: string): boolean {
  return token.length === API_KEY_LENGTH && API_KEY.test(token);
}

/** A token where an identifier belongs: refused before it reaches a table or a log. */
export function looksLikeToken(identifier: string): boolean {
  return identifier.startsWith(TOKEN_PREFIX);
}
