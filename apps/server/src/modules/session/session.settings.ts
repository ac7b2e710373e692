// Declares the settings of the session module: what each means, its default, the limits a value must keep and its bound
// under STRICT.
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import {
  type Bound,
  booleanSetting,
  choiceSetting,
  defineSettings,
  numberSetting,
  settingTexts,
} from '../../kernel/settings/settings.ts';
import { guarded, sessionTimeoutSettings } from './timeout.settings.ts';

const DAY_MINUTES = 1_440;
/** Limits the sessions of one user under STRICT, also where there is no limit otherwise. */
const STRICT_SESSIONS_MAX = 3;

const limits = {
  maxPerUser: numberSetting('session.max-per-user', {
    ...settingTexts({
      en: [
        'Live sessions of one user',
        'Beyond it session.limit-action says what happens; 0 is no limit. Lower: a shared or stolen password is noticed sooner, and people with several devices are signed out more often. Open sessions stay until their user begins the next one.',
      ],
      tr: [
        'Bir kullanıcının açık oturumları',
        'Aşıldığında ne olacağını session.limit-action belirler; 0 sınırsız demektir. Düşürülürse paylaşılan veya çalınan bir parola daha erken fark edilir, birden çok cihaz kullananların oturumu ise daha sık kapanır. Açık oturumlar, kullanıcı yenisini açana dek kalır.',
      ],
    }),
    unit: 'COUNT',
    default: 10,
    min: 0,
    max: 1_000,
    ...guarded,
    strict: (value) => (value === 0 ? STRICT_SESSIONS_MAX : Math.min(value, STRICT_SESSIONS_MAX)),
  }),
  limitAction: choiceSetting('session.limit-action', {
    ...settingTexts({
      en: [
        'What one session too many leads to',
        'CLOSE_OLDEST ends the session that was used least recently and lets the new one begin. DENY refuses the new one: nobody loses work, and whoever forgot to sign out elsewhere has to wait or call an administrator.',
      ],
      tr: [
        'Sınırı aşan oturumun sonucu',
        'CLOSE_OLDEST en uzun süredir kullanılmayan oturumu kapatır ve yenisini açar. DENY yenisini reddeder: kimse işini yitirmez, ancak başka yerde oturumunu kapatmayı unutan kişi beklemek veya bir yöneticiye başvurmak zorunda kalır.',
      ],
    }),
    choices: ['CLOSE_OLDEST', 'DENY'],
    default: 'CLOSE_OLDEST',
    ...guarded,
  }),
  maxPerTenant: numberSetting('session.max-per-tenant', {
    ...settingTexts({
      en: [
        'Live sessions of a tenant',
        'Beyond it every further sign-in of the tenant is refused; 0 is no limit. Lower it only below what the tenant really needs: open sessions stay, new ones are refused until enough have ended.',
      ],
      tr: [
        'Bir kiracının açık oturumları',
        'Aşıldığında kiracının sonraki her oturum açma isteği reddedilir; 0 sınırsız demektir. Gerçek gereksinimin altına düşürmeyin: açık oturumlar kalır, yenileri ise yeterince oturum kapanana dek reddedilir.',
      ],
    }),
    unit: 'COUNT',
    default: 0,
    min: 0,
    max: 10_000_000,
    tenantEditable: false,
    ...guarded,
  }),
};

