// Distinguishes session tokens and API keys by shape alone.

// A token is `svc_` and 256 bits in base64url.
const SESSION_TOKEN = /^svc_[A-Za-z0-9_-]{43}$/;
// A key is `svc_key_` and 256 bits; the generator of session tokens avoids this beginning.
const API_KEY = /^svc_key_[A-Za-z0-9_-]{43}$/;
const SESSION_TOKEN_LENGTH = 47;
const API_KEY_LENGTH = 51;

/** Checks exact length and prefix; anything else is refused without hashing. */
export function isSessionToken(token: string): boolean {
  return token.length === SESSION_TOKEN_LENGTH && SESSION_TOKEN.test(token);
}

/** As `isSessionToken`, for API keys. */
export function isApiKey(token: string): boolean {
  return token.length === API_KEY_LENGTH && API_KEY.test(token);
}
