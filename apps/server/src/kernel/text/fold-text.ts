// Folds texts for searching, so that people find what they mean whatever the case, the accents and the dots of the letters.

/** Answers letters as they are looked for: no marks, lower case, and one `i` for all four of them. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');
}
