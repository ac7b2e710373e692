// Declares the effects of wrong passwords: locks of names, limits of addresses, and how fast a sign-in is answered.
import { defineRule, numberSetting, type SettingRule, settingTexts } from '../../../kernel/settings/settings.ts';
import { operatorOnly } from './guarded-settings.ts';

const MINUTE_SECONDS = 60;

export const attemptSettings = {
  lockThreshold: numberSetting('auth.lock.threshold', {
    ...settingTexts({
      en: [
        'Failures in a row before the first lock',
        'After so many wrong passwords in a row a name is locked, known or not, for auth.lock.first. Lower: fewer guesses, and more people who lock themselves out. It holds for the next attempt on every process: names with as many failures already are locked at once.',
      ],
      tr: [
        'İlk kilitten önce art arda başarısız deneme',
        'Bir ad, kayıtlı olsun olmasın, art arda bu kadar yanlış paroladan sonra auth.lock.first süresince kilitlenir. Düşürülürse daha az deneme yapılabilir, kendini kilitleyenler ise artar. Tüm süreçlerde bir sonraki denemeden itibaren geçerlidir: zaten bu kadar başarısız denemesi olan adlar hemen kilitlenir.',
      ],
    }),
    unit: 'COUNT',
    default: 10,
    min: 1,
    max: 100,
    strict: { max: 10 },
    ...operatorOnly,
  }),
  lockFirst: numberSetting('auth.lock.first', {
    ...settingTexts({
      en: [
        'The first lock of a name',
        'Each further failure doubles the lock, up to auth.lock.max. Higher: guessing is slower, and people wait longer after a mistake. Lower: the reverse.',
      ],
      tr: [
        'Bir adın ilk kilitlenme süresi',
        'Sonraki her başarısız deneme süreyi ikiye katlar; en çok auth.lock.max olur. Yükseltilirse parola denemek yavaşlar, yanlış yapanlar daha uzun bekler; düşürülürse tersi olur.',
      ],
    }),
    unit: 'SECOND',
    default: 60,
    min: 1,
    max: 3_600,
    ...operatorOnly,
  }),
  lockMax: numberSetting('auth.lock.max', {
    ...settingTexts({
      en: [
        'The longest lock of a name',
        'Locks stop doubling here. Higher: fewer guesses in a day, and an attacker can shut people on unknown devices out for longer. Never below auth.lock.first.',
      ],
      tr: [
        'Bir adın en uzun kilitlenme süresi',
        'Kilit süresinin katlanması burada durur. Yükseltilirse bir günde yapılabilecek deneme azalır, saldırgan ise tanınmayan cihazdaki kullanıcıları daha uzun süre dışarıda bırakabilir. auth.lock.first değerinin altına inemez.',
      ],
    }),
    unit: 'MINUTE',
    default: 15,
    min: 1,
    max: 1_440,
    ...operatorOnly,
  }),
  lockForget: numberSetting('auth.lock.forget', {
    ...settingTexts({
      en: [
        'When failures are forgotten',
        'Without a failure for so long the count of a name starts over; a right password does the same at once. Higher: slow guessing is stopped too. Lower: mistakes of yesterday do not count.',
      ],
      tr: [
        'Başarısız denemelerin unutulma süresi',
        'Bu süre boyunca başarısız deneme olmazsa adın sayacı sıfırlanır; doğru parola sayacı hemen sıfırlar. Yükseltilirse yavaş yapılan denemeler de durdurulur; düşürülürse dünkü yanlışlar sayılmaz.',
      ],
    }),
    unit: 'HOUR',
    default: 12,
    min: 1,
    max: 168,
    ...operatorOnly,
  }),
  lockDisableThreshold: numberSetting('auth.lock.disable-threshold', {
    ...settingTexts({
      en: [
        'Failures in a row that disable a password',
        'From so many failures in a row on, the password is good for nothing from unknown devices until it is reset or the user unlocked. Lower: fewer guesses in all, and more resets. Never below auth.lock.threshold.',
      ],
      tr: [
        'Parolayı devre dışı bırakan art arda başarısız deneme',
        'Art arda bu kadar başarısız denemeden sonra parola, sıfırlanana veya kullanıcının kilidi açılana dek tanınmayan cihazlardan kabul edilmez. Düşürülürse toplam deneme azalır, parola sıfırlamalar artar. auth.lock.threshold değerinin altına inemez.',
      ],
    }),
    unit: 'COUNT',
    default: 100,
    min: 10,
    max: 1_000,
    strict: { max: 100 },
    ...operatorOnly,
  }),
  addressDailyLimit: numberSetting('auth.address.daily-limit', {
    ...settingTexts({
      en: [
        'Failures of a day that shut an address out',
        'From so many failures within a day on, sign-ins from the address are refused for the rest of it; known devices are let through. Raise it when an office behind one address is shut out; lower it while few addresses try many names.',
      ],
      tr: [
        'Bir adresi dışarıda bırakan günlük başarısız deneme',
        'Bir gün içinde bu kadar başarısız denemeden sonra adresten oturum açmak günün kalanında reddedilir; tanınan cihazlar etkilenmez. Tek adres kullanan bir ofis dışarıda kalırsa yükseltin; az sayıda adres birçok adı deniyorsa düşürün.',
      ],
    }),
    unit: 'COUNT',
    default: 100,
    min: 10,
    max: 10_000,
    strict: { max: 100 },
    ...operatorOnly,
  }),
  loginMinDuration: numberSetting('auth.login.min-duration', {
    ...settingTexts({
      en: [
        'Shortest time of an answer to a sign-in',
        'Every answer is held back for at least so long, right or wrong, so that its time shows nothing. Higher: people wait longer and more requests are open at a time; 0 holds nothing back.',
      ],
      tr: [
        'Oturum açma yanıtının en kısa süresi',
        'Doğru ya da yanlış her yanıt en az bu kadar bekletilir; böylece yanıt süresi bir şey ele vermez. Yükseltilirse kullanıcılar daha uzun bekler ve aynı anda daha çok istek açık kalır; 0 hiç bekletmez.',
      ],
    }),
    unit: 'MILLISECOND',
    default: 0,
    min: 0,
    max: 5_000,
    strict: { min: 250 },
    ...operatorOnly,
  }),
};

export const attemptRules: readonly SettingRule[] = [
  defineRule('auth.lock-first-not-above-max', ['auth.lock.first', 'auth.lock.max'], (values) =>
    Number(values['auth.lock.first']) > Number(values['auth.lock.max']) * MINUTE_SECONDS
      ? `auth.lock.first is ${values['auth.lock.first']} s, above auth.lock.max, which is ${values['auth.lock.max']} min`
      : null,
  ),
  // Otherwise a password would be disabled before its owner was ever made to wait.
  defineRule(
    'auth.lock-threshold-not-above-disable-threshold',
    ['auth.lock.threshold', 'auth.lock.disable-threshold'],
    (values) =>
      Number(values['auth.lock.threshold']) > Number(values['auth.lock.disable-threshold'])
        ? `auth.lock.threshold is ${values['auth.lock.threshold']}, above auth.lock.disable-threshold, which is ${values['auth.lock.disable-threshold']}`
        : null,
  ),
];
