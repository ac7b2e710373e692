// Declares what an operator can tune in the logger.
import {
  booleanSetting,
  decimalSetting,
  defineSettings,
  numberSetting,
  settingTexts,
} from '../../kernel/settings/settings.ts';

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
  fsyncInterval: numberSetting('logger.async.fsync-interval', {
    ...settingTexts({
      en: [
        'Milliseconds until asynchronous events are safe from a power cut',
        'An asynchronous event lies in a file when it is answered, and survives the end of the program; after this time at most it survives a power cut, too. Higher: fewer writes to the disk. 0: before each answer.',
      ],
      tr: [
        'Eşzamansız olayların elektrik kesintisine karşı güvende olmasına kadar geçen milisaniye',
        'Eşzamansız bir olay yanıtlandığında dosyadadır ve programın sonlanmasından etkilenmez; en geç bu süre sonunda elektrik kesintisinden de etkilenmez. Yükseltilirse diske daha seyrek yazılır. 0: her yanıttan önce.',
      ],
    }),
    unit: 'MILLISECOND',
    default: 200,
    min: 0,
    max: 5_000,
    tenantEditable: false,
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
