// Translates the sentences of arguments about fields of forms into Turkish; see `argument-texts.ts`.

export const formSentences: readonly (readonly [english: string, turkish: string])[] = [
  ['Is shown only and cannot be changed.', 'Yalnızca gösterilir; değiştirilemez.'],
  ['Must be text.', 'Metin olmalıdır.'],
  ['Must be a number.', 'Sayı olmalıdır.'],
  ['Must be a date such as 2026-03-01.', '2026-03-01 gibi bir tarih olmalıdır.'],
  ['Must be a date and time such as 2026-03-01T09:30:00Z.', '2026-03-01T09:30:00Z gibi bir tarih ve saat olmalıdır.'],
  ['Must be a time such as 09:30.', '09:30 gibi bir saat olmalıdır.'],
  ['Must be one of the values that the form offers.', 'Formun sunduğu değerlerden biri olmalıdır.'],
];
