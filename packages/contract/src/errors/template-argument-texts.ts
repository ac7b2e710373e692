// Translates the sentences of arguments about templates into Turkish; see `argument-texts.ts`.

export const templateSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['Must be one mail address, without variables.', 'Değişken içermeyen tek bir e-posta adresi olmalıdır.'],
  ['A layout or partial has no layout.', 'Bir yerleşimin ya da parçanın yerleşimi olamaz.'],
  ['Another entry is about the same mails.', 'Başka bir kayıt aynı e-postalarla ilgili.'],
  ['Another parameter has this name.', 'Başka bir parametrenin adı bu.'],
  ['A sensitive template of a module stays sensitive.', 'Bir modülün gizli şablonu gizli kalır.'],
  ['Mails of a template cannot be cancelled yet.', 'Bir şablonun e-postaları henüz iptal edilemiyor.'],
  [
    'Must be the name of a time zone, such as Europe/Istanbul.',
    'Europe/Istanbul gibi bir saat diliminin adı olmalıdır.',
  ],
  ['The element {} is not allowed.', '{} öğesine izin verilmiyor.'],
  ['The attribute {} is not allowed.', '{} özniteliğine izin verilmiyor.'],
  ['The address in {} is not allowed.', '{} içindeki adrese izin verilmiyor.'],
  ['A meta refresh is not allowed.', 'Meta refresh kullanılamaz.'],
  ['A style must not run anything.', 'Bir stil hiçbir şey çalıştırmamalıdır.'],
  ['A variable must not stand in a style element.', 'style öğesinin içinde değişken bulunamaz.'],
  ['A variable must not stand in a comment.', 'Bir açıklamanın içinde değişken bulunamaz.'],
  [
    'A variable must not stand in the name of an element or attribute.',
    'Bir öğenin ya da özniteliğin adında değişken bulunamaz.',
  ],
  ['The attribute {} needs quotes around its variable.', '{} özniteliğindeki değişken tırnak içinde olmalıdır.'],
  ['Write a variable in a style as {} … {}.', 'Stildeki bir değişken {} … {} olarak yazılmalıdır.'],
  ['An element, attribute or comment is not closed.', 'Kapatılmamış bir öğe, öznitelik ya da açıklama var.'],
  ['{} must stand between elements.', '{} öğelerin arasında bulunmalıdır.'],
  [
    '{} must not stand within a name, a comment or an unquoted value.',
    '{} bir adın, açıklamanın ya da tırnaksız değerin içinde bulunamaz.',
  ],
  [
    'Each way of a condition or loop must begin and end at the same place of the markup.',
    'Bir koşulun ya da döngünün her kolu işaretlemenin aynı yerinde başlayıp bitmelidir.',
  ],
  ['{} must stand where its loop begins in the markup.', '{} işaretlemede döngünün başladığı yerde bulunmalıdır.'],
  ['A sensitive template must not make values of its own.', 'Gizli bir şablon kendi değerlerini üretemez.'],
  [
    'A sensitive template must not load anything behind a condition or in a loop.',
    'Gizli bir şablon koşula bağlı olarak ya da döngü içinde bir şey yükleyemez.',
  ],
  [
    'In a sensitive template a variable must be the whole address of a link.',
    'Gizli bir şablonda değişken, bağlantının adresinin tamamı olmalıdır.',
  ],
  [
    'In a sensitive template a variable stands in text or is, without filters, the whole address of a link.',
    'Gizli bir şablonda değişken ya metinde bulunur ya da süzgeçsiz olarak bir bağlantının adresinin tamamıdır.',
  ],
  ['Only a layout has {}.', '{} yalnızca yerleşimlerde bulunur.'],
  ['A layout has {} exactly once.', 'Bir yerleşimde {} tam bir kez bulunur.'],
  ['A partial is named literally: {}.', 'Parçanın adı doğrudan yazılır: {}.'],
  [
    'Partials render each other, or stand more than {} deep.',
    'Parçalar birbirini içeriyor ya da {} düzeyden derin iç içe.',
  ],
  ['The template takes too long or writes too much.', 'Şablon çok uzun sürüyor ya da çok fazla metin üretiyor.'],
];
