// Proves that the locale object is whole for the tags of real users and that hostile tags are refused.
import { expect, test } from 'vitest';
import { canonicalLocaleTag, describeLocale, preferredLocaleTag } from './locale-object.ts';

test('session 26: tr-TR fills every field in the language of the answer', () => {
  expect(describeLocale('tr-TR', 'tr')).toEqual({
    country: 'TR',
    displayName: 'Türkçe (Türkiye)',
    iso3Language: 'tur',
    language: 'tr',
    displayVariant: '',
    iso3Country: 'TUR',
    displayLanguage: 'Türkçe',
    script: '',
    displayCountry: 'Türkiye',
    variant: '',
    displayScript: '',
    unicodeLocaleKeys: [],
    unicodeLocaleAttributes: [],
    extensionKeys: [],
  });
});

test('session 26: en and zh-Hant-TW fill what they have', () => {
  expect(describeLocale('en', 'en')).toMatchObject({
    language: 'en',
    iso3Language: 'eng',
    country: '',
    iso3Country: '',
  });
  expect(describeLocale('zh-Hant-TW', 'en')).toMatchObject({
    iso3Language: 'zho',
    script: 'Hant',
    iso3Country: 'TWN',
    displayCountry: 'Taiwan',
  });
  expect(Object.keys(describeLocale('en', 'en'))).toHaveLength(14);
});

test('extensions and variants are listed by their keys', () => {
  const locale = describeLocale('de-1996-u-attr-ca-buddhist-nu-thai-x-private', 'en');
  expect(locale).toMatchObject({
    variant: '1996',
    unicodeLocaleKeys: ['ca', 'nu'],
    unicodeLocaleAttributes: ['attr'],
    extensionKeys: ['u', 'x'],
  });
});

test.each(['', 'not a tag', 'qq', 'x'.repeat(200), 'en_US<script>', 'und'])('%j is no locale', (tag) => {
  expect(canonicalLocaleTag(tag)).toBeNull();
});

test('the heaviest usable language of the header wins', () => {
  expect(preferredLocaleTag('*, xx;q=1, tr-tr;q=0.9, en;q=0.5')).toBe('tr-TR');
  expect(preferredLocaleTag('en;q=0, garbage!!')).toBeNull();
});
