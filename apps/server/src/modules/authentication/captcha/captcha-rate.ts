// Limits how many captchas an address is given, since drawing one takes work.
import { LRUCache } from 'lru-cache';
import { fail } from '../../../kernel/errors.ts';
import { addressKey } from '../attempt/address-limit.ts';

/** A person asks for a few until one is readable. */
const CAPTCHAS_MAX = 30;
const WINDOW_MS = 60_000;
// Addresses remembered; per process, as every rate that no page calls exact.
const ADDRESSES_MAX = 10_000;
const SECOND_MS = 1_000;

interface Window {
  readonly startMs: number;
  count: number;
}

/** Counts one; 429 `RATE_LIMITED` beyond 30 in a minute. */
export type CaptchaRate = (remoteAddress: string, nowMs: number) => void;

export function createCaptchaRate(): CaptchaRate {
  const windows = new LRUCache<string, Window>({ max: ADDRESSES_MAX });
  return (remoteAddress, nowMs) => {
    const key = addressKey(remoteAddress);
    const window = windows.get(key);
    if (window === undefined || nowMs - window.startMs >= WINDOW_MS) {
      windows.set(key, { startMs: nowMs, count: 1 });
      return;
    }
    if (window.count >= CAPTCHAS_MAX) {
      const retryAfterSeconds = Math.max(1, Math.ceil((window.startMs + WINDOW_MS - nowMs) / SECOND_MS));
      fail('RATE_LIMITED', { retryAfterSeconds });
    }
    window.count++;
  };
}
