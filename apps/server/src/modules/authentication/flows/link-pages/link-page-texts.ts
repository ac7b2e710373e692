// Holds the texts of the pages behind links, in English and Turkish.
import type { Language } from '@keelson/contract';

/** Names the pages, each behind the links of its kind. */
export type LinkPage = 'activate' | 'reset' | 'email';

export interface LinkPageTexts {
  readonly title: string;
  /** Takes the fewest characters of a password. */
  readonly intro: (minLength: number) => string;
  readonly submit: string;
  readonly done: string;
  readonly noScript: string;
}

/** Holds our own constants without quotes or angle brackets, so they stand in attributes as they are. */
export const sharedTexts = {
  en: {
    username: 'Username',
    password: 'New password',
    show: 'Show the password',
    code: 'Code of your authenticator, or a recovery code',
    working: 'One moment …',
    missing: 'This address has no token. Open the whole link that you were given.',
    failed: 'The service did not answer. Please try again.',
  },
  tr: {
    username: 'Kullanıcı adı',
    password: 'Yeni parola',
    show: 'Parolayı göster',
    code: 'Doğrulayıcınızın kodu veya bir kurtarma kodu',
    working: 'Bir saniye …',
    missing: 'Bu adreste anahtar yok. Size verilen bağlantının tamamını açın.',
    failed: 'Hizmet yanıt vermedi. Lütfen yeniden deneyin.',
  },
} as const satisfies Readonly<Record<Language, object>>;

export const pageTexts: Readonly<Record<LinkPage, Readonly<Record<Language, LinkPageTexts>>>> = {
  activate: {
    en: {
      title: 'Set your password',
      intro: (minLength) =>
        `Choose a password of at least ${minLength} characters. Several words with spaces are easy to remember and hard to guess.`,
      submit: 'Set the password',
      done: 'Your password is set. You can sign in now.',
      noScript: 'This page needs JavaScript to set your password.',
    },
    tr: {
      title: 'Parolanızı belirleyin',
      intro: (minLength) =>
        `En az ${minLength} karakterlik bir parola seçin. Boşluklarla ayrılmış birkaç sözcük akılda kolay kalır ve zor tahmin edilir.`,
      submit: 'Parolayı belirle',
      done: 'Parolanız belirlendi. Artık oturum açabilirsiniz.',
      noScript: 'Parolanızı belirlemek için bu sayfanın JavaScript çalıştırması gerekir.',
    },
  },
  reset: {
    en: {
      title: 'Set a new password',
      intro: (minLength) =>
        `Choose a new password of at least ${minLength} characters, not one of your last five. Every open session ends.`,
      submit: 'Set the new password',
      done: 'Your new password is set. You can sign in now.',
      noScript: 'This page needs JavaScript to set your password.',
    },
    tr: {
      title: 'Yeni parola belirleyin',
      intro: (minLength) =>
        `En az ${minLength} karakterlik, son beş parolanızdan farklı yeni bir parola seçin. Açık oturumların hepsi kapanır.`,
      submit: 'Yeni parolayı belirle',
      done: 'Yeni parolanız belirlendi. Artık oturum açabilirsiniz.',
      noScript: 'Parolanızı belirlemek için bu sayfanın JavaScript çalıştırması gerekir.',
    },
  },
  email: {
    en: {
      title: 'Confirm your address',
      intro: () => 'Confirm that this mail address is to be that of your account.',
      submit: 'Confirm the address',
      done: 'Your address is confirmed.',
      noScript: 'This page needs JavaScript to confirm your address.',
    },
    tr: {
      title: 'Adresinizi doğrulayın',
      intro: () => 'Bu e-posta adresinin hesabınızın adresi olacağını doğrulayın.',
      submit: 'Adresi doğrula',
      done: 'Adresiniz doğrulandı.',
      noScript: 'Adresinizi doğrulamak için bu sayfanın JavaScript çalıştırması gerekir.',
    },
  },
};
