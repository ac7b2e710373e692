// Answers the contract operations of captchas by calls of their service.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../../kernel/module.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import { captchaCookie } from '../../ground/cookies.ts';
import type { AddressLimit } from '../address-limit.ts';
import type { CaptchaService } from './captcha.service.ts';
import type { CaptchaRate } from './captcha-rate.ts';

export type CaptchaHandlers = Pick<AuthenticationHandlers, 'getCaptchaImageString' | 'createCaptcha'>;

export function createCaptchaHandlers({
  captchas,
  addresses,
  rate,
  clock,
}: Pick<Kernel, 'clock'> & {
  readonly captchas: CaptchaService;
  readonly addresses: AddressLimit;
  readonly rate: CaptchaRate;
}): CaptchaHandlers {
  return {
    async getCaptchaImageString({ act }) {
      const { context } = act;
      rate(context.remoteAddress, clock.now());
      const { identifier, expiryMs, imageString } = await captchas.createImage();
      const lifeSeconds = Math.floor((expiryMs - clock.now()) / SECOND_MS);
      return {
        body: imageString,
        headers: { 'cache-control': 'no-store', 'x-svc-captcha-identifier': identifier },
        cookies: [captchaCookie(identifier, lifeSeconds, context)],
      };
    },
    async createCaptcha({ body, act }) {
      const { context } = act;
      rate(context.remoteAddress, clock.now());
      const headers = { 'cache-control': 'no-store' };
      if (body.type === 'PROOF_OF_WORK') {
        const { windowFailures } = await addresses.find(context.remoteAddress);
        const { identifier, expiryMs, puzzle } = await captchas.createPuzzle(windowFailures);
        const expiryDate = new Date(expiryMs).toISOString();
        return {
          body: {
            captchaIdentifier: identifier,
            type: 'PROOF_OF_WORK',
            imageString: null,
            challenge: puzzle,
            expiryDate,
          },
          headers,
        };
      }
      const { identifier, expiryMs, imageString } = await captchas.createImage();
      const expiryDate = new Date(expiryMs).toISOString();
      return {
        body: { captchaIdentifier: identifier, type: 'IMAGE', imageString, challenge: null, expiryDate },
        headers,
      };
    },
  };
}
