// Declares what an operator can tune in the menu.
import { booleanSetting, defineSettings, numberSetting, settingTexts } from '../../kernel/settings/settings.ts';

export const systemMenuSettings = defineSettings('menu', {
  favoritesMax: numberSetting('menu.favorites.max-per-user', {
    ...settingTexts({
      en: [
        'Favorites of one person',
        'Beyond it a further favorite is refused. Lowered below what people have, theirs stay and no more are added.',
      ],
      tr: [
        'Bir kişinin sık kullanılanları',
        'Üzerinde yeni sık kullanılan reddedilir. Kişilerde olandan aşağı düşürülürse var olanlar kalır, yenisi eklenemez.',
      ],
    }),
    unit: 'COUNT',
    default: 100,
    min: 1,
    max: 1_000,
  }),
  freePaths: booleanSetting('menu.favorites.free-paths', {
    ...settingTexts({
      en: [
        'Favorites may have paths that no menu item has',
        'On, any page can be kept as a favorite. Off, only pages of menu items that the person sees; favorites that were added before stay.',
      ],
      tr: [
        'Sık kullanılanlar menüde olmayan yollara sahip olabilir',
        'Açıkken her sayfa sık kullanılanlara eklenebilir. Kapalıyken yalnızca kişinin gördüğü menü öğelerinin sayfaları eklenebilir; önceden eklenenler kalır.',
      ],
    }),
    default: true,
  }),
  orphanDays: numberSetting('menu.favorites.orphan-days', {
    ...settingTexts({
      en: [
        'Days that favorites of a deleted item are kept',
        'They are hidden at once and removed after this time. Higher: an item that comes back finds its favorites for longer. Lower: what nobody sees any more goes sooner.',
      ],
      tr: [
        'Silinen bir öğenin sık kullanılanlarının saklandığı gün sayısı',
        'Hemen gizlenir, bu süreden sonra silinirler. Yükseltilirse geri gelen bir öğe sık kullanılanlarını daha uzun süre bulur; düşürülürse artık kimsenin görmediği kayıtlar daha erken silinir.',
      ],
    }),
    unit: 'DAY',
    default: 90,
    min: 1,
    max: 3_650,
    tenantOverridable: false,
  }),
  recentsEnabled: booleanSetting('menu.recents.enabled', {
    ...settingTexts({
      en: [
        'Pages that a person opened last are remembered',
        'Off, nothing is remembered and the list is empty; what was remembered before stays until it is cleared.',
      ],
      tr: [
        'Kişinin son açtığı sayfalar hatırlanır',
        'Kapalıyken hiçbir şey hatırlanmaz ve liste boştur; öncekiler silinene kadar kalır.',
      ],
    }),
    default: true,
  }),
  recentsMax: numberSetting('menu.recents.max-per-user', {
    ...settingTexts({
      en: [
        'Recently opened pages of one person',
        'Beyond it the oldest one goes. Higher: people find their way back further. Lower: every list is shorter at once, and what is beyond goes with the next page that is opened.',
      ],
      tr: [
        'Bir kişinin son açtığı sayfalar',
        'Üzerinde en eskisi çıkarılır. Yükseltilirse kişiler daha geriye dönebilir; düşürülürse bütün listeler hemen kısalır, fazlası açılan bir sonraki sayfayla silinir.',
      ],
    }),
    unit: 'COUNT',
    default: 20,
    min: 1,
    max: 200,
  }),
  treeCacheSize: numberSetting('menu.tree.cache-size', {
    ...settingTexts({
      en: [
        'Memory for finished menu trees of a process',
        'The least used trees go beyond it and are made again when they are asked for. Higher: more people with different rights get a finished tree, and each process takes more memory. Lower: the reverse.',
      ],
      tr: [
        'Bir sürecin hazır menü ağaçları için bellek',
        'Üzerinde en az kullanılan ağaçlar çıkarılır ve istendiğinde yeniden yapılır. Yükseltilirse farklı yetkileri olan daha çok kişi hazır ağaç alır, her süreç ise daha çok bellek kullanır; düşürülürse tersi olur.',
      ],
    }),
    unit: 'MEBIBYTE',
    default: 64,
    min: 1,
    max: 4_096,
    tenantOverridable: false,
  }),
});
