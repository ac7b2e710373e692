// Holds the locale that examples show.

export const locale = {
  language: 'en',
  script: '',
  country: '',
  variant: '',
  displayName: 'English',
  displayLanguage: 'English',
  displayScript: '',
  displayCountry: '',
  displayVariant: '',
  iso3Language: 'eng',
  iso3Country: '',
  unicodeLocaleKeys: [],
  unicodeLocaleAttributes: [],
  extensionKeys: [],
} as const;
