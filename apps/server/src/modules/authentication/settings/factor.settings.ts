// Declares the settings and limits of second factors, the codes that they take, and open sign-ins.
import {
  booleanSetting,
  choiceSetting,
  defineRule,
  numberSetting,
  type SettingRule,
  settingTexts,
} from '../../../kernel/settings/settings.ts';
import { guarded } from './guarded-settings.ts';

/** Bounds the codes of one user, whatever challenges they come with. */
export const CODE_ATTEMPTS_PER_HOUR = 10;
/** Wrong codes in a row that disable the factor: at 10 an hour, 6 digits would be guessed in years. */
export const CODE_ATTEMPTS_IN_A_ROW = 100;
/** Lifetime of a sign-in that is not continued. */
export const CHALLENGE_LIFETIME_MINUTES = 10;
/** Open sign-ins of a user, more than a person has tabs; the oldest is removed. */
export const CHALLENGES_PER_USER = 10;
/** Mails of one challenge beside the first. */
export const RESENDS_PER_CHALLENGE = 3;
/** Authenticator apps of a user: enough for the phones and tablets of one person. */
export const TOTP_FACTORS_PER_USER = 5;
/** Time between showing a secret and its first code. */
export const UNCONFIRMED_LIFETIME_MINUTES = 15;

const MINUTE_SECONDS = 60;

const policy = {
  factorPolicy: choiceSetting('auth.mfa.policy', {
    ...settingTexts({
      en: [
        'Whether everybody needs a second factor',
        'OPTIONAL leaves it to each person. REQUIRED asks everybody for a second factor at the next sign-in: an e-mailed code where those are allowed and the address is confirmed, else an authenticator has to be set up first. Open sessions stay.',
      ],
      tr: [
        'Herkes için ikinci doğrulama yöntemi',
        'OPTIONAL kararı kişiye bırakır. REQUIRED bir sonraki oturum açmada herkesten ikinci doğrulama yöntemi ister: izin veriliyorsa ve adres onaylıysa e-postayla gelen kod, değilse önce bir doğrulama uygulaması kurulması gerekir. Açık oturumlar kalır.',
      ],
    }),
    choices: ['OPTIONAL', 'REQUIRED'],
    default: 'OPTIONAL',
    strict: { OPTIONAL: 'REQUIRED' },
    ...guarded,
  }),
  adminFactorPolicy: choiceSetting('auth.mfa.admin-policy', {
    ...settingTexts({
      en: [
        'Whether administrators need a second factor',
        'The same as auth.mfa.policy for whoever holds an authority that manages something. REQUIRED is the better choice wherever people administer from outside: their passwords are worth most.',
      ],
      tr: [
        'Yöneticiler için ikinci doğrulama yöntemi',
        'Bir şeyi yöneten yetkilere sahip olanlar için auth.mfa.policy ile aynıdır. Dışarıdan yönetim yapılan her yerde REQUIRED daha doğru seçimdir: en değerli parolalar onlarınkidir.',
      ],
    }),
    choices: ['OPTIONAL', 'REQUIRED'],
    default: 'OPTIONAL',
    strict: { OPTIONAL: 'REQUIRED' },
    ...guarded,
  }),
  deviceRememberPeriod: numberSetting('auth.device.remember-period', {
    ...settingTexts({
      en: [
        'For how long a device may skip the second factor',
        'A person who asks for it at a sign-in is not asked for a code on that device for so many days; 0 is never. Higher: fewer codes, and a stolen device is good for longer. Set to 0 it holds at once for devices that were remembered before.',
      ],
      tr: [
        'Bir cihazın ikinci doğrulamayı atlayabileceği süre',
        'Oturum açarken bunu isteyen kişiden o cihazda bu kadar gün kod istenmez; 0 hiçbir zaman demektir. Yükseltilirse daha az kod sorulur, çalınan bir cihaz ise daha uzun süre işe yarar. 0 yapılırsa daha önce hatırlanan cihazlarda da hemen geçerli olur.',
      ],
    }),
    unit: 'DAY',
    default: 0,
    min: 0,
    max: 90,
    strict: { max: 0 },
    ...guarded,
  }),
};

