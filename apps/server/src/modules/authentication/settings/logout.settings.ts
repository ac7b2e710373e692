// Declares what a sign-out keeps, and where it may lead.
import { booleanSetting, choiceSetting, settingTexts } from '../../../kernel/settings/settings.ts';
import { guarded } from './guarded-settings.ts';

export const logoutSettings = {
  clearSiteData: booleanSetting('auth.logout.clear-site-data', {
    ...settingTexts({
      en: [
        'Browsers are asked to drop cache and storage at a sign-out',
        'On, whoever uses the browser next finds nothing of this site. Off, pages load faster at the next sign-in; turn it off where another application of the same origin loses its data by it.',
      ],
      tr: [
        'Oturum kapanırken tarayıcıdan önbelleği ve depoyu silmesi istenir',
        'Açıkken tarayıcıyı sonra kullanan kişi bu siteden hiçbir şey bulamaz. Kapalıyken bir sonraki oturum açmada sayfalar daha hızlı yüklenir; aynı kaynaktaki başka bir uygulama bu yüzden verisini yitiriyorsa kapatın.',
      ],
    }),
    default: true,
    ...guarded,
  }),
  refusedTarget: choiceSetting('auth.logout.refused-target', {
    ...settingTexts({
      en: [
        'What a refused target of a sign-out leads to',
        'A sign-out may name a page to go to; one that the tenant does not list is never gone to. DEFAULT_PAGE goes to the page of the tenant instead, ERROR answers 400 and names the target as the problem. The session ends in both cases.',
      ],
      tr: [
        'Reddedilen yönlendirme adresinin sonucu',
        'Oturum kapatılırken gidilecek bir sayfa verilebilir; kiracının listesinde olmayan bir adrese hiçbir zaman gidilmez. DEFAULT_PAGE bunun yerine kiracının kendi sayfasına gider, ERROR ise 400 yanıtı verir ve adresi sorun olarak belirtir. Oturum her iki durumda da kapanır.',
      ],
    }),
    choices: ['DEFAULT_PAGE', 'ERROR'],
    default: 'DEFAULT_PAGE',
    strict: { DEFAULT_PAGE: 'ERROR' },
    ...guarded,
  }),
};