const protections = {
  freshPeriod: numberSetting('session.fresh-period', {
    ...settingTexts({
      en: [
        'Time for which a checked secret counts as fresh',
        'Careful operations, such as changing a factor or this setting, ask for the password again after it. Higher: people are asked less often, and a browser left alone can do more harm. Lower: the reverse.',
      ],
      tr: [
        'Denetlenen bir parolanın taze sayıldığı süre',
        'Doğrulama yöntemi ya da bu ayar gibi hassas değişiklikler bu süreden sonra parolayı yeniden ister. Yükseltilirse daha seyrek sorulur, başında kimse olmayan bir tarayıcı ise daha çok zarar verebilir; düşürülürse tersi olur.',
      ],
    }),
    unit: 'MINUTE',
    default: 30,
    min: 1,
    max: DAY_MINUTES,
    strict: { max: 10 },
    ...guarded,
  }),
  binding: choiceSetting('session.binding', {
    ...settingTexts({
      en: [
        'What a session is bound to',
        'USER_AGENT refuses requests of another browser, NETWORK those from another network, so that a stolen token is worth less; NONE checks neither. NETWORK also stops people who change between office and mobile network. Holds for sessions begun after the change.',
      ],
      tr: [
        'Oturumun neye bağlı olduğu',
        'USER_AGENT başka bir tarayıcıdan, NETWORK başka bir ağdan gelen istekleri reddeder; böylece çalınan bir anahtarın değeri azalır. NONE hiçbirini denetlemez. NETWORK, ofis ağı ile mobil ağ arasında geçiş yapanları da durdurur. Değişiklikten sonra açılan oturumlarda geçerlidir.',
      ],
    }),
    choices: ['NONE', 'USER_AGENT', 'NETWORK'],
    default: 'NONE',
    ...guarded,
    strict: { NONE: 'USER_AGENT' },
  }),
  sameSiteOrigin: booleanSetting('session.same-site-origin', {
    ...settingTexts({
      en: [
        'Pages of sibling subdomains may use the cookie',
        'On, a page at another subdomain of the same site may change things with the session cookie. Off, only pages of the own origin and of the allowed origins may: turn it off where sibling subdomains belong to other people.',
      ],
      tr: [
        'Kardeş alt alan adlarındaki sayfalar çerezi kullanabilir',
        'Açıkken aynı sitenin başka bir alt alan adındaki sayfa oturum çereziyle değişiklik yapabilir. Kapalıyken yalnızca kendi kaynağındaki ve izin verilen kaynaklardaki sayfalar yapabilir: kardeş alt alan adları başkalarına aitse kapatın.',
      ],
    }),
    default: true,
    strict: false,
    ...guarded,
  }),
  beginUnknownUser: booleanSetting('session.begin.unknown-user', {
    ...settingTexts({
      en: [
        'Sessions may begin for users whom the directory does not know',
        'On, a service may begin sessions for names of a directory of its own and gives their authorities itself. Off, such a beginning is refused; sessions that are open stay.',
      ],
      tr: [
        'Dizinin tanımadığı kullanıcılar için oturum açılabilir',
        'Açıkken bir hizmet, kendi dizinindeki adlar için oturum açabilir ve yetkilerini kendisi verir. Kapalıyken böyle bir istek reddedilir; açık oturumlar kalır.',
      ],
    }),
    default: true,
    strict: false,
    ...guarded,
  }),
  historyRetention: numberSetting('session.history-retention', {
    ...settingTexts({
      en: [
        'Time for which ended sessions are listed',
        'Older ones are removed in the background and cannot be brought back. Higher: more to look at after an incident, and more rows in the database. Lower: the reverse, from the next pass on.',
      ],
      tr: [
        'Kapanan oturumların listelendiği süre',
        'Daha eskileri arka planda silinir ve geri getirilemez. Yükseltilirse bir olaydan sonra incelenecek daha çok kayıt olur, veritabanı büyür; düşürülürse bir sonraki temizlikten başlayarak tersi olur.',
      ],
    }),
    unit: 'DAY',
    default: 90,
    min: 1,
    max: 3_650,
    strict: { min: 365 },
    ...guarded,
  }),
};

export const sessionSettings = defineSettings('session', { ...sessionTimeoutSettings, ...limits, ...protections });

export type SessionSettings = Bound<typeof sessionSettings>;

/** Effective timeouts at one moment, in milliseconds. */
export interface SessionTimeouts {
  readonly idleTimeoutMs: number;
  readonly absoluteTimeoutMs: number;
}

/** Kinds of sessions with timeouts of their own: of people, of people who asked for longer ones, and of services. */
export const timeoutKinds = ['PLAIN', 'REMEMBERED', 'SYSTEM'] as const;
export type TimeoutKind = (typeof timeoutKinds)[number];

/**
 * Answers the timeouts of a session of a tenant; idle is never longer than absolute. Nobody is remembered where that
 * was disabled.
 */
export function sessionTimeouts(
  settings: SessionSettings,
  tenantIdentifier: string,
  kind: TimeoutKind,
): SessionTimeouts {
  const timeouts = {
    PLAIN: { idle: settings.idleTimeout, absolute: settings.absoluteTimeout, unitMs: MINUTE_MS },
    REMEMBERED: {
      idle: settings.rememberMeIdleTimeout,
      absolute: settings.rememberMeAbsoluteTimeout,
      unitMs: DAY_MS,
    },
    SYSTEM: { idle: settings.systemIdleTimeout, absolute: settings.systemAbsoluteTimeout, unitMs: MINUTE_MS },
  };
  const remembers = settings.rememberMe.get(tenantIdentifier);
  const { idle, absolute, unitMs } = timeouts[kind === 'REMEMBERED' && !remembers ? 'PLAIN' : kind];
  const absoluteTimeoutMs = absolute.get(tenantIdentifier) * unitMs;
  return { idleTimeoutMs: Math.min(idle.get(tenantIdentifier) * unitMs, absoluteTimeoutMs), absoluteTimeoutMs };
}

export function freshPeriodMs(settings: SessionSettings, tenantIdentifier: string): number {
  return settings.freshPeriod.get(tenantIdentifier) * MINUTE_MS;
}

/** Says how long an ended session of a tenant stays in lists; null asks for the suite's own value. */
export function historyRetentionMs(settings: SessionSettings, tenantIdentifier: string | null): number {
  return settings.historyRetention.get(tenantIdentifier) * DAY_MS;
}
