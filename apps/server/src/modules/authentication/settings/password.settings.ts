// Says what a new password must be.
import {
  booleanSetting,
  defineRule,
  numberSetting,
  type SettingRule,
  settingTexts,
} from '../../../kernel/settings/settings.ts';
import { guarded } from './guarded-settings.ts';

/** Bounds the code points of a password; longer ones are refused when they are set. */
export const PASSWORD_LENGTH_MAX = 128;

export const passwordSettings = {
  passwordMinLength: numberSetting('auth.password.min-length', {
    ...settingTexts({
      en: [
        'Characters of a password that stands alone',
        'Holds for passwords that are set from now on; those that exist stay good. Higher: harder to guess, and more people who write them down. Never below auth.password.min-length-with-factor.',
      ],
      tr: [
        'Tek başına kullanılan parolanın karakter sayısı',
        'Bundan sonra belirlenen parolalarda geçerlidir; var olanlar kullanılmaya devam eder. Yükseltilirse tahmin etmek zorlaşır, parolasını bir yere yazanlar ise artar. auth.password.min-length-with-factor değerinin altına inemez.',
      ],
    }),
    unit: 'COUNT',
    default: 15,
    min: 8,
    max: PASSWORD_LENGTH_MAX,
    strict: { min: 15 },
    ...guarded,
  }),
  passwordMinLengthWithFactor: numberSetting('auth.password.min-length-with-factor', {
    ...settingTexts({
      en: [
        'Characters of a password beside a strong second factor',
        'Holds for passwords set from now on by people with an authenticator; whoever takes theirs away is asked for a longer one at the next sign-in. Never above auth.password.min-length.',
      ],
      tr: [
        'Güçlü ikinci doğrulama yöntemiyle kullanılan parolanın karakter sayısı',
        'Doğrulama uygulaması olanların bundan sonra belirlediği parolalarda geçerlidir; uygulamasını kaldıran kişiden bir sonraki oturum açmada daha uzun bir parola istenir. auth.password.min-length değerini aşamaz.',
      ],
    }),
    unit: 'COUNT',
    default: 8,
    min: 8,
    max: PASSWORD_LENGTH_MAX,
    strict: { min: 8 },
    ...guarded,
  }),
  passwordBlocklist: booleanSetting('auth.password.blocklist', {
    ...settingTexts({
      en: [
        'Common passwords are refused',
        'On, a new password must not stand in the shipped list of common ones. Off, it may, and guessing machines try exactly those first.',
      ],
      tr: [
        'Yaygın parolalar reddedilir',
        'Açıkken yeni parola, birlikte gelen yaygın parolalar listesinde bulunamaz. Kapalıyken bulunabilir; otomatik denemeler ise önce tam olarak bunları dener.',
      ],
    }),
    default: true,
    strict: true,
    ...guarded,
  }),
  breachCheck: booleanSetting('auth.password.breach-check', {
    ...settingTexts({
      en: [
        'Breached passwords are refused',
        'On, a service of known breaches is asked for each new password; five characters of its hash leave the house, never the password. When the service does not answer, the password is let through and an event says so. Off, nothing leaves.',
      ],
      tr: [
        'Sızdırılmış parolalar reddedilir',
        'Açıkken her yeni parola için bilinen sızıntılar hizmetine sorulur; dışarıya özetinin yalnızca beş karakteri gider, parolanın kendisi asla gitmez. Hizmet yanıt vermezse parola kabul edilir ve bu bir olay olarak kaydedilir. Kapalıyken dışarıya hiçbir şey gitmez.',
      ],
    }),
    default: false,
    strict: true,
    ...guarded,
  }),
};

export const passwordRules: readonly SettingRule[] = [
  defineRule(
    'auth.min-length-with-factor-not-above-min-length',
    ['auth.password.min-length-with-factor', 'auth.password.min-length'],
    (values) =>
      Number(values['auth.password.min-length-with-factor']) > Number(values['auth.password.min-length'])
        ? `auth.password.min-length-with-factor is ${values['auth.password.min-length-with-factor']}, above auth.password.min-length, which is ${values['auth.password.min-length']}`
        : null,
  ),
];
