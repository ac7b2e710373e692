// Declares the error codes of the system menu module.
import { error } from '../definition.ts';

export const systemMenuErrors = {
  APP_NAME_NOT_FOUND: error(404, {
    en: 'There is no such application: {asked}.',
    tr: 'Böyle bir uygulama yok: {asked}.',
    help: 'It does not exist, or the caller may not see it; errorArguments names each unknown one.',
  }),
  APP_NAME_ALREADY_EXISTS: error(409, {
    en: 'There is an application with this name already.',
    tr: 'Bu adla bir uygulama zaten var.',
    help: 'Names are unique among the shared applications and those of the tenant.',
  }),
  APP_NAME_HAS_ITEMS: error(409, {
    en: 'The application has menu items.',
    tr: 'Uygulamanın menü öğeleri var.',
    help: 'Delete with cascade=true, or move the items away first.',
  }),
  MENU_ITEM_NOT_FOUND: error(404, {
    en: 'There is no such menu item: {asked}.',
    tr: 'Böyle bir menü öğesi yok: {asked}.',
    help: 'It does not exist, or the caller may not see it; errorArguments names each unknown one.',
  }),
  MENU_ITEM_ALREADY_EXISTS: error(409, {
    en: 'The application has a menu item with this name already.',
    tr: 'Uygulamada bu adla bir menü öğesi zaten var.',
    help: 'Names are unique in an application, among its shared items and those of the tenant.',
  }),
  MENU_ITEM_HAS_CHILDREN: error(409, {
    en: 'The menu item has items below it.',
    tr: 'Menü öğesinin altında öğeler var.',
    help: 'Delete with cascade=true, or move the items away first.',
  }),
  MENU_DEPTH_EXCEEDED: error(422, {
    en: 'A menu has at most {limit} levels.',
    tr: 'Bir menünün en çok {limit} düzeyi olabilir.',
    help: 'The deepest descendant of what is moved counts.',
  }),
  MENU_CYCLE: error(409, {
    en: 'A menu item cannot be moved below itself.',
    tr: 'Bir menü öğesi kendi altına taşınamaz.',
    help: 'The new parent is the item or one of its descendants.',
  }),
  MENU_NOT_SIBLINGS: error(422, {
    en: 'The menu items are no siblings.',
    tr: 'Menü öğeleri kardeş değil.',
    help: 'One call orders the items below one parent; errorArguments names those that are elsewhere.',
  }),
  MENU_LIMIT_REACHED: error(409, {
    en: 'There are {limit} already; no more can be stored.',
    tr: 'Zaten {limit} tane var; daha fazlası saklanamaz.',
    help: 'Remove what is no longer needed.',
  }),
  MENU_SHARED_FIELD: error(422, {
    en: 'A tenant cannot change this of a shared record.',
    tr: 'Kiracı, paylaşılan bir kaydın bu alanını değiştiremez.',
    help: 'errorArguments names the fields; the shared record itself is changed with scope=SHARED.',
  }),
  MENU_SYSTEM_FIELD: error(422, {
    en: 'This belongs to the code of a module and cannot be changed.',
    tr: 'Bu bir modülün koduna aittir ve değiştirilemez.',
    help: 'errorArguments names the fields.',
  }),
  MENU_SYSTEM_RECORD: error(409, {
    en: 'A module registered this record; it cannot be deleted.',
    tr: 'Bu kaydı bir modül tanımladı; silinemez.',
    help: 'Deactivate it instead.',
  }),
  MENU_SELF_LOCKOUT: error(409, {
    en: 'After this change you would no longer see the administration of the menu.',
    tr: 'Bu değişiklikten sonra menü yönetimini artık göremezdiniz.',
    help: 'Somebody else may do it who does not need that page.',
  }),
  MENU_IMPORT_INVALID: error(422, {
    en: 'The document cannot be taken as it is.',
    tr: 'Belge bu haliyle alınamıyor.',
    help: 'errorArguments names every refused entry; nothing was written.',
  }),
  FAVORITE_NOT_FOUND: error(404, {
    en: 'There is no such favorite: {asked}.',
    tr: 'Böyle bir sık kullanılan yok: {asked}.',
    help: 'errorArguments names each unknown one; nothing was written.',
  }),
  FAVORITE_LIMIT_REACHED: error(409, {
    en: 'There are {limit} favorites already.',
    tr: 'Zaten {limit} sık kullanılan var.',
    help: 'Remove one first; the setting menu.favorites.max-per-user holds the limit.',
  }),
  FAVORITE_PATH_UNKNOWN: error(422, {
    en: 'No menu item that you see has this path.',
    tr: 'Gördüğünüz hiçbir menü öğesi bu yola sahip değil.',
    help: 'The setting menu.favorites.free-paths says whether other paths may be kept too.',
  }),
} as const;
