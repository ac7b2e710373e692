// Says in Turkish why a new password is refused.

/** English sentences with their Turkish ones. */
export const passwordSentences: readonly (readonly [english: string, turkish: string])[] = [
  [
    'Use at least {} characters; several words are easy to remember.',
    'En az {} karakter kullanın; birkaç sözcük kolay akılda kalır.',
  ],
  ['Use at most {} characters.', 'En fazla {} karakter kullanın.'],
  ['Many people use this password; choose another one.', 'Bu parolayı çok kişi kullanıyor; başka bir parola seçin.'],
  [
    'Do not repeat one part or count through letters or digits.',
    'Aynı bölümü yinelemeyin, harfleri veya rakamları sırayla yazmayın.',
  ],
  [
    'Do not use a name of yours, of the tenant or of the product, whatever digits and signs stand around it.',
    'Kendi adınızı, kiracının veya ürünün adını, çevresine rakam ve işaret ekleyerek de olsa kullanmayın.',
  ],
  ['Do not use one of your last five passwords again.', 'Son beş parolanızdan birini yeniden kullanmayın.'],
  [
    'This password is known from a data breach; choose another one.',
    'Bu parola bir veri sızıntısından biliniyor; başka bir parola seçin.',
  ],
];
