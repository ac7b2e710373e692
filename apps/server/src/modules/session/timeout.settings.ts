// Declares how long sessions last: of people, of those who asked for longer ones, and of services.
import {
  booleanSetting,
  defineRule,
  numberSetting,
  type SettingRule,
  settingTexts,
} from '../../kernel/settings/settings.ts';

/** A write to one of these decides how long a stolen token can be used, so that it needs a fresh sign-in. */
export const guarded = { reauthenticationRequired: true } as const;
// Bounds the idle and absolute timeout of people: a session that outlives a day is a credential nobody looks after.
const DAY_MINUTES = 1_440;

export const sessionTimeoutSettings = {
  idleTimeout: numberSetting('session.idle-timeout', {
    ...settingTexts({
      en: [
        'Time without a request after which a session ends',
        'Higher: people sign in less often, and an unattended browser stays open to others for longer. Lower: the reverse. A higher value holds for sessions begun after the change; a lower one shortens open sessions too, within a minute. Never above session.absolute-timeout.',
      ],
      tr: [
        'İstek gelmeyen oturumun kapanma süresi',
        'Yükseltilirse kullanıcılar daha seyrek oturum açar, başında kimse olmayan tarayıcı ise daha uzun süre başkalarına açık kalır; düşürülürse tersi olur. Yükseltme yalnızca değişiklikten sonra açılan oturumlarda geçerlidir; düşürme açık oturumları da bir dakika içinde kısaltır. session.absolute-timeout değerini aşamaz.',
      ],
    }),
    unit: 'MINUTE',
    default: 30,
    min: 1,
    max: DAY_MINUTES,
    strict: { max: 15 },
    ...guarded,
  }),
  absoluteTimeout: numberSetting('session.absolute-timeout', {
    ...settingTexts({
      en: [
        'Longest life of a session, however busy',
        'After this time everybody signs in again, whatever they are doing. Higher: fewer interruptions, and a stolen token is good for longer. A lower value shortens open sessions too, within a minute. Never below session.idle-timeout.',
      ],
      tr: [
        'Ne kadar kullanılırsa kullanılsın bir oturumun en uzun ömrü',
        'Bu süre dolunca herkes, ne yapıyor olursa olsun, yeniden oturum açar. Yükseltilirse iş daha az bölünür, çalınan bir anahtar ise daha uzun süre geçerli kalır. Düşürme açık oturumları da bir dakika içinde kısaltır. session.idle-timeout değerinin altına inemez.',
      ],
    }),
    unit: 'MINUTE',
    default: 720,
    min: 5,
    max: DAY_MINUTES,
    strict: { max: 720 },
    ...guarded,
  }),
  rememberMe: booleanSetting('session.remember-me.enabled', {
    ...settingTexts({
      en: [
        'People may ask for a longer session',
        'On, a sign-in may ask to be remembered and its session then lasts for days, by the two times below. Off, the wish is passed over and remembered sessions fall back to the plain times within a minute.',
      ],
      tr: [
        'Kullanıcılar daha uzun oturum isteyebilir',
        'Açıkken oturum açarken hatırlanmak istenebilir; böyle bir oturum aşağıdaki iki süreye göre günlerce sürer. Kapalıyken bu istek dikkate alınmaz ve hatırlanan oturumlar bir dakika içinde olağan sürelere döner.',
      ],
    }),
    default: false,
    strict: false,
    ...guarded,
  }),
  rememberMeIdleTimeout: numberSetting('session.remember-me.idle-timeout', {
    ...settingTexts({
      en: [
        'Idle time of remembered sessions',
        'Days without a request after which a remembered session ends. Higher: a forgotten device stays signed in for longer. Never above session.remember-me.absolute-timeout.',
      ],
      tr: [
        'Hatırlanan oturumların boşta kalma süresi',
        'Hatırlanan bir oturumun istek gelmeden kaç gün sonra kapanacağı. Yükseltilirse unutulan bir cihazda oturum daha uzun süre açık kalır. session.remember-me.absolute-timeout değerini aşamaz.',
      ],
    }),
    unit: 'DAY',
    default: 7,
    min: 1,
    max: 90,
    ...guarded,
  }),
  rememberMeAbsoluteTimeout: numberSetting('session.remember-me.absolute-timeout', {
    ...settingTexts({
      en: [
        'Longest life of remembered sessions',
        'Days after which a remembered session ends, however busy. Higher: people are asked for their password less often, and a stolen token is good for longer. Never below session.remember-me.idle-timeout.',
      ],
      tr: [
        'Hatırlanan oturumların en uzun ömrü',
        'Hatırlanan bir oturumun, ne kadar kullanılırsa kullanılsın, kaç gün sonra kapanacağı. Yükseltilirse parola daha seyrek sorulur, çalınan bir anahtar ise daha uzun süre geçerli kalır. session.remember-me.idle-timeout değerinin altına inemez.',
      ],
    }),
    unit: 'DAY',
    default: 30,
    min: 1,
    max: 90,
    ...guarded,
  }),
  systemIdleTimeout: numberSetting('session.system.idle-timeout', {
    ...settingTexts({
      en: [
        'Idle time of system sessions',
        'Time without a request after which the session of a service ends. Too low, and jobs that pause have to begin new sessions; higher, and forgotten ones stay. Never above session.system.absolute-timeout.',
      ],
      tr: [
        'Sistem oturumlarının boşta kalma süresi',
        'Bir hizmetin oturumunun istek gelmeden ne kadar sonra kapanacağı. Çok düşük olursa ara veren işler yeni oturum açmak zorunda kalır; yükseltilirse unutulan oturumlar açık kalır. session.system.absolute-timeout değerini aşamaz.',
      ],
    }),
    unit: 'MINUTE',
    default: 15,
    min: 1,
    max: DAY_MINUTES,
    ...guarded,
  }),
  systemAbsoluteTimeout: numberSetting('session.system.absolute-timeout', {
    ...settingTexts({
      en: [
        'Longest life of system sessions',
        'After this time a service begins a new session, however busy it is. Higher: fewer beginnings, and a leaked token is good for longer. Never below session.system.idle-timeout.',
      ],
      tr: [
        'Sistem oturumlarının en uzun ömrü',
        'Bu süre dolunca bir hizmet, ne kadar yoğun olursa olsun, yeni oturum açar. Yükseltilirse daha az oturum açılır, sızan bir anahtar ise daha uzun süre geçerli kalır. session.system.idle-timeout değerinin altına inemez.',
      ],
    }),
    unit: 'MINUTE',
    default: 60,
    min: 1,
    max: DAY_MINUTES,
    ...guarded,
  }),
};

/** Rule of two settings of one unit: a session that may rest for longer than it lives is a mistake. */
function idleNotAboveAbsolute(name: string, idleCode: string, absoluteCode: string): SettingRule {
  return defineRule(name, [idleCode, absoluteCode], (values) =>
    Number(values[idleCode]) > Number(values[absoluteCode])
      ? `${idleCode} is ${values[idleCode]}, above ${absoluteCode}, which is ${values[absoluteCode]}`
      : null,
  );
}

export const sessionTimeoutRules: readonly SettingRule[] = [
  idleNotAboveAbsolute('session.idle-not-above-absolute', 'session.idle-timeout', 'session.absolute-timeout'),
  idleNotAboveAbsolute(
    'session.remember-me-idle-not-above-absolute',
    'session.remember-me.idle-timeout',
    'session.remember-me.absolute-timeout',
  ),
  idleNotAboveAbsolute(
    'session.system-idle-not-above-absolute',
    'session.system.idle-timeout',
    'session.system.absolute-timeout',
  ),
];
