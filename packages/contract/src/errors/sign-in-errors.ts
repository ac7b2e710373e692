// Declares the error codes of signing in, of one-time tokens and of codes.
import { error } from './definition.ts';

export const signInErrors = {
  AUTH_INVALID_CREDENTIALS: error(401, {
    en: 'The username or the password is wrong.',
    tr: 'Kullanıcı adı veya parola yanlış.',
    help: 'One answer for every reason, so that it does not show which names exist.',
  }),
  AUTH_CAPTCHA_REQUIRED: error(401, {
    en: 'Please solve a captcha first.',
    tr: 'Lütfen önce doğrulama görselini çözün.',
    help: 'errorArguments carries captchaTypeList; send captchaIdentifier and captcha with the same request. No password was checked.',
  }),
  AUTH_CAPTCHA_INVALID: error(401, {
    en: 'The answer to the captcha is wrong or no longer valid.',
    tr: 'Doğrulama görselinin yanıtı yanlış veya artık geçerli değil.',
    help: 'A captcha is good for one try; ask for a new one. No password was checked.',
  }),
  AUTH_TEMPORARILY_LOCKED: error(429, {
    en: 'Too many failed attempts. Please try again later.',
    tr: 'Çok fazla başarısız deneme oldu. Lütfen daha sonra yeniden deneyin.',
    help: 'Retry-After says how many seconds to wait; names that do not exist lock in the same way.',
  }),
  AUTH_CODE_INVALID: error(401, {
    en: 'The code is wrong.',
    tr: 'Kod yanlış.',
    help: 'errorArguments says how many attempts are left; an e-mailed code also runs out and can be sent again.',
  }),
  AUTH_VERIFICATION_EXPIRED: error(401, {
    en: 'The sign-in cannot be continued. Please start again.',
    tr: 'Oturum açma işlemi sürdürülemiyor. Lütfen baştan başlayın.',
    help: 'One answer for a challenge that is unknown, used, replaced or run out, of another browser, or of a user who changed.',
  }),
  AUTH_CODE_ATTEMPTS_EXCEEDED: error(429, {
    en: 'Too many wrong codes. Please start again.',
    tr: 'Çok fazla yanlış kod girildi. Lütfen baştan başlayın.',
    help: 'The challenge is gone; sign in again.',
  }),
  AUTH_RESEND_TOO_SOON: error(429, {
    en: 'A code was sent a moment ago. Please wait.',
    tr: 'Az önce bir kod gönderildi. Lütfen bekleyin.',
    help: 'Retry-After says how many seconds to wait.',
  }),
  AUTH_CODE_REQUIRED: error(401, {
    en: 'Please give a code of your second factor as well.',
    tr: 'Lütfen ikinci doğrulama yönteminizin kodunu da girin.',
    help: 'errorArguments carries verificationTypeList; send verificationType and code with the same request. An empty list means that no factor can be used; an administrator can reset them.',
  }),
  AUTH_TOKEN_EXPIRED: error(401, {
    en: 'The link is no longer valid.',
    tr: 'Bağlantı artık geçerli değil.',
    help: 'One-time tokens are used once and run out; ask for a new link.',
  }),
} as const;
