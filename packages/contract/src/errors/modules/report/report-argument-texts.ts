// Translates the sentences of arguments about reports into Turkish; see `argument-texts.ts`.

export const reportSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['Must not be given beside defaultValue.', 'defaultValue ile birlikte verilemez.'],
  ['Must not be given beside optionList.', 'optionList ile birlikte verilemez.'],
  ['Must name another parameter.', 'Başka bir parametrenin adı olmalıdır.'],
  [
    'Is sensitive: a schedule, which is shown, holds no value for it.',
    'Hassastır: gösterilen bir zamanlama onun değerini tutmaz.',
  ],
  ['An API key cannot be notified.', 'API anahtarı, bildirim yapılabilecek biri değildir.'],
  ['Must be one mail address.', 'Tek bir posta adresi olmalıdır.'],
  ['Nobody has this name.', 'Bu adda kimse yok.'],
  ['May not be written to.', 'Ona yazılamaz.'],
  ['Is said by the rows of a burst.', 'Kişiye özel gönderimde alıcıları satırlar belirler.'],
  ['Files of a burst are attached.', 'Kişiye özel gönderimin dosyaları eklenir.'],
  ['Writes to others than oneself.', 'Kişinin kendisinden başkalarına yazar.'],
  ['Must be a column of text of the report.', 'Raporun metin türünde bir sütunu olmalıdır.'],
  ['Must be a PNG or JPEG image in base64.', 'base64 ile yazılmış bir PNG ya da JPEG görüntüsü olmalıdır.'],
  ['Must be a locale such as tr-TR.', 'tr-TR gibi bir yerel ayar olmalıdır.'],
  ['There is no data set {}.', '{} adlı bir veri kümesi yok.'],
  ['Changed by activate and deactivate.', 'activate ve deactivate işlemleriyle değiştirilir.'],
];
