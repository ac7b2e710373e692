// Says when a sign-in needs a captcha, and for how long one is good.
import { choiceSetting, numberSetting, settingTexts } from '../../../kernel/settings/settings.ts';
import { guarded } from './guarded-settings.ts';

export const captchaSettings = {
  captchaMode: choiceSetting('auth.captcha.mode', {
    ...settingTexts({
      en: [
        'When a sign-in needs a captcha',
        'ADAPTIVE asks after failures of the name or of the address, by the two thresholds. ALWAYS asks at every sign-in: the first thing to do while passwords are being guessed from many addresses. OFF never asks; locks and limits hold all the same.',
      ],
      tr: [
        'Oturum açarken doğrulama görselinin istenmesi',
        'ADAPTIVE, ad veya adresin başarısız denemelerinden sonra iki eşiğe göre ister. ALWAYS her oturum açmada ister: parolalar çok sayıda adresten denenirken yapılacak ilk iştir. OFF hiç istemez; kilitler ve sınırlar yine geçerlidir.',
      ],
    }),
    choices: ['ADAPTIVE', 'OFF', 'ALWAYS'],
    default: 'ADAPTIVE',
    strict: { OFF: 'ADAPTIVE' },
    ...guarded,
  }),
  captchaNameThreshold: numberSetting('auth.captcha.name-threshold', {
    ...settingTexts({
      en: [
        'Failures of a name before a captcha',
        'From so many failures of a name in a row on, its next sign-in needs a captcha. Lower: guessing machines are slowed down sooner, and people who mistype are bothered more. Above auth.lock.threshold the name is locked first.',
      ],
      tr: [
        'Doğrulama görselinden önce bir adın başarısız denemeleri',
        'Bir ad art arda bu kadar başarısız olduktan sonra oturum açmak için doğrulama görseli ister. Düşürülürse otomatik denemeler daha erken yavaşlar, parolasını yanlış yazanlar ise daha çok rahatsız edilir. auth.lock.threshold değerinin üstündeyse ad daha önce kilitlenir.',
      ],
    }),
    unit: 'COUNT',
    default: 3,
    min: 1,
    max: 100,
    ...guarded,
  }),
  captchaAddressThreshold: numberSetting('auth.captcha.address-threshold', {
    ...settingTexts({
      en: [
        'Failures of an address before a captcha',
        'From so many failures of an address within ten minutes on, sign-ins from there need a captcha, whatever the name. Higher where many people share one address, such as an office; lower while one address tries many names.',
      ],
      tr: [
        'Doğrulama görselinden önce bir adresin başarısız denemeleri',
        'Bir adresten on dakika içinde bu kadar başarısız deneme gelince, ad ne olursa olsun, o adresten oturum açmak doğrulama görseli ister. Ofis gibi çok kişinin paylaştığı adresler varsa yükseltin; tek bir adres birçok adı deniyorsa düşürün.',
      ],
    }),
    unit: 'COUNT',
    default: 20,
    min: 1,
    max: 1_000,
    ...guarded,
  }),
  captchaLifetime: numberSetting('auth.captcha.lifetime', {
    ...settingTexts({
      en: [
        'How long a captcha is good',
        'Too low, and slow readers have to begin again; higher, and a captcha can be solved elsewhere and sold. Holds for captchas made after the change.',
      ],
      tr: [
        'Doğrulama görselinin geçerlilik süresi',
        'Çok düşük olursa yavaş okuyanlar baştan başlamak zorunda kalır; yükseltilirse görsel başka yerde çözdürülüp satılabilir. Değişiklikten sonra üretilen görsellerde geçerlidir.',
      ],
    }),
    unit: 'MINUTE',
    default: 5,
    min: 1,
    max: 10,
    ...guarded,
    // A captcha is made before the tenant of the sign-in is known.
    tenantOverridable: false,
    tenantEditable: false,
  }),
};
