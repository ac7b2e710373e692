// Declares the knobs of the process engine: what each means, its default and the limits a value must keep.

import { isTimeZone } from '@keelson/time-zone';
import { findWrongEntry } from '../../kernel/outbound/allow-list.ts';
import {
  type Bound,
  choiceSetting,
  defineRule,
  defineSettings,
  numberSetting,
  type SettingRule,
  settingTexts,
  textSetting,
} from '../../kernel/settings/settings.ts';

/** Marks settings by which an operator guards the database: a tenant must not raise them for itself. */
const operatorsOnly = { tenantEditable: false } as const;

export const bpmnEngineSettings = defineSettings('bpmn-engine', {
  strictness: choiceSetting('bpmn-engine.strictness', {
    ...settingTexts({
      en: [
        'Which rules refuse a deployment',
        'Holds where a deployment names none. LENIENT takes models of other tools and warns; SPEC refuses what the standard forbids; STRICT also refuses what the standard demands and common tools leave out. Definitions that are deployed already stay.',
      ],
      tr: [
        'Hangi kurallar bir kurulumu reddeder',
        'Kurulumda belirtilmediğinde geçerlidir. LENIENT başka araçların modellerini uyarıyla kabul eder; SPEC standardın yasakladıklarını reddeder; STRICT ayrıca standardın istediği ama yaygın araçların yazmadığı şeyleri de arar. Daha önce kurulmuş tanımlar kalır.',
      ],
    }),
    choices: ['LENIENT', 'SPEC', 'STRICT'],
    default: 'LENIENT',
  }),
  burstSteps: numberSetting('bpmn-engine.burst.steps', {
    ...settingTexts({
      en: [
        'Moves of tokens in one go',
        'A command that moves tokens more often than this before all of them wait is taken back with BURST_LIMIT: that is how an endless loop is found. Higher: longer automatic stretches, with which other requests share the processor. Lower: loops end sooner.',
      ],
      tr: [
        'Tek seferde token hareketi',
        'Bütün token’lar beklemeye geçmeden bundan fazla hareket eden komut BURST_LIMIT ile geri alınır; sonsuz döngü böyle bulunur. Yükseltilirse daha uzun otomatik bölümler çalışır; diğer istekler işlemciyi onlarla paylaşır. Düşürülürse döngüler daha erken biter.',
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
        'Commands of one instance run one after another; whoever comes when this many wait gets 429 and the time to come again. Higher: longer waits, fewer refusals. Lower: the opposite. Per process.',
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
  jobAttempts: numberSetting('bpmn-engine.job.attempts', {
    ...settingTexts({
      en: [
        'Attempts of a job',
        'A timer, an asynchronous step or a call that fails is tried so often, ten seconds later and then twice as late each time, before it becomes an incident; a retry cycle in the model wins. Higher: longer outages of others heal by themselves. Lower: operators see failures sooner. Holds for jobs that begin to wait from now on.',
      ],
      tr: [
        'Bir işin deneme sayısı',
        'Başarısız olan zamanlayıcı, eşzamansız adım ya da çağrı olay kaydına dönüşmeden önce bu kadar denenir; ilk tekrar on saniye sonradır ve aralık her seferinde iki katına çıkar. Modeldeki tekrar düzeni önceliklidir. Yükseltilirse dış sistemlerdeki uzun kesintiler kendiliğinden atlatılır. Düşürülürse işletmenler hataları daha erken görür. Bundan sonra beklemeye başlayan işler için geçerlidir.',
      ],
    }),
    unit: 'COUNT',
    default: 3,
    min: 1,
    max: 100,
  }),
  historyLevel: choiceSetting('bpmn-engine.history.level', {
    ...settingTexts({
      en: [
        'Whether history is kept',
        'Holds for processes that say nothing of it (historyLevel). FULL keeps what instances have left behind, for as long as history is kept; NONE removes all of it with the end of the outermost instance, and what is kept already by the next clean-up, so that nobody can look back.',
      ],
      tr: [
        'Geçmişin saklanıp saklanmadığı',
        'Kendisi bir şey belirtmeyen süreçler için geçerlidir (historyLevel). FULL örneklerden kalanları geçmişin saklandığı süre boyunca tutar; NONE en dıştaki örneğin bitişiyle hepsini, daha önce saklanmış olanları da bir sonraki temizlikte siler, geriye bakılamaz.',
      ],
    }),
    choices: ['NONE', 'FULL'],
    default: 'FULL',
    tenantOverridable: false,
  }),
  historyRetention: numberSetting('bpmn-engine.history.retention', {
    ...settingTexts({
      en: [
        'Days that history is kept',
        'What ended instances have left behind is deleted so long after their end, at night by UTC, with those that they called; historyTimeToLive of a process wins. Higher: the past can be looked at for longer, and the database grows. Lower: the opposite, also for instances that have ended already.',
      ],
      tr: [
        'Geçmişin saklandığı gün sayısı',
        'Sona ermiş örneklerden kalanlar, bitişlerinden bu kadar gün sonra, UTC gecesinde, çağırdıkları örneklerle birlikte silinir; süreçteki historyTimeToLive önceliklidir. Yükseltilirse geçmişe daha uzun süre bakılabilir ve veritabanı büyür; düşürülürse, daha önce sona ermiş örnekler için de tersi olur.',
      ],
    }),
    unit: 'DAY',
    default: 180,
    min: 1,
    max: 36_500,
  }),
  timeZone: textSetting('bpmn-engine.time-zone', {
    ...settingTexts({
      en: [
        'Time zone of timers',
        'Dates without an offset, days, months and cron expressions of timers are reckoned in it, unless the process names one (keelson:timeZone). An IANA name such as Europe/Istanbul. Timers that wait already stay as they are until their next firing.',
      ],
      tr: [
        'Zamanlayıcıların saat dilimi',
        'Süreç kendisi bir dilim belirtmedikçe (keelson:timeZone), zamanlayıcıların farkı yazılmamış tarihleri, günleri, ayları ve cron ifadeleri bu dilimde hesaplanır. Europe/Istanbul gibi bir IANA adıdır. Beklemekte olan zamanlayıcılar bir sonraki ateşlemeye dek olduğu gibi kalır.',
      ],
    }),
    default: 'UTC',
    max: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  }),
  httpAllow: textSetting('bpmn-engine.http.allow', {
    ...settingTexts({
      en: [
        'Hosts that processes may call inside',
        'Host names, addresses and ranges such as 10.1.0.0/16, with spaces or commas between them. HTTP tasks reach every public address; they reach private and local ones only where this list names them, and send secrets only to hosts that it names. Each entry opens that part of your network to whoever may deploy processes.',
      ],
      tr: [
        'Süreçlerin içeride çağırabileceği sunucular',
        'Aralarında boşluk ya da virgülle sunucu adları, adresler ve 10.1.0.0/16 gibi aralıklar. HTTP görevleri genel ağdaki her adrese ulaşır; özel ve yerel adreslere yalnızca bu listede varsa ulaşır, gizli değerleri de yalnızca listedeki sunuculara gönderir. Her kayıt, ağınızın o bölümünü süreç kurabilen herkese açar.',
      ],
    }),
    default: '',
    max: 4_096,
    reauthenticationRequired: true,
    ...operatorsOnly,
  }),
});

export type BpmnEngineSettings = Bound<typeof bpmnEngineSettings>;

export const bpmnEngineRules: readonly SettingRule[] = [
  defineRule('bpmn-engine.time-zone-exists', ['bpmn-engine.time-zone'], ({ 'bpmn-engine.time-zone': zone }) =>
    zone === undefined || isTimeZone(String(zone)) ? null : `bpmn-engine.time-zone is ${zone}, which is no time zone`,
  ),
  defineRule(
    'bpmn-engine.http-allow-is-readable',
    ['bpmn-engine.http.allow'],
    ({ 'bpmn-engine.http.allow': allowed }) => {
      const wrong = allowed === undefined ? null : findWrongEntry(String(allowed));
      return wrong === null ? null : `bpmn-engine.http.allow has ${wrong}, which is no host, address or range`;
    },
  ),
];
