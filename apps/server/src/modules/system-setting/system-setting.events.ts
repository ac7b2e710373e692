// Declares the kinds of events that settings write.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const systemSettingEvents = defineEvents({
  changed: {
    name: 'setting.changed',
    type: 'AUDIT',
    description: {
      en: 'A value of a setting was set, removed, imported or put back.',
      tr: 'Bir ayarın değeri belirlendi, kaldırıldı, içe aktarıldı veya geri alındı.',
    },
  },
  defined: {
    name: 'setting.defined',
    type: 'AUDIT',
    description: { en: 'Somebody made the definition of a setting.', tr: 'Bir ayar tanımı oluşturuldu.' },
  },
  redefined: {
    name: 'setting.redefined',
    type: 'AUDIT',
    description: {
      en: 'Somebody changed the definition of a setting, or switched it on or off.',
      tr: 'Bir ayar tanımı değiştirildi, etkinleştirildi veya devre dışı bırakıldı.',
    },
  },
  keyGivenUp: {
    name: 'setting.key-given-up',
    type: 'AUDIT',
    level: 'WARN',
    description: {
      en: 'Somebody gave up a secret key at the command line: what it alone opens is lost.',
      tr: 'Komut satırında bir gizli anahtardan vazgeçildi: yalnızca onun açtığı her şey yitirildi.',
    },
  },
  deleted: {
    name: 'setting.deleted',
    type: 'AUDIT',
    description: {
      en: 'Somebody deleted the definition of a setting with all its values.',
      tr: 'Bir ayar tanımı tüm değerleriyle birlikte silindi.',
    },
  },
});
