// Declares the models of captchas.
import type { Static } from 'typebox';
import { choice, closed, dateTime, integer, nullable, optional, text } from '../../../models/schema.ts';

/** The kinds of captchas: one that a person reads, one that a device computes. */
export const captchaTypes = ['IMAGE', 'PROOF_OF_WORK'] as const;

/** An identifier of a captcha has at most so many characters. */
export const captchaIdentifierMax = 512;
/** An answer has at most so many characters, as that of a proof of work may; the text of an image has six. */
export const captchaAnswerMax = 4_096;

export const SvcAuthCaptchaModelInput = closed(
  { type: optional(choice(captchaTypes, 'Kind of the captcha; default IMAGE.')) },
  'SvcAuthCaptchaModelInput',
);
export type SvcAuthCaptchaModelInput = Static<typeof SvcAuthCaptchaModelInput>;

export const SvcAuthCaptchaChallengeModel = closed(
  {
    algorithm: choice(['PBKDF2-SHA-256'], 'How a number is tried: PBKDF2 of its decimal text.'),
    salt: text('Salt, base64url.'),
    iterations: integer('Rounds of one try.'),
    keyLengthBytes: integer('Bytes of the derived key.'),
    key: text('The key that the searched number gives, base64url.'),
    numberMax: integer('The number lies between 0 and this one, both included.'),
  },
  'SvcAuthCaptchaChallengeModel',
);
export type SvcAuthCaptchaChallengeModel = Static<typeof SvcAuthCaptchaChallengeModel>;

export const SvcAuthCaptchaModel = closed(
  {
    captchaIdentifier: text('Travels back beside the answer.'),
    type: choice(captchaTypes, 'Kind of the captcha.'),
    imageString: nullable(text('Data URI of a PNG, 200 by 70; of an IMAGE.')),
    challenge: nullable(
      SvcAuthCaptchaChallengeModel,
      'The puzzle of a PROOF_OF_WORK; its answer is the number in decimal.',
    ),
    expiryDate: dateTime('Until when the answer is taken.'),
  },
  'SvcAuthCaptchaModel',
);
export type SvcAuthCaptchaModel = Static<typeof SvcAuthCaptchaModel>;
