// Holds what a document says beside the contract's own words, in each language.
import type { Language } from '../errors/definition.ts';
import type { Operation } from '../operations/define.ts';

type Who = Operation['access']['kind'];

interface DocumentTexts {
  readonly introduction: string;
  readonly bearer: string;
  readonly apiKey: string;
  readonly cookie: string;
  readonly notOffered: string;
  /** Is said of what may come from a standby. */
  readonly mayBeStale: string;
  readonly fresh: string;
  readonly bodyLimit: (bytes: number) => string;
  /** Sentences that say who may call, made of the authorities of which one is needed. */
  readonly who: Readonly<Record<Who, (authorities: readonly string[]) => string>>;
}

const en: DocumentTexts = {
  introduction: [
    '**Signing in.** `POST /auth/login` answers a session token; it travels as `Authorization: Bearer svc_...` or in a cookie. ' +
      'Programs use an API key, as a bearer or in `X-API-Key`.',
    '**Envelope.** Every answer in JSON is `{body, errorDetail}`; one of the two is null. Fields that are unknown are refused.',
    '**Paging.** `pageable` says page (from 0), size (at most 200) and order; an answer repeats what held. Lists refuse rather than cut.',
    '**Idempotency.** Where `Idempotency-Key` is a parameter, the same key and body within 24 hours get the first answer.',
    '**Errors.** `errorDetail.errorCode` is stable; `x-error-codes` of an answer lists what it can be. VALIDATION_FAILED names ' +
      'every problem at once in `errorArguments`. `uuid` equals the header `X-Request-Id` and is found in the log.',
    '**Examples.** Each was sent to a server and got this answer. Ids, times, numbers that differ, tokens, names and passwords in ' +
      'them are placeholders: put your own in their place. Lists show their first entries.',
  ].join('\n\n'),
  bearer: 'Session token svc_... or API key svc_key_...',
  apiKey: 'API key svc_key_...',
  cookie: 'Session token of a browser; what changes something must prove its origin.',
  notOffered: 'Not offered by this version.',
  mayBeStale: 'May be some seconds old where the operator lets a standby of the database answer.',
  fresh: 'Needs a fresh sign-in; API keys are exempt.',
  bodyLimit: (bytes) => `The body has at most ${bytes} bytes.`,
  who: {
    public: () => 'Nobody has to sign in.',
    session: () => 'Any live session or API key.',
    person: () => 'A person; API keys are refused.',
    authority: (authorities) => `Needs ${authorities.join(' or ')}.`,
    'own-or-authority': (authorities) => `Own ones, or ${authorities.join(' or ')}.`,
  },
};

const tr: DocumentTexts = {
  introduction: [
    'İşlemlerin ayrıntıları, alanların açıklamaları ve bu sayfanın düğmeleri İngilizcedir.',
    '**Oturum açma.** `POST /auth/login` bir oturum belirteci yanıtlar; belirteç `Authorization: Bearer svc_...` başlığında ya da ' +
      'çerezde taşınır. Programlar, bearer olarak ya da `X-API-Key` başlığında bir API anahtarı kullanır.',
    '**Zarf.** JSON olan her yanıt `{body, errorDetail}` biçimindedir; ikisinden biri null olur. Bilinmeyen alanlar reddedilir.',
    '**Sayfalama.** `pageable` sayfayı (0’dan başlar), boyutu (en çok 200) ve sırayı söyler; yanıt neyin geçerli olduğunu yineler. ' +
      'Listeler kesilmez, reddedilir.',
    '**Yineleme.** `Idempotency-Key` parametresi olan işlemlerde aynı anahtar ve gövde 24 saat içinde ilk yanıtı alır.',
    '**Hatalar.** `errorDetail.errorCode` değişmez; bir yanıtın `x-error-codes` alanı neler olabileceğini sıralar. VALIDATION_FAILED ' +
      'bütün sorunları `errorArguments` içinde bir kerede söyler. `uuid`, `X-Request-Id` başlığına eşittir ve günlükte bulunur.',
    '**Örnekler.** Her biri bir sunucuya gönderildi ve bu yanıtı aldı. İçlerindeki kimlikler, zamanlar, değişen sayılar, belirteçler, ' +
      'adlar ve parolalar yer tutucudur: yerlerine kendinizinkileri koyun. Listeler ilk öğelerini gösterir.',
  ].join('\n\n'),
  bearer: 'Oturum belirteci svc_... ya da API anahtarı svc_key_...',
  apiKey: 'API anahtarı svc_key_...',
  cookie: 'Bir tarayıcının oturum belirteci; bir şeyi değiştiren istek nereden geldiğini kanıtlamalıdır.',
  notOffered: 'Bu sürümde sunulmuyor.',
  mayBeStale: 'İşletmen yanıtı veritabanının bir yedek sunucusuna bıraktıysa birkaç saniye eski olabilir.',
  fresh: 'Yeni yapılmış bir giriş gerekir; API anahtarları bunun dışındadır.',
  bodyLimit: (bytes) => `Gövde en çok ${bytes} bayttır.`,
  who: {
    public: () => 'Oturum açmak gerekmez.',
    session: () => 'Açık oturumu ya da API anahtarı olan herkes.',
    person: () => 'Oturum açmış bir kişi; API anahtarları reddedilir.',
    authority: (authorities) => `Gereken yetki: ${authorities.join(' ya da ')}.`,
    'own-or-authority': (authorities) => `Kendisine ait olanlar için herkes, yoksa ${authorities.join(' ya da ')}.`,
  },
};

export const documentTexts: Readonly<Record<Language, DocumentTexts>> = { en, tr };
