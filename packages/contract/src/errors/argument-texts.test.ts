// Holds how the sentences of arguments are found in Turkish, with what stood in the English ones.
import { describe, expect, it } from 'vitest';
import { argumentText } from './argument-texts.ts';

describe('the sentence of an argument', () => {
  it.each([
    ['Must be given.', 'Verilmesi zorunludur.'],
    ['Must have at most 64 characters.', 'En çok 64 karakter olabilir.'],
    ['Must have 1 to 100 entries.', '1 ile 100 arasında öğe olmalıdır.'],
    ['Must be a whole number or null.', 'Beklenen: tam sayı ya da null.'],
    ['Must be one of A, B.', 'Şunlardan biri olmalıdır: A, B.'],
    ['The name is taken.', 'Bu ad kullanılıyor.'],
    [
      'bpmn-engine.http.allow has a b, which is no host, address or range',
      'bpmn-engine.http.allow içindeki a b bir sunucu adı, adres ya da aralık değil',
    ],
    ['dateFrom is later than dateTo.', 'dateFrom, dateTo değerinden sonra.'],
  ])('%s', (english, turkish) => {
    expect(argumentText(english, 'tr')).toBe(turkish);
    expect(argumentText(english, 'en')).toBe(english);
  });

  it('is null in Turkish where nobody has written it, and keeps what a pattern of replacement would change', () => {
    expect(argumentText('Something else.', 'tr')).toBeNull();
    expect(argumentText('Must match ^a{1,2}$&$1.', 'tr')).toBe('^a{1,2}$&$1 biçimine uymalıdır.');
  });
});
