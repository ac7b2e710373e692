// The Turkish texts of announcements and notifications.
import type { TextsOf } from '../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  types: {
    INFO: 'Bilgi',
    SUCCESS: 'Başarı',
    WARNING: 'Uyarı',
    CRITICAL: 'Kritik',
    MAINTENANCE: 'Bakım',
    RELEASE: 'Sürüm',
  },
  pinned: 'Sabitlenmiş',
  unread: 'okunmamış',
  times: (count) => `${count} kez`,
};
