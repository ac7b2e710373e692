// The Turkish texts of the list of settings.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Ayarlar',
  name: 'Ayar',
  value: 'Değer',
  source: 'Kaynağı',
  code: 'Kod',
  group: 'Grup',
  all: 'Hepsi',
  changedFilter: 'Değer',
  changed: 'Burada değiştirilen',
  search: 'Ada, koda veya açıklamaya göre ara',
  empty: 'Görebileceğiniz bir ayar yok.',
  invalid: 'Artık geçerli değil',
  restart: 'Yeniden başlatınca',
  sources: {
    PINNED: 'Sabitlenmiş',
    GLOBAL: 'Her yer',
    TENANT: 'Bu kiracı',
    USER: 'Kişi',
    DEFAULT: 'Standart',
    NONE: 'Yok',
  },
};
