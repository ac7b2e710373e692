// The Turkish texts of the own account.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Hesabınız',
  about: 'Hakkınızda',
  username: 'Kullanıcı adı',
  displayName: 'Ad',
  email: 'E-posta adresi',
  phone: 'Telefon',
  timeZone: 'Saat dilimi',
  timeZoneHelp: 'Europe/Istanbul gibi.',
  save: 'Kaydet',
  saved: 'Kaydedildi.',
  password: 'Parola',
  current: 'Şimdiki parola',
  next: 'Yeni parola',
  change: 'Parolayı değiştir',
  changed: 'Parola değişti, öteki oturumlarınız kapandı.',
  sessions: 'Oturumunuzun açık olduğu yerler',
  thisOne: 'bu cihaz',
  lastUsed: 'son kullanım',
  close: 'Oradaki oturumu kapat',
  closed: 'O oturum kapandı.',
  closeOthers: 'Başka her yerde oturumu kapat',
  othersClosed: 'Öteki oturumlarınız kapandı.',
};
