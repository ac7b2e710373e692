// Proves that the locale object is whole for the tags of real users and that hostile tags are refused.
import { expect, it } from 'vitest';
import { canonicalLocaleTag, describeLocale, preferredLocaleTag } from './locale-object.ts';

it('fills every field of tr-TR in the language of the answer', () => {
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

it('fills what en and zh-Hant-TW have', () => {
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

it('lists extensions and variants by their keys', () => {
  const locale = describeLocale('de-1996-u-attr-ca-buddhist-nu-thai-x-private', 'en');
  expect(locale).toMatchObject({
    variant: '1996',
    unicodeLocaleKeys: ['ca', 'nu'],
    unicodeLocaleAttributes: ['attr'],
    extensionKeys: ['u', 'x'],
  });
});

it.each(['', 'not a tag', 'qq', 'x'.repeat(200), 'en_US<script>', 'und'])('%j is no locale', (tag) => {
  expect(canonicalLocaleTag(tag)).toBeNull();
});

it('takes the heaviest usable language of the header', () => {
  expect(preferredLocaleTag('*, xx;q=1, tr-tr;q=0.9, en;q=0.5')).toBe('tr-TR');
  expect(preferredLocaleTag('en;q=0, garbage!!')).toBeNull();
});
