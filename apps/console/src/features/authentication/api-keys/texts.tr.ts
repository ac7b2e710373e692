// The Turkish texts of API keys.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'API anahtarları',
  name: 'Ad',
  description: 'Ne için',
  prefix: 'Başlangıcı',
  owner: 'Sahibi',
  authorities: 'Yetkiler',
  addresses: 'İzinli adresler',
  addressesHelp: '10.0.0.0/8 gibi aralıklar. Yoksa anahtar her yerden geçerlidir.',
  expiry: 'Bitiş',
  expiryHelp: 'Başka bir şey demezseniz bir yıl sonra; en çok iki yıl.',
  lastUsed: 'Son kullanım',
  state: 'Durum',
  enabled: 'Geçerli',
  disabled: 'Reddediliyor',
  search: 'Ada veya açıklamaya göre ara',
  empty: 'API anahtarı yok. Başka bir program parola yerine bir anahtarla çağırır.',
  new: 'Yeni API anahtarı',
  create: 'Anahtarı oluştur',
  key: 'Anahtar',
  keyWhy: 'Programa şimdi verin. Bir kez gösterilir.',
  rotate: 'Yeni anahtar',
  rotateQuestion: (name) =>
    `${name} yeni bir anahtar alır. Eskisi, programlar geçebilsin diye bir saat daha geçerlidir.`,
  delete: 'Sil',
  deleteQuestion: (name) => `${name} silinir: anahtarı her yerde hemen reddedilir.`,
  deleted: 'Anahtar silindi.',
  actions: 'İşlemler',
};
