// The Turkish texts of a role.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  all: 'Bütün roller',
  facts: 'Bu rol hakkında',
  code: 'Kod',
  name: 'Ad',
  description: 'Ne için',
  users: 'Bu role sahip kullanıcılar',
  save: 'Kaydet',
  saved: 'Kaydedildi.',
  authorities: 'Verdikleri',
  authoritiesWhy: 'Kimse kendinde olmayanı veremez: onlar kapalıdır.',
  shipped: 'Bu rol hazır gelir ve değiştirilemez.',
  saveAuthorities: 'Verdiklerini kaydet',
  delete: 'Sil',
  deleteQuestion: (code) => `${code} silinir. Yalnızca kimsede olmayan bir rol silinebilir.`,
  deleted: 'Rol silindi.',
};
