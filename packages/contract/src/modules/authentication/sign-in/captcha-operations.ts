// Declares the operations of captchas.
import { text } from '../../../models/schema.ts';
import { publicAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthCaptchaModel, SvcAuthCaptchaModelInput } from './captcha-models.ts';

export const captchaOperations = {
  getCaptchaImageString: operation({
    method: 'POST',
    path: '/auth/captcha-image-string',
    listed: true,
    summary: 'Makes a captcha image',
    description:
      'A data URI of a PNG, 200 by 70. Its identifier is in the header and in a cookie that comes back with the sign-in by ' +
      'itself; both are good for 5 minutes and one try. At most 30 a minute for an address.',
    access: publicAccess,
    effect: 'read',
    reply: {
      kind: 'json',
      schema: text('Data URI of the image, at most 8 KiB.'),
      headers: {
        'cache-control': 'no-store',
        'x-svc-captcha-identifier': 'Identifier of the captcha, for captchaIdentifier of the sign-in.',
      },
    },
  }),
  createCaptcha: operation({
    method: 'POST',
    path: '/auth/captcha',
    summary: 'Makes a captcha of a chosen kind',
    description:
      'An image to read, or a puzzle that a device computes in about a second. Nothing is stored until it is used; it is good ' +
      'for 5 minutes and one try. At most 30 a minute for an address.',
    access: publicAccess,
    effect: 'read',
    body: { kind: 'json', schema: SvcAuthCaptchaModelInput, optional: true, limitBytes: publicBodyBytesMax },
    reply: { kind: 'json', schema: SvcAuthCaptchaModel, headers: { 'cache-control': 'no-store' } },
  }),
} as const;
