// Translates the sentences of arguments about data adapters into Turkish; see `argument-texts.ts`.

export const reportAdapterSentences: readonly (readonly [english: string, turkish: string])[] = [
  ["This code is the program's own.", 'Bu kod programın kendisine ait.'],
  ['The program makes the adapter of CSV files.', 'CSV dosyalarının bağdaştırıcısını program kendisi oluşturur.'],
  ['The program makes the adapter of its own data.', 'Program kendi verilerinin bağdaştırıcısını kendisi oluşturur.'],
  ['This is no host, no address and no range.', 'Bu bir sunucu adı, adres ya da aralık değil.'],
  ['Must be a URL as postgresql://host:5432/database.', 'postgresql://host:5432/database gibi bir URL olmalıdır.'],
  [
    'Must hold neither user nor password; they are fields of their own.',
    'Kullanıcı ve parola içermemelidir; onlar ayrı alanlardır.',
  ],
  ['Must name a host or an address.', 'Bir sunucu adı ya da adres içermelidir.'],
  ['Must name one database, of at most {} bytes.', 'En çok {} baytlık tek bir veritabanı adı içermelidir.'],
  ['Must have no parameter but sslmode, once.', 'Bir kez verilen sslmode dışında parametre içermemelidir.'],
  ['sslmode must be disable, require or verify-full.', 'sslmode disable, require ya da verify-full olmalıdır.'],
  ['Must have a port from {} to {}.', 'Bağlantı noktası {} ile {} arasında olmalıdır.'],
  ['Must be certificates as PEM.', 'PEM biçiminde sertifikalar olmalıdır.'],
  ['Is looked at with sslmode=verify-full alone.', 'Yalnızca sslmode=verify-full ile kullanılır.'],
  [
    'The secret is given or stands in a setting, not both.',
    'Parola ya verilir ya da bir ayarda durur, ikisi birden olmaz.',
  ],
  [
    'The secret is needed anew where url, username or caCertificate change; null if there is none any more.',
    'url, username ya da caCertificate değiştiğinde parola yeniden gereklidir; artık yoksa null verilir.',
  ],
  ['Reports name an adapter by its code: add another one.', 'Raporlar bağdaştırıcıyı koduyla anar: yenisini ekleyin.'],
];
