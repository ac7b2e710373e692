// Holds the mails that this module ships, in English and Turkish.
import type { MailTemplate } from '../../../mail-notification/api.ts';
import { loginCodeTemplate } from './login-code-mail.ts';

export const authenticationMailCodes = {
  /** Takes the parameters name, link and minutes. */
  passwordReset: 'auth.password-reset',
  /** Takes the parameters name, username, link and hours. */
  activation: 'auth.activation',
  /** Takes the parameters name, address, link and hours. */
  emailChange: 'auth.email-change',
  /** Takes the parameters name, device, address and date. */
  newDevice: 'auth.new-device',
  /** Takes the parameters name, change and date. */
  credentialChanged: 'auth.credential-changed',
  /** Takes the parameters name, count and date. */
  failedAttempts: 'auth.failed-attempts',
} as const;

const codes = authenticationMailCodes;

/** Lists the mails; those with a link or a code are sensitive. */
export const authenticationMails: readonly MailTemplate[] = [
  loginCodeTemplate,
  {
    code: codes.passwordReset,
    name: 'Password reset',
    sensitive: true,
    contentMap: {
      en: {
        subject: 'Set a new password',
        content:
          'Hello {{ name }},\n\na new password was asked for. Set it here within {{ minutes }} minutes:\n\n{{ link }}\n\n' +
          'The link works once. If you did not ask for it, you need not do anything: your password stays as it is.\n',
      },
      tr: {
        subject: 'Yeni parola belirleyin',
        content:
          'Merhaba {{ name }},\n\nyeni bir parola istendi. {{ minutes }} dakika içinde buradan belirleyin:\n\n{{ link }}\n\n' +
          'Bağlantı bir kez çalışır. Siz istemediyseniz bir şey yapmanız gerekmez: parolanız olduğu gibi kalır.\n',
      },
    },
  },
  {
    code: codes.activation,
    name: 'Invitation',
    sensitive: true,
    contentMap: {
      en: {
        subject: 'Your account is ready',
        content:
          'Hello {{ name }},\n\nan account was made for you. Your username is {{ username }}. Set your password within ' +
          '{{ hours }} hours:\n\n{{ link }}\n\nThe link works once.\n',
      },
      tr: {
        subject: 'Hesabınız hazır',
        content:
          'Merhaba {{ name }},\n\nsizin için bir hesap açıldı. Kullanıcı adınız {{ username }}. Parolanızı {{ hours }} saat ' +
          'içinde belirleyin:\n\n{{ link }}\n\nBağlantı bir kez çalışır.\n',
      },
    },
  },
  {
    code: codes.emailChange,
    name: 'Confirmation of an address',
    sensitive: true,
    contentMap: {
      en: {
        subject: 'Confirm your address',
        content:
          'Hello {{ name }},\n\n{{ address }} is to be the address of your account. Confirm it within {{ hours }} hours:\n\n' +
          '{{ link }}\n\nThe link works once. If you did not ask for this, do not open it.\n',
      },
      tr: {
        subject: 'Adresinizi doğrulayın',
        content:
          'Merhaba {{ name }},\n\nhesabınızın adresi {{ address }} olacak. {{ hours }} saat içinde doğrulayın:\n\n{{ link }}\n\n' +
          'Bağlantı bir kez çalışır. Siz istemediyseniz açmayın.\n',
      },
    },
  },
  {
    code: codes.newDevice,
    name: 'Sign-in from a new device',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'Sign-in from a new device',
        content:
          'Hello {{ name }},\n\nyour account was used to sign in from a new device: {{ device }}, address {{ address }}, ' +
          '{{ date }}.\n\nIf that was not you, change your password and close your sessions.\n',
      },
      tr: {
        subject: 'Yeni bir cihazdan oturum açıldı',
        content:
          'Merhaba {{ name }},\n\nhesabınızla yeni bir cihazdan oturum açıldı: {{ device }}, adres {{ address }}, {{ date }}.' +
          '\n\nBu siz değilseniz parolanızı değiştirin ve oturumlarınızı kapatın.\n',
      },
    },
  },
  {
    code: codes.credentialChanged,
    name: 'Change to the sign-in',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'A change to how you sign in',
        content:
          'Hello {{ name }},\n\n{{ change }} ({{ date }})\n\nIf that was not you, tell your administrator at once.\n',
      },
      tr: {
        subject: 'Oturum açma bilgilerinizde değişiklik',
        content:
          'Merhaba {{ name }},\n\n{{ change }} ({{ date }})\n\nBu siz değilseniz yöneticinize hemen haber verin.\n',
      },
    },
  },
  {
    code: codes.failedAttempts,
    name: 'Sign-in after failed attempts',
    sensitive: false,
    contentMap: {
      en: {
        subject: 'Sign-in after failed attempts',
        content:
          'Hello {{ name }},\n\nyour account was signed in to after {{ count }} failed attempts ({{ date }}).\n\nIf that was ' +
          'not you, change your password.\n',
      },
      tr: {
        subject: 'Başarısız denemelerden sonra oturum açıldı',
        content:
          'Merhaba {{ name }},\n\n{{ count }} başarısız denemeden sonra hesabınızla oturum açıldı ({{ date }}).\n\nBu siz ' +
          'değilseniz parolanızı değiştirin.\n',
      },
    },
  },
];
