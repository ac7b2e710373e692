// Holds the words of the page of operations in each language; what operations are called is the contract's in both, what they and fields mean in English.
import type { Language } from '@keelson/contract';

export interface DocsWords {
  readonly title: string;
  readonly intro: string;
  readonly document: string;
  readonly otherLanguage: string;
  readonly search: string;
  readonly noneFound: string;
  readonly modules: string;
  readonly models: string;
  readonly servedAt: (paths: string) => string;
  readonly notOffered: string;
  readonly name: string;
  readonly access: string;
  readonly fresh: string;
  readonly alias: string;
  readonly pathParameters: string;
  readonly queryParameters: string;
  readonly headers: string;
  readonly body: string;
  readonly answer: string;
  readonly example: string;
  readonly errors: string;
  readonly required: string;
  readonly listOf: (type: string) => string;
  readonly or: string;
  readonly anything: string;
  readonly types: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, (value: string) => string>>;
  readonly who: Readonly<Record<'public' | 'session' | 'person', string>> & {
    readonly authority: (names: string) => string;
    readonly own: (names: string) => string;
  };
}

const en: DocsWords = {
  title: 'Operations',
  intro: 'Every operation of this server, made from the same contract that serves it.',
  document: 'OpenAPI document',
  otherLanguage: 'Türkçe',
  search: 'Search operations, fields and error codes',
  noneFound: 'Nothing has these words.',
  modules: 'Modules',
  models: 'Models',
  servedAt: (paths) => `Served at ${paths}.`,
  notOffered: 'Not offered by this version: 501.',
  name: 'Name',
  access: 'Who may call it',
  fresh: 'needs a fresh sign-in',
  alias: 'Also at',
  pathParameters: 'In the path',
  queryParameters: 'In the query',
  headers: 'Headers',
  body: 'Body',
  answer: 'Answer',
  example: 'Example',
  errors: 'Error codes',
  required: 'required',
  listOf: (type) => `list of ${type}`,
  or: 'or',
  anything: 'anything',
  types: {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
    array: 'list',
    null: 'null',
    binary: 'file',
    'date-time': 'date and time',
    uuid: 'UUID',
  },
  limits: {
    minLength: (value) => `at least ${value} characters`,
    maxLength: (value) => `at most ${value} characters`,
    minItems: (value) => `at least ${value} entries`,
    maxItems: (value) => `at most ${value} entries`,
    maxProperties: (value) => `at most ${value} fields`,
    minimum: (value) => `from ${value}`,
    maximum: (value) => `to ${value}`,
    pattern: (value) => `as ${value}`,
    default: (value) => `default ${value}`,
    enum: (value) => `one of ${value}`,
    example: (value) => `for example ${value}`,
  },
  who: {
    public: 'Everybody',
    session: 'Any live session or API key',
    person: 'Any person; no API keys',
    authority: (names) => names,
    own: (names) => `Own ones, or ${names}`,
  },
};

const tr: DocsWords = {
  title: 'İşlemler',
  intro:
    'Bu sunucunun bütün işlemleri, sunucuyu çalıştıran sözleşmenin kendisinden üretilir. İşlemlerin ayrıntıları ve alanların açıklamaları İngilizcedir.',
  document: 'OpenAPI belgesi',
  otherLanguage: 'English',
  search: 'İşlem, alan ve hata kodu ara',
  noneFound: 'Bu sözcükler hiçbir yerde geçmiyor.',
  modules: 'Modüller',
  models: 'Modeller',
  servedAt: (paths) => `Adresler: ${paths}.`,
  notOffered: 'Bu sürümde sunulmuyor: 501.',
  name: 'Adı',
  access: 'Kim çağırabilir',
  fresh: 'yeni yapılmış bir giriş gerekir',
  alias: 'Diğer adresi',
  pathParameters: 'Yoldaki değerler',
  queryParameters: 'Sorgu değerleri',
  headers: 'Başlıklar',
  body: 'Gövde',
  answer: 'Yanıt',
  example: 'Örnek',
  errors: 'Hata kodları',
  required: 'zorunlu',
  listOf: (type) => `${type} listesi`,
  or: 'ya da',
  anything: 'herhangi bir değer',
  types: {
    string: 'metin',
    integer: 'tam sayı',
    number: 'sayı',
    boolean: 'true ya da false',
    object: 'nesne',
    array: 'liste',
    null: 'null',
    binary: 'dosya',
    'date-time': 'tarih ve saat',
    uuid: 'UUID',
  },
  limits: {
    minLength: (value) => `en az ${value} karakter`,
    maxLength: (value) => `en çok ${value} karakter`,
    minItems: (value) => `en az ${value} öğe`,
    maxItems: (value) => `en çok ${value} öğe`,
    maxProperties: (value) => `en çok ${value} alan`,
    minimum: (value) => `en az ${value}`,
    maximum: (value) => `en çok ${value}`,
    pattern: (value) => `biçimi ${value}`,
    default: (value) => `varsayılan ${value}`,
    enum: (value) => `şunlardan biri: ${value}`,
    example: (value) => `örneğin ${value}`,
  },
  who: {
    public: 'Herkes',
    session: 'Açık oturumu ya da API anahtarı olan herkes',
    person: 'Oturum açmış her kişi; API anahtarı olmaz',
    authority: (names) => names,
    own: (names) => `Kendisine ait olanlar için herkes, yoksa ${names}`,
  },
};

export const docsTexts: Readonly<Record<Language, DocsWords>> = { en, tr };
