// Translates the sentences of arguments about files of mails into Turkish; see `argument-texts.ts`.

export const attachmentSentences: readonly (readonly [english: string, turkish: string])[] = [
  [
    'Must be a plain name: no path, control character or encoded word.',
    'Düz bir ad olmalıdır: yol, denetim karakteri ya da kodlanmış sözcük içeremez.',
  ],
  ['Files of the kind {} are not carried by mail.', '{} türündeki dosyalar e-postayla taşınmaz.'],
  ['Must be a media type such as application/pdf.', 'application/pdf gibi bir ortam türü olmalıdır.'],
  [
    'Must be base64 (RFC 4648 4) with its padding, and nothing else.',
    'Dolgusuyla birlikte yalnızca base64 (RFC 4648 4) olmalıdır.',
  ],
  ['Files in the body must have at most {} bytes together.', 'Gövdedeki dosyalar birlikte en çok {} bayt olabilir.'],
  ['Another file of the mail has this contentId.', 'E-postanın başka bir dosyası bu contentId değerini taşıyor.'],
  ['Must be true exactly where a contentId is given.', 'Yalnızca contentId verildiğinde true olmalıdır.'],
];
