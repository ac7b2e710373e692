// The Turkish texts of what surrounds every page.
import type { TextsOf } from '../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  menu: 'Menü',
  openMenu: 'Menüyü aç',
  skip: 'İçeriğe geç',
  home: 'Ana sayfa',
  account: 'Hesabınız',
  language: 'Dil',
  theme: 'Görünüm',
  themes: { light: 'Açık', dark: 'Koyu', auto: 'Cihaz gibi' },
  signOut: 'Oturumu kapat',
  signedInAs: (name) => `Oturum: ${name}`,
  actingFor: (actor, name) => `${actor}, ${name} adına işlem yapıyor. Her şey kaydedilir.`,
  sessionLost: 'Oturumunuz sona erdi',
  sessionLostWhy: 'Kaldığınız yerden sürdürmek için yeniden oturum açın. Yazdıklarınız duruyor.',
  leave: 'Oturum açma sayfasına git',
  proof: 'Lütfen siz olduğunuzu doğrulayın',
  proofWhy: 'Bu adım parolanızı yeniden gerektirir.',
  password: 'Parola',
  code: 'Doğrulayıcı uygulamanızın kodu',
  useCode: 'Bunun yerine kod kullan',
  usePassword: 'Bunun yerine parola kullan',
  confirm: 'Doğrula',
  cancel: 'Vazgeç',
  endsSoon: 'Bir süredir işlem yapmadığınız için oturumunuz yakında sona eriyor.',
  stay: 'Oturumu açık tut',
  empty: 'Burada sizin için henüz bir şey yok. Bir yönetici, çalıştığınız şeylere erişim verir.',
  unread: (count, shown) => (count === 0 ? 'Gelen kutusu' : `Gelen kutusu, ${shown} okunmamış`),
};
