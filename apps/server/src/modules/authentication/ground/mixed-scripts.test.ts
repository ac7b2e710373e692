// Proves which names mix scripts.
import { describe, expect, it } from 'vitest';
import { mixesScripts } from './mixed-scripts.ts';

describe('authentication 41: names of several scripts', () => {
  it.each([
    ['аdmin', 'Latin with a Cyrillic а'],
    ['admın\u0441', 'Latin with a Cyrillic с behind'],
    ['αdmin', 'Latin with a Greek α'],
    ['раypal', 'two Cyrillic letters'],
    ['ивaн', 'Cyrillic with a Latin a'],
    ['иванος', 'Cyrillic with Greek'],
    ['admin\u0301а', 'with a mark between'],
    ['１аdmin', 'with a wide digit'],
    ['ＡＤＭＩＮа', 'wide Latin with Cyrillic'],
    ['юзер@例え.example', 'Cyrillic, Han and Latin'],
    ['ᎪDMIN', 'Latin with Cherokee'],
    ['ꓮdmin', 'Latin with Lisu'],
    ['שלוםمرحبا', 'Hebrew with Arabic'],
    ['ひらがな한글', 'Hiragana with Hangul'],
    ['ก\u0e01क', 'Thai with Devanagari'],
    ['иван中', 'Cyrillic with Han'],
  ])('%s (%s) is mixed', (name) => {
    expect(mixesScripts(name)).toBe(true);
  });

  it.each([
    'admin',
    'ada.lovelace@example.com',
    'Işıl_Çağrı-42',
    'ısmail.ğ',
    'иван.петров_1',
    'αλέξανδρος',
    '山田タロウ',
    'やまだ-taro',
    '王小明wang',
    'ㄅㄆㄇ王a',
    '김철수kim漢',
    'דוד.david',
    'محمد٣',
    'مُحَمَّد-m',
    'प्रिया.p',
    'สมชาย1',
    'გიორგი_g',
    'ՀայկA',
    'ᏣᎳᎩ',
    'ⵜⵉⴼⵉⵏⴰⵖ.7',
    '4711',
    '😀.ok',
    'cafe\u0301',
    'ー',
  ])('%s is not', (name) => {
    expect(mixesScripts(name)).toBe(false);
  });

  it('takes no longer for a long name', () => {
    expect([mixesScripts('a'.repeat(253).concat('а')), mixesScripts('ー'.repeat(254))]).toEqual([true, false]);
  });
});
