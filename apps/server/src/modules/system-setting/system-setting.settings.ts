// Declares what an operator can tune in this module itself.
import {
  booleanSetting,
  defineSettings,
  numberSetting,
  settingTexts,
  textSetting,
} from '../../kernel/settings/settings.ts';

/** Matches scheme, host and port, as browsers send them. */
const ORIGIN = 'https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?';
const ORIGINS = `(${ORIGIN}([ ,]+${ORIGIN})*)?`;

export const systemSettingSettings = defineSettings('setting', {
  historyRetention: numberSetting('setting.history-retention', {
    ...settingTexts({
      en: [
        'How long changes of settings are kept',
        'Older rows of the history are removed in the background, and what they would have put back is gone. Higher: who changed what can be read for longer, and the table grows. Lower: the reverse, within an hour.',
      ],
      tr: [
        'Ayar değişikliklerinin saklanma süresi',
        'Daha eski geçmiş satırları arka planda silinir ve onlarla geri alınabilecek değerler yitirilir. Yükseltilirse kimin neyi değiştirdiği daha uzun süre görülebilir, tablo ise büyür; düşürülürse bir saat içinde tersi olur.',
      ],
    }),
    unit: 'DAY',
    default: 730,
    min: 1,
    max: 36_500,
    tenantOverridable: false,
  }),
  reasonRequired: booleanSetting('setting.reason-required', {
    ...settingTexts({
      en: [
        'Changes of values need a reason',
        'On, a write without a reason is refused, and the history says why each value is what it is. Off, a reason may be given. It holds for the change that turns it off, too.',
      ],
      tr: [
        'Değer değişiklikleri gerekçe ister',
        'Açıkken gerekçesiz yazma reddedilir ve geçmiş, her değerin neden öyle olduğunu söyler. Kapalıyken gerekçe isteğe bağlıdır. Bu ayarı kapatan değişiklik için de gerekçe gerekir.',
      ],
    }),
    default: false,
    tenantOverridable: false,
  }),
  publicRateLimit: numberSetting('setting.public.rate-limit', {
    ...settingTexts({
      en: [
        'Anonymous reads of one address in a minute',
        'Beyond it an anonymous read is answered 429, on each process by itself. Raise it when the login pages of many people behind one address fail; lower it while somebody floods the public settings.',
      ],
      tr: [
        'Bir adresin dakikadaki anonim okumaları',
        'Aşan anonim okumalar, her süreçte ayrı ayrı, 429 ile yanıtlanır. Tek adresi paylaşan çok sayıda kişinin oturum açma sayfası hata veriyorsa yükseltin; biri herkese açık ayarları istek yağmuruna tutuyorsa düşürün.',
      ],
    }),
    unit: 'COUNT',
    default: 600,
    min: 1,
    max: 1_000_000,
    tenantOverridable: false,
  }),
  ofrepEnabled: booleanSetting('setting.ofrep.enabled', {
    ...settingTexts({
      en: [
        'Settings are served over OFREP',
        'Off, the addresses of OFREP answer as if there were none, and applications that read flags there go on with the defaults of their own code.',
      ],
      tr: [
        'Ayarlar OFREP üzerinden sunulur',
        'Kapalıyken OFREP adresleri yokmuş gibi yanıt verir ve bayrakları oradan okuyan uygulamalar kendi kodlarındaki varsayılanlarla çalışmayı sürdürür.',
      ],
    }),
    default: true,
    tenantOverridable: false,
  }),
  ofrepAllowedOrigins: textSetting('setting.ofrep.allowed-origins', {
    ...settingTexts({
      en: [
        'Pages that read flags from elsewhere',
        'Origins such as https://shop.example, with spaces between them: their pages may read answers of OFREP, without the cookie of a session. Empty: only pages of the own origin may.',
      ],
      tr: [
        'Bayrakları başka yerden okuyan sayfalar',
        'https://shop.example gibi kaynaklar, aralarında boşlukla: sayfaları OFREP yanıtlarını oturum çerezi olmadan okuyabilir. Boşken yalnızca kendi kaynağındaki sayfalar okuyabilir.',
      ],
    }),
    default: '',
    max: 4_096,
    pattern: ORIGINS,
    tenantOverridable: false,
  }),
  ofrepPublicPath: textSetting('setting.ofrep.public-path', {
    ...settingTexts({
      en: [
        'Path before the addresses that OFREP names',
        'Behind a proxy that rewrites paths: what it takes away, such as /flags, stands before the address of the event stream. Wrong, browsers do not find the stream and ask for changes now and then instead.',
      ],
      tr: [
        'OFREP adreslerinin önündeki yol',
        'Yolları değiştiren bir vekil sunucunun arkasında: çıkardığı bölüm, örneğin /flags, olay akışı adresinin önüne yazılır. Yanlışsa tarayıcılar akışı bulamaz ve değişiklikleri yalnızca ara sıra sorar.',
      ],
    }),
    default: '',
    max: 256,
    pattern: '(/[A-Za-z0-9._~-]+)*',
    tenantOverridable: false,
  }),
  streamsPerUser: numberSetting('setting.stream.max-per-user', {
    ...settingTexts({
      en: [
        'Open streams of changes of one user',
        'In one process, of each of the two kinds: changes of settings, and changes of flags. Beyond it 429. Higher: people with many open pages all hear of changes. Lower: one user holds fewer connections.',
      ],
      tr: [
        'Bir kullanıcının açık değişiklik akışları',
        'Tek bir süreçte ve iki türün her biri için: ayar değişiklikleri ve bayrak değişiklikleri. Üzeri 429 ile yanıtlanır. Yükseltilirse çok sayfa açanların hepsi değişikliklerden haberdar olur; düşürülürse bir kullanıcı daha az bağlantı tutar.',
      ],
    }),
    unit: 'COUNT',
    default: 10,
    min: 1,
    max: 1_000,
    tenantOverridable: false,
  }),
});