const emailCodes = {
  emailCode: booleanSetting('auth.email-code.enabled', {
    ...settingTexts({
      en: [
        'Codes may be e-mailed',
        'On, a code sent to a confirmed address counts as a second factor. Off, whoever has nothing stronger cannot use theirs any more and sign-ins that wait for such a code end: make sure that people have an authenticator first.',
      ],
      tr: [
        'Kodlar e-postayla gönderilebilir',
        'Açıkken onaylı bir adrese gönderilen kod ikinci doğrulama yöntemi sayılır. Kapalıyken daha güçlü bir yöntemi olmayanlar bunu kullanamaz ve böyle bir kod bekleyen oturum açma işlemleri sona erer: önce kullanıcıların bir doğrulama uygulaması olduğundan emin olun.',
      ],
    }),
    default: true,
    strict: false,
    ...guarded,
  }),
  emailCodeFallback: booleanSetting('auth.email-code.fallback', {
    ...settingTexts({
      en: [
        'E-mailed codes beside something stronger',
        'On, people with an authenticator may choose an e-mailed code instead: fewer lock themselves out, and their account is only as safe as their mailbox. Off, e-mailed codes are for those who have nothing else.',
      ],
      tr: [
        'Daha güçlü yöntemin yanında e-postayla kod',
        'Açıkken doğrulama uygulaması olanlar bunun yerine e-postayla gelen kodu seçebilir: kendini dışarıda bırakanlar azalır, hesap ise yalnızca posta kutusu kadar güvenli olur. Kapalıyken e-postayla kod yalnızca başka yöntemi olmayanlar içindir.',
      ],
    }),
    default: false,
    ...guarded,
  }),
  emailCodeLifetime: numberSetting('auth.email-code.lifetime', {
    ...settingTexts({
      en: [
        'How long an e-mailed code is good',
        'Raise it when mails arrive late and people report codes that ran out; lower it to give an intruder in a mailbox less time. Holds for codes sent after the change. Never shorter than auth.email-code.resend-wait.',
      ],
      tr: [
        'E-postayla gelen kodun geçerlilik süresi',
        'Postalar geç geliyor ve kullanıcılar süresi dolmuş kod bildiriyorsa yükseltin; posta kutusuna giren birine daha az zaman bırakmak için düşürün. Değişiklikten sonra gönderilen kodlarda geçerlidir. auth.email-code.resend-wait süresinden kısa olamaz.',
      ],
    }),
    unit: 'MINUTE',
    default: 5,
    min: 1,
    max: 10,
    ...guarded,
  }),
  codeAttempts: numberSetting('auth.email-code.attempts', {
    ...settingTexts({
      en: [
        'Codes that may be tried in one sign-in',
        'After so many wrong codes the sign-in has to begin again with the password. Lower: fewer guesses, and more people who begin again after a slip. It holds for every kind of code, and at once for sign-ins under way.',
      ],
      tr: [
        'Bir oturum açmada denenebilecek kodlar',
        'Bu kadar yanlış koddan sonra oturum açma paroladan başlayarak yinelenir. Düşürülürse daha az tahmin yapılabilir, yanlış yazıp baştan başlayanlar ise artar. Her tür kod için, sürmekte olan oturum açmalarda da hemen geçerlidir.',
      ],
    }),
    unit: 'COUNT',
    default: 5,
    min: 1,
    max: 5,
    ...guarded,
  }),
  emailCodeResendWait: numberSetting('auth.email-code.resend-wait', {
    ...settingTexts({
      en: [
        'Time between two codes mailed in one sign-in',
        'Higher: nobody can flood a mailbox, and people wait longer for a second mail. Lower: the reverse. Never longer than auth.email-code.lifetime, or a code would run out before the next can be had.',
      ],
      tr: [
        'Bir oturum açmada iki kod postası arasındaki süre',
        'Yükseltilirse kimse bir posta kutusunu dolduramaz, ikinci posta ise daha geç istenebilir; düşürülürse tersi olur. auth.email-code.lifetime süresinden uzun olamaz, yoksa yenisi istenemeden kodun süresi dolardı.',
      ],
    }),
    unit: 'SECOND',
    default: 60,
    min: 10,
    max: 600,
    ...guarded,
  }),
  totpPastSteps: numberSetting('auth.totp.past-steps', {
    ...settingTexts({
      en: [
        'Earlier codes of an authenticator that are still taken',
        'Each step is a code of 30 seconds. Higher: slow typists and phones whose clock is behind get in, and a code that was looked over is good for longer; 0 takes the current code only.',
      ],
      tr: [
        'Doğrulama uygulamasının hâlâ kabul edilen önceki kodları',
        'Her adım 30 saniyelik bir koddur. Yükseltilirse yavaş yazanlar ve saati geri kalmış telefonlar da girebilir, başkasının gördüğü bir kod ise daha uzun süre geçerli kalır; 0 yalnızca şimdiki kodu kabul eder.',
      ],
    }),
    unit: 'COUNT',
    default: 1,
    min: 0,
    max: 2,
    strict: { max: 1 },
    ...guarded,
  }),
};

export const factorSettings = { ...policy, ...emailCodes };

export const factorRules: readonly SettingRule[] = [
  defineRule(
    'auth.resend-wait-not-above-lifetime',
    ['auth.email-code.resend-wait', 'auth.email-code.lifetime'],
    (values) =>
      Number(values['auth.email-code.resend-wait']) > Number(values['auth.email-code.lifetime']) * MINUTE_SECONDS
        ? `auth.email-code.resend-wait is ${values['auth.email-code.resend-wait']} s, above auth.email-code.lifetime, which is ${values['auth.email-code.lifetime']} min`
        : null,
  ),
];
