// Translates the sentences of arguments about mail servers and senders into Turkish; see `argument-texts.ts`.

export const mailSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['This is no host name and no address.', 'Bu bir sunucu adı ya da adresi değil.'],
  ['This is no domain.', 'Bu bir alan adı değil.'],
  ['This domain has a rate already.', 'Bu alan adının zaten bir hızı var.'],
  ["This code is the suite's own.", 'Bu kod platformun kendisine ait.'],
  ['Name either an address or a domain.', 'Ya bir adres ya da bir alan adı verilmelidir.'],
  ['A password needs a username.', 'Parola için kullanıcı adı gerekir.'],
  [
    'The password is needed, also after a change of the server.',
    'Parola gereklidir; sunucu değiştiğinde de yeniden verilmelidir.',
  ],
];
