// Declares what an operator can tune in the logger.
import {
  booleanSetting,
  choiceSetting,
  decimalSetting,
  defineSettings,
  numberSetting,
  settingTexts,
  textSetting,
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
  fullText: choiceSetting('logger.full-text', {
    ...settingTexts({
      en: [
        'What of an event is found by its words',
        'ALL indexes message, name, tags and attributes. MESSAGE indexes message and name: events take less room, and tags and attributes are looked for among all events of the time. OFF indexes nothing, and a search for words is refused. It holds for events from now on.',
      ],
      tr: [
        'Bir olayın sözcüklerle bulunan kısmı',
        'ALL ileti, ad, etiket ve öznitelikleri dizinler. MESSAGE yalnızca ileti ve adı dizinler: olaylar daha az yer kaplar, etiket ve öznitelikler o zamanın tüm olayları arasında aranır. OFF hiçbir şeyi dizinlemez ve sözcük araması reddedilir. Bundan sonraki olaylarda geçerlidir.',
      ],
    }),
    choices: ['ALL', 'MESSAGE', 'OFF'],
    default: 'ALL',
    tenantEditable: false,
  }),
  eventsPerSecond: numberSetting('logger.rate.events', {
    ...settingTexts({
      en: [
        'Events a second that one caller may send',
        'Counted in each process; five seconds of it may come at once. More is refused with 429, but for the types AUDIT and SECURITY. 0: no limit.',
      ],
      tr: [
        'Bir çağıranın saniyede gönderebileceği olay sayısı',
        'Her süreçte ayrı sayılır; beş saniyelik miktar bir kerede gelebilir. Fazlası 429 ile reddedilir, AUDIT ve SECURITY türleri dışında. 0: sınır yok.',
      ],
    }),
    unit: 'COUNT',
    default: 20_000,
    min: 0,
    max: 1_000_000,
    tenantEditable: false,
  }),
  maskedKeys: textSetting('logger.mask.keys', {
    ...settingTexts({
      en: [
        'Further names whose values are masked',
        'Apart by commas. In the log of events, the value of an attribute whose name ends so becomes ***, as those of password, token and the like always do; capital letters, - and _ do not count.',
      ],
      tr: [
        'Değeri maskelenen ek adlar',
        'Virgülle ayrılır. Olay kaydında adı böyle biten bir özniteliğin değeri, password, token ve benzerlerinde her zaman olduğu gibi *** olur; büyük harf, - ve _ ayrımı yapılmaz.',
      ],
    }),
    default: '',
    max: 2_000,
    tenantEditable: false,
  }),
  standardDays: numberSetting('logger.retention.standard', {
    ...settingTexts({
      en: [
        'Days for which events are kept',
        'Older events are shown to nobody at once, and removed within a day. It holds for all types but AUDIT and SECURITY; an older event is refused. Higher: a larger database.',
      ],
      tr: [
        'Olayların saklandığı gün sayısı',
        'Daha eski olaylar hemen kimseye gösterilmez ve bir gün içinde silinir. AUDIT ve SECURITY dışındaki türlerde geçerlidir; daha eski bir olay reddedilir. Yükseltilirse veritabanı büyür.',
      ],
    }),
    unit: 'DAY',
    default: 30,
    min: 1,
    max: 90,
  }),
  auditDays: numberSetting('logger.retention.audit', {
    ...settingTexts({
      en: [
        'Days for which events of audit are kept',
        'Older events of the types AUDIT and SECURITY are shown to nobody at once, and removed within a day. Higher: a larger database.',
      ],
      tr: [
        'Denetim olaylarının saklandığı gün sayısı',
        'AUDIT ve SECURITY türündeki daha eski olaylar hemen kimseye gösterilmez ve bir gün içinde silinir. Yükseltilirse veritabanı büyür.',
      ],
    }),
    unit: 'DAY',
    default: 400,
    min: 30,
    max: 3_650,
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
