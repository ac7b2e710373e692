// Limits how many captchas an address is given, since drawing one takes work.
import { createKeyRate } from '../../../../kernel/process/key-rate.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { addressKey } from '../address-limit.ts';

/** Captchas of an address within a minute: a person asks for a few until one is readable. */
const CAPTCHAS_MAX = 30;
const WINDOW_MS = 60_000;

/** Counts one; fails with 429 `RATE_LIMITED` beyond 30 in a minute. */
export type CaptchaRate = (remoteAddress: string, nowMs: number) => void;

export function createCaptchaRate(): CaptchaRate {
  const rate = createKeyRate({ max: CAPTCHAS_MAX, windowMs: WINDOW_MS });
  return (remoteAddress, nowMs) => {
    const key = addressKey(remoteAddress);
    const retryAfterSeconds = rate.retryAfterSeconds(key, nowMs);
    if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
    rate.count(key, nowMs);
  };
}
