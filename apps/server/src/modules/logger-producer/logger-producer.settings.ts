// Declares what an operator can tune in the logger.
import { booleanSetting, decimalSetting, defineSettings, settingTexts } from '../../kernel/settings/settings.ts';

export const loggerProducerSettings = defineSettings('logger', {
  producedByDefault: booleanSetting('logger.producer.default', {
    ...settingTexts({
      en: [
        'Events without an entry are produced',
        'Holds for events whose key no entry of the producer cache decides. On, they are stored. Off, they are filtered, but for those of the types AUDIT and SECURITY.',
      ],
      tr: [
        'Kaydı olmayan olaylar üretilir',
        'Üretici önbelleğinde anahtarı için kayıt bulunmayan olaylarda geçerlidir. Açıkken saklanırlar. Kapalıyken süzülürler; AUDIT ve SECURITY türleri her zaman saklanır.',
      ],
    }),
    default: true,
  }),
  sampleRate: decimalSetting('logger.producer.sample-rate', {
    ...settingTexts({
      en: [
        'Share of events without an entry that is kept',
        'Of the events whose key no entry of the producer cache decides this share is stored, whole traces together. 1 keeps all of them, 0 none.',
      ],
      tr: [
        'Kaydı olmayan olaylardan saklanan pay',
        'Üretici önbelleğinde anahtarı için kayıt bulunmayan olayların bu kadarı, izleri bölünmeden saklanır. 1 hepsini saklar, 0 hiçbirini.',
      ],
    }),
    unit: 'NONE',
    default: 1,
    min: 0,
    max: 1,
  }),
});
