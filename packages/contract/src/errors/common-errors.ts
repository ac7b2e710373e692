// Declares the error codes that any operation of any module may answer.
import { error } from './definition.ts';

export const commonErrors = {
  VALIDATION_FAILED: error(400, {
    en: 'The request is not valid.',
    tr: 'İstek geçerli değil.',
    help: 'errorArguments names every problem at once: field, code and message.',
  }),
  MALFORMED_BODY: error(400, {
    en: 'The body cannot be read.',
    tr: 'İstek gövdesi okunamıyor.',
    help: 'The body is no text of the declared media type; errorArguments says from which line and column on, but of an upload.',
  }),
  AUTHENTICATION_REQUIRED: error(401, {
    en: 'Please sign in.',
    tr: 'Lütfen oturum açın.',
    help: 'Send a session token or an API key; an unknown one counts as none.',
  }),
  SESSION_EXPIRED: error(401, {
    en: 'The session has ended. Please sign in again.',
    tr: 'Oturum sona erdi. Lütfen yeniden oturum açın.',
    help: 'errorArguments carries the reason; after ROTATED the request may be repeated with the new token.',
  }),
  ACCESS_DENIED: error(403, {
    en: 'You are not allowed to do this.',
    tr: 'Bu işlem için yetkiniz yok.',
    help: 'The operation needs an authority that the caller does not hold.',
  }),
  CSRF_CHECK_FAILED: error(403, {
    en: 'The origin of the request could not be proven.',
    tr: 'İsteğin kaynağı doğrulanamadı.',
    help: 'A request that carries the session cookie and changes something must come from an allowed origin.',
  }),
  REAUTHENTICATION_REQUIRED: error(403, {
    en: 'Please prove again that it is you.',
    tr: 'Lütfen kimliğinizi yeniden doğrulayın.',
    help: 'The last check of a secret is too long ago for this operation: sign in again.',
  }),
  OPERATION_NOT_FOUND: error(404, {
    en: 'There is no operation {asked}.',
    tr: '{asked} işlemi yok.',
    help: 'The address belongs to no operation of the interface.',
  }),
  METHOD_NOT_ALLOWED: error(405, {
    en: 'This address does not take the method {method}.',
    tr: 'Bu adres {method} yöntemini kabul etmiyor.',
    help: 'The header Allow names the methods of the address.',
  }),
  NOT_ACCEPTABLE: error(406, {
    en: 'The answer cannot be given in any of the accepted media types.',
    tr: 'Yanıt, kabul edilen ortam türlerinden hiçbiriyle verilemiyor.',
    help: 'Accept application/json or */*.',
  }),
  RANGE_NOT_SATISFIABLE: error(416, {
    en: 'The file has {size} bytes; the range that was asked for begins behind them.',
    tr: 'Dosya {size} bayt; istenen aralık bunun ötesinde başlıyor.',
    help: 'Ask for a range within the file, or send no Range.',
  }),
  VERSION_CONFLICT: error(409, {
    en: 'The record has been changed meanwhile; its version is now {version}.',
    tr: 'Kayıt bu arada değiştirildi; güncel sürümü {version}.',
    help:
      'Read the record again and repeat the change with its current version. errorArguments has one entry for each stale ' +
      'record: index in the request (0 of one), identifier (uuid, or code where there is none) and the current version.',
  }),
  IDEMPOTENCY_KEY_REUSED: error(409, {
    en: 'This idempotency key was already used for another request.',
    tr: 'Bu yineleme anahtarı başka bir istek için kullanılmış.',
    help: 'A key stands for one body of one operation for 24 hours; take a new one.',
  }),
  IDEMPOTENCY_IN_PROGRESS: error(409, {
    en: 'A request with this idempotency key is still in progress.',
    tr: 'Bu yineleme anahtarıyla gönderilen bir istek hâlâ işleniyor.',
    help: 'Repeat the request a moment later; it then gets the first answer.',
  }),
  PAYLOAD_TOO_LARGE: error(413, {
    en: 'The request is larger than {limit} bytes.',
    tr: 'İstek {limit} bayttan büyük.',
    help: 'The body is larger than the operation takes, or the request line with all headers is; the sentence says how much.',
  }),
  UNSUPPORTED_MEDIA_TYPE: error(415, {
    en: 'The media type {mediaType} is not taken here, but {taken}.',
    tr: '{mediaType} ortam türü burada kabul edilmiyor; kabul edilen: {taken}.',
    help: 'Send one of those that the sentence and errorArguments name, in UTF-8 and not compressed.',
  }),
  RESULT_TOO_LARGE: error(422, {
    en: 'More than {limit} records match.',
    tr: '{limit} kayıttan fazlası eşleşiyor.',
    help: 'Narrow the filters, or use the page operation.',
  }),
  RATE_LIMITED: error(429, {
    en: 'Too many requests. Please wait a moment.',
    tr: 'Çok fazla istek gönderildi. Lütfen biraz bekleyin.',
    help: 'Retry-After says how many seconds to wait.',
  }),
  TOO_MANY_STREAMS: error(429, {
    en: 'You follow this in {limit} places already.',
    tr: 'Bunu zaten {limit} yerde izliyorsunuz.',
    help: 'Close a stream of this kind before another one is opened.',
  }),
  INTERNAL_ERROR: error(500, {
    en: 'Something went wrong here.',
    tr: 'Burada bir sorun oluştu.',
    help: 'A defect; the log holds the cause under the uuid of the answer.',
  }),
  OPERATION_NOT_IMPLEMENTED: error(501, {
    en: 'This operation is not available yet.',
    tr: 'Bu işlem henüz kullanılamıyor.',
    help: 'The operation belongs to the interface and is not offered by this version.',
  }),
  TRANSFER_CODING_NOT_SUPPORTED: error(501, {
    en: 'The transfer coding {coding} is not read here, but chunked alone.',
    tr: '{coding} aktarım kodlaması burada okunmuyor; yalnızca chunked okunuyor.',
    help: 'Send the body with its length, or in chunks and not coded further (RFC 9112, 6.1); Content-Encoding is another header.',
  }),
  SERVICE_UNAVAILABLE: error(503, {
    en: 'The service is not available at the moment.',
    tr: 'Hizmet şu anda kullanılamıyor.',
    help:
      'Nothing was changed as far as is known; repeat after the seconds of Retry-After. Also for a request that did not ' +
      'arrive whole in time.',
  }),
} as const;
