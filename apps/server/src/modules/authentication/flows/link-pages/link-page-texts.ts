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
  /** Says what to do once the link is used up or too old. */
  readonly over: string;
  readonly noScript: string;
}

/** Constants without quotes or angle brackets, so that they can stand in attributes as they are. */
export const sharedTexts = {
  en: {
    username: 'Username',
    password: 'New password',
    show: 'Show the password',
    code: 'Code of your authenticator, or a recovery code',
    working: 'One moment …',
    empty: 'Please type a password.',
    home: 'Go to the start page',
    missing: 'This address has no token. Open the whole link that you were given.',
    failed: 'The service did not answer. Please try again.',
  },
  tr: {
    username: 'Kullanıcı adı',
    password: 'Yeni parola',
    show: 'Parolayı göster',
    code: 'Doğrulayıcınızın kodu veya bir kurtarma kodu',
    working: 'Bir saniye …',
    empty: 'Lütfen bir parola yazın.',
    home: 'Başlangıç sayfasına git',
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
      over: 'This link was used already, or its time is over. If you have set your password with it, sign in. If not, ask whoever gave you the link for a new one; whoever runs this program makes one with the command keelson admin-link.',
      noScript: 'This page needs JavaScript to set your password.',
    },
    tr: {
      title: 'Parolanızı belirleyin',
      intro: (minLength) =>
        `En az ${minLength} karakterlik bir parola seçin. Boşluklarla ayrılmış birkaç sözcük akılda kolay kalır ve zor tahmin edilir.`,
      submit: 'Parolayı belirle',
      done: 'Parolanız belirlendi. Artık oturum açabilirsiniz.',
      over: 'Bu bağlantı daha önce kullanılmış veya süresi dolmuş. Parolanızı bununla belirlediyseniz oturum açın. Belirlemediyseniz bağlantıyı size veren kişiden yenisini isteyin; bu programı çalıştıran kişi keelson admin-link komutuyla bir bağlantı üretebilir.',
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
      over: 'This link was used already, its time is over, or a newer one has replaced it. If your new password is set, sign in. If not, ask for a new link where you asked for this one: the last one works, once and for half an hour.',
      noScript: 'This page needs JavaScript to set your password.',
    },
    tr: {
      title: 'Yeni parola belirleyin',
      intro: (minLength) =>
        `En az ${minLength} karakterlik, son beş parolanızdan farklı yeni bir parola seçin. Açık oturumların hepsi kapanır.`,
      submit: 'Yeni parolayı belirle',
      done: 'Yeni parolanız belirlendi. Artık oturum açabilirsiniz.',
      over: 'Bu bağlantı daha önce kullanılmış, süresi dolmuş veya yerini yenisi almış. Yeni parolanız belirlendiyse oturum açın. Belirlenmediyse bunu istediğiniz yerden yeni bir bağlantı isteyin: son bağlantı bir kez ve yarım saat boyunca geçerlidir.',
      noScript: 'Parolanızı belirlemek için bu sayfanın JavaScript çalıştırması gerekir.',
    },
  },
  email: {
    en: {
      title: 'Confirm your address',
      intro: () => 'Confirm that this mail address is to be that of your account.',
      submit: 'Confirm the address',
      done: 'Your address is confirmed.',
      over: 'This link was used already, or its time is over. If your address is not confirmed yet, sign in and change your address again: that sends a new link.',
      noScript: 'This page needs JavaScript to confirm your address.',
    },
    tr: {
      title: 'Adresinizi doğrulayın',
      intro: () => 'Bu e-posta adresinin hesabınızın adresi olacağını doğrulayın.',
      submit: 'Adresi doğrula',
      done: 'Adresiniz doğrulandı.',
      over: 'Bu bağlantı daha önce kullanılmış veya süresi dolmuş. Adresiniz henüz doğrulanmadıysa oturum açıp adresinizi yeniden değiştirin: yeni bir bağlantı gönderilir.',
      noScript: 'Adresinizi doğrulamak için bu sayfanın JavaScript çalıştırması gerekir.',
    },
  },
};
