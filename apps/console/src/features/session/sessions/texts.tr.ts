// The Turkish texts of the list of sessions.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Oturumlar',
  user: 'Kullanıcı',
  device: 'Cihaz',
  address: 'Adres',
  begun: 'Başlangıç',
  lastUse: 'Son kullanım',
  search: 'Kullanıcı adına göre ara',
  status: 'Durum',
  open: 'Açık',
  ended: 'Bitmiş',
  thisOne: 'bu oturum',
  close: 'Kapat',
  closeQuestion: (name) => `${name} kullanıcısının bu oturumu hemen kapanır.`,
  closed: 'Oturum kapandı.',
  actions: 'İşlemler',
  empty: 'Oturum yok.',
};
