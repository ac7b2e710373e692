// The Turkish texts of tenants.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Kiracılar',
  identifier: 'Tanımlayıcı',
  identifierHelp: 'Kısa ve kalıcı: bir daha kullanılmaz.',
  name: 'Ad',
  hosts: 'Sunucu adları',
  hostsHelp: 'Bunlardan birinde oturum açan bu kiracıya aittir.',
  locale: 'Dil',
  timeZone: 'Saat dilimi',
  state: 'Durum',
  active: 'Etkin',
  inactive: 'Devre dışı',
  search: 'Tanımlayıcıya veya ada göre ara',
  empty: 'Kiracı yok.',
  new: 'Yeni kiracı',
  create: 'Kiracıyı oluştur',
  created: 'Kiracı oluşturuldu.',
  change: 'Değiştir',
  save: 'Kaydet',
  saved: 'Kaydedildi.',
  activate: 'Etkinleştir',
  activated: 'Kişileri yeniden oturum açabilir.',
  deactivate: 'Devre dışı bırak',
  deactivateQuestion: (name) =>
    `${name} kiracısından kimse artık oturum açamaz; oturumlar kapanır, API anahtarları hemen reddedilir.`,
  deactivated: 'Kiracı devre dışı.',
  actions: 'İşlemler',
};
