// Solves the puzzle that a sign-in asks for after failures: the device computes, the person waits a second.
import { plainApi } from '../../lib/api.ts';

export interface CaptchaAnswer {
  readonly captchaIdentifier: string;
  readonly captcha: string;
}

/** Numbers that are tried side by side: the browser computes them outside of the page's thread. */
const TOGETHER = 32;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export interface CaptchaImage {
  readonly captchaIdentifier: string;
  readonly imageString: string;
}

/** Asks for a picture whose text a person reads. */
export async function fetchCaptchaImage(): Promise<CaptchaImage> {
  const { body } = await plainApi.authentication.createCaptcha({ body: { type: 'IMAGE' } });
  return { captchaIdentifier: body.captchaIdentifier, imageString: body.imageString ?? '' };
}

/** Asks for a puzzle and answers it; null where it has no answer within its range, or where nobody waits for it any longer. */
export async function solveCaptcha(signal: AbortSignal): Promise<CaptchaAnswer | null> {
  const { body } = await plainApi.authentication.createCaptcha({ body: { type: 'PROOF_OF_WORK' } });
  const { captchaIdentifier, challenge } = body;
  if (challenge === null) return null;
  const { iterations, keyLengthBytes, numberMax } = challenge;
  const [salt, wanted] = [bytesOf(challenge.salt), bytesOf(challenge.key)];
  const fits = async (number: number): Promise<number | null> => {
    const secret = new TextEncoder().encode(String(number));
    const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
    const rule = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    const made = await crypto.subtle.deriveBits(rule, key, keyLengthBytes * 8);
    return isSame(new Uint8Array(made), wanted) ? number : null;
  };
  for (let first = 0; first <= numberMax && !signal.aborted; first += TOGETHER) {
    const numbers = Array.from({ length: Math.min(TOGETHER, numberMax - first + 1) }, (_, index) => first + index);
    const found = (await Promise.all(numbers.map(fits))).find((number) => number !== null);
    if (found !== undefined) return { captchaIdentifier, captcha: String(found) };
  }
  return null;
}
