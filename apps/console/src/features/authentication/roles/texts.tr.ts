// The Turkish texts of roles.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Roller',
  code: 'Kod',
  codeHelp: 'ROLE_ ile başlar, örneğin ROLE_MANAGERS. Süreçlerin grupları da ROLE_ olmadan böyle adlandırılır.',
  name: 'Ad',
  description: 'Ne için',
  users: 'Kullanıcılar',
  kind: 'Tür',
  system: 'Hazır',
  own: 'Kendi',
  search: 'Koda, ada veya açıklamaya göre ara',
  empty: 'Rol yok.',
  new: 'Yeni rol',
  create: 'Rolü oluştur',
  created: 'Rol oluşturuldu.',
};
