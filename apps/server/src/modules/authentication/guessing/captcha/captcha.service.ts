// Makes captchas, which nothing remembers until they are used, and checks each of them once.

import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../../kernel/module.ts';
import { encodePng } from '../../ground/png.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { useCaptcha } from '../captcha.store.ts';
import { createRandom, drawCaptcha } from './captcha-drawing.ts';
import type { CaptchaSeal, CaptchaType, SealedCaptcha } from './captcha-identifier.ts';
import { makePuzzle, type Puzzle } from './proof-of-work-puzzle.ts';
import { CAPTCHA_ALPHABET } from './strokes.ts';

const CHARACTERS = 6;

export interface Captcha {
  readonly identifier: string;
  readonly expiryMs: number;
}

export type CaptchaRefusal = 'FOREIGN' | 'EXPIRED' | 'USED' | 'WRONG';

export function createCaptchaService({
  database,
  clock,
  seal,
  settings,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly seal: CaptchaSeal;
  readonly settings: AuthenticationSettings;
}) {
  const random = createRandom();

  const issue = (type: CaptchaType, answer: string): Captcha => {
    const expiryMs = clock.now() + settings.captchaLifetime.get(null) * MINUTE_MS;
    return { identifier: seal.seal({ type, answer, expiryMs }), expiryMs };
  };

  return {
    /** Makes an image: a data URI of a PNG, 200 by 70. */
    async createImage(): Promise<Captcha & { readonly imageString: string }> {
      const text = Array.from({ length: CHARACTERS }, () => CAPTCHA_ALPHABET[randomInt(CAPTCHA_ALPHABET.length)]).join(
        '',
      );
      const png = await encodePng(drawCaptcha(text, random));
      return { ...issue('IMAGE', text), imageString: `data:image/png;base64,${png.toString('base64')}` };
    },
    /** Makes a puzzle that grows harder with the failures of the address that asks. */
    async createPuzzle(addressFailures: number): Promise<Captcha & { readonly puzzle: Puzzle }> {
      const { puzzle, answer } = await makePuzzle(addressFailures);
      return { ...issue('PROOF_OF_WORK', answer), puzzle };
    },
    /** Says whether the next attempt needs a captcha, by the failures of its name and of its address. */
    isDue(
      tenantIdentifier: string,
      { ofName, ofAddress }: { readonly ofName: number; readonly ofAddress: number },
    ): boolean {
      const mode = settings.captchaMode.get(tenantIdentifier);
      if (mode !== 'ADAPTIVE') return mode === 'ALWAYS';
      if (ofName >= settings.captchaNameThreshold.get(tenantIdentifier)) return true;
      return ofAddress >= settings.captchaAddressThreshold.get(tenantIdentifier);
    },
    /** Answers null when the answer is right. Whatever the outcome, this captcha is used up. */
    async check(identifier: string, answer: string): Promise<CaptchaRefusal | null> {
      const captcha = seal.open(identifier);
      if (captcha === null) return 'FOREIGN';
      if (captcha.expiryMs <= clock.now()) return 'EXPIRED';
      if (!(await useCaptcha(database, captcha.nonce, new Date(captcha.expiryMs)))) return 'USED';
      return matches(captcha, answer) ? null : 'WRONG';
    },
  };
}

export type CaptchaService = ReturnType<typeof createCaptchaService>;

/** Takes the same time for every wrong answer. */
function matches({ type, answer }: SealedCaptcha, given: string): boolean {
  const typed = type === 'IMAGE' ? given.trim().toUpperCase() : given.trim();
  return timingSafeEqual(hash('sha256', answer, 'buffer'), hash('sha256', typed, 'buffer'));
}
