// The Turkish texts of the list of users and of a new one.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Kullanıcılar',
  username: 'Kullanıcı adı',
  displayName: 'Ad',
  email: 'E-posta adresi',
  phone: 'Telefon',
  roles: 'Roller',
  state: 'Durum',
  lastLogin: 'Son oturum',
  search: 'Ada veya e-posta adresine göre ara',
  stateFilter: 'Durum',
  any: 'Hepsi',
  enabled: 'Oturum açabilir',
  disabled: 'Devre dışı',
  locked: 'Kilitli',
  states: { active: 'Etkin', disabled: 'Devre dışı', locked: 'Kilitli', invited: 'Davet edildi' },
  empty: 'Kullanıcı yok.',
  new: 'Yeni kullanıcı',
  newWhy: 'Kimse başkası için parola belirlemez: yeni kullanıcı, parola seçmek için bir bağlantı alır.',
  create: 'Kullanıcıyı oluştur',
  created: (name) => `${name} oluşturuldu.`,
  link: 'Bu bağlantıyı yeni kullanıcıya verin',
  linkWhy: 'İlk parolayı bir kez belirler. Yalnızca şimdi gösterilir; kullanıcının sayfasında yenisi üretilebilir.',
  open: 'Kullanıcıyı aç',
  another: 'Bir yeni kullanıcı daha',
  all: 'Bütün kullanıcılar',
};
