// Declares the knobs of the process engine: what each means, its default and the limits a value must keep.
import {
  type Bound,
  choiceSetting,
  defineSettings,
  numberSetting,
  settingTexts,
} from '../../kernel/settings/settings.ts';

/** An operator guards the database with it: a tenant must not raise it for itself. */
const operatorsOnly = { tenantEditable: false } as const;

export const bpmnEngineSettings = defineSettings('bpmn-engine', {
  strictness: choiceSetting('bpmn-engine.strictness', {
    ...settingTexts({
      en: [
        'Which rules refuse a deployment',
        'Holds where a deployment names none. lenient takes models of other tools and warns; spec refuses what the standard forbids; strict also refuses what the standard demands and common tools leave out. Definitions that are deployed already stay.',
      ],
      tr: [
        'Hangi kurallar bir kurulumu reddeder',
        'Kurulumda belirtilmediğinde geçerlidir. lenient başka araçların modellerini uyarıyla kabul eder; spec standardın yasakladıklarını reddeder; strict ayrıca standardın istediği ama yaygın araçların yazmadığı şeyleri de arar. Daha önce kurulmuş tanımlar kalır.',
      ],
    }),
    choices: ['lenient', 'spec', 'strict'],
    default: 'lenient',
  }),
  burstSteps: numberSetting('bpmn-engine.burst.steps', {
    ...settingTexts({
      en: [
        'Moves of tokens in one go',
        'A command that moves tokens more often than this before all of them wait is taken back with BURST_LIMIT: that is how an endless loop is found. Higher: longer automatic stretches, during which other requests wait. Lower: loops end sooner.',
      ],
      tr: [
        'Tek seferde token hareketi',
        'Bütün token’lar beklemeye geçmeden bundan fazla hareket eden komut BURST_LIMIT ile geri alınır; sonsuz döngü böyle bulunur. Yükseltilirse daha uzun otomatik bölümler çalışır, bu sırada diğer istekler bekler. Düşürülürse döngüler daha erken biter.',
      ],
    }),
    unit: 'COUNT',
    default: 100_000,
    min: 100,
    max: 1_000_000,
    ...operatorsOnly,
  }),
  tokens: numberSetting('bpmn-engine.limit.tokens', {
    ...settingTexts({
      en: [
        'Tokens of one instance',
        'A command that would give an instance more tokens than this is taken back with LIMIT_EXCEEDED. Higher: wider processes, whose every step reads and writes more. Lower: a model gone wrong is stopped earlier.',
      ],
      tr: [
        'Bir örneğin token sayısı',
        'Bir örneğe bundan fazla token kazandıracak komut LIMIT_EXCEEDED ile geri alınır. Yükseltilirse daha geniş süreçler çalışır, ancak her adımda daha çok veri okunup yazılır. Düşürülürse hatalı bir model daha erken durdurulur.',
      ],
    }),
    unit: 'COUNT',
    default: 10_000,
    min: 10,
    max: 100_000,
    ...operatorsOnly,
  }),
  variableSize: numberSetting('bpmn-engine.limit.variable', {
    ...settingTexts({
      en: [
        'Size of one variable',
        'A larger value is refused with VARIABLE_TOO_LARGE. Higher: documents fit into processes, and each step of theirs carries them. Lower: people keep documents elsewhere and put a reference into the process.',
      ],
      tr: [
        'Bir değişkenin boyutu',
        'Daha büyük bir değer VARIABLE_TOO_LARGE ile reddedilir. Yükseltilirse belgeler süreçlere sığar ve her adımda taşınır. Düşürülürse belgeler başka yerde tutulur, sürece yalnızca başvuruları konur.',
      ],
    }),
    unit: 'KIBIBYTE',
    default: 4_096,
    min: 1,
    max: 4_096,
    ...operatorsOnly,
  }),
  instanceSize: numberSetting('bpmn-engine.limit.instance', {
    ...settingTexts({
      en: [
        'Size of one instance',
        'A command after which an instance would take more than this, variables included, is taken back with LIMIT_EXCEEDED. Higher: instances hold more, and each step writes all of it. Lower: the database grows less.',
      ],
      tr: [
        'Bir örneğin boyutu',
        'Değişkenleriyle birlikte bir örneği bundan büyük yapacak komut LIMIT_EXCEEDED ile geri alınır. Yükseltilirse örnekler daha çok veri taşır ve her adımda hepsi yazılır. Düşürülürse veritabanı daha az büyür.',
      ],
    }),
    unit: 'KIBIBYTE',
    default: 16_384,
    min: 16,
    max: 65_536,
    ...operatorsOnly,
  }),
  queue: numberSetting('bpmn-engine.limit.queue', {
    ...settingTexts({
      en: [
        'Commands waiting for one instance',
        'Commands of one instance run one after another; whoever comes when this many wait is told 429 and when to come again. Higher: longer waits, fewer refusals. Lower: the opposite. Per process.',
      ],
      tr: [
        'Bir örnek için bekleyen komutlar',
        'Bir örneğin komutları birbiri ardına çalışır; bu kadar komut beklerken gelene 429 ve yeniden deneme süresi bildirilir. Yükseltilirse bekleyişler uzar, retler azalır; düşürülürse tersi olur. Her süreç için ayrı sayılır.',
      ],
    }),
    unit: 'COUNT',
    default: 256,
    min: 1,
    max: 10_000,
    tenantOverridable: false,
  }),
});

export type BpmnEngineSettings = Bound<typeof bpmnEngineSettings>;
