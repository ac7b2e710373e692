// Declares the error codes of the logger producer.
import { error } from './definition.ts';

export const loggerProducerErrors = {
  LOG_EVENT_UUID_CONFLICT: error(409, {
    en: 'Another event has this uuid already.',
    tr: 'Bu uuid başka bir olaya ait.',
    help: 'The same uuid was sent with other content. Only an equal event may be sent again.',
  }),
  LOG_EVENT_TOO_LARGE: error(413, {
    en: 'The event is larger than {limit} bytes.',
    tr: 'Olay {limit} bayttan büyük.',
    help: 'Leave out attributes, or keep large content elsewhere and name it.',
  }),
  LOG_EVENT_TOO_OLD: error(422, {
    en: 'The event is older than such events are kept.',
    tr: 'Olay, bu tür olayların saklandığı süreden daha eski.',
    help: 'Events of the types AUDIT and SECURITY may lie 24 hours back, others as long as they are kept.',
  }),
  LOG_EVENT_IN_FUTURE: error(422, {
    en: 'The event lies more than 24 hours ahead.',
    tr: 'Olay 24 saatten daha ileride.',
    help: 'Check the clock of the producer.',
  }),
  LOG_STORE_UNAVAILABLE: error(503, {
    en: 'Events cannot be stored at the moment.',
    tr: 'Olaylar şu anda saklanamıyor.',
    help: 'The database is away. Send the same event again later; it is stored once.',
  }),
  LOG_BUFFER_FULL: error(503, {
    en: 'Too many events wait to be stored.',
    tr: 'Saklanmayı bekleyen çok fazla olay var.',
    help: 'Send the same event again after the seconds of Retry-After; it is stored once.',
  }),
  LOG_EVENT_NOT_FOUND: error(404, {
    en: 'There is no such event: {asked}.',
    tr: 'Böyle bir olay yok: {asked}.',
    help: 'It was never stored, is no longer kept, or is of a type or tenant that the caller may not see.',
  }),
  LOG_QUERY_TOO_DEEP: error(422, {
    en: 'The page lies too deep.',
    tr: 'Sayfa çok derinde.',
    help: 'Pages end at 10,000 events. Narrow the time or the filters.',
  }),
  LOG_QUERY_RANGE_TOO_LARGE: error(422, {
    en: 'The time between the two dates is too long.',
    tr: 'İki tarih arası çok uzun.',
    help: 'At most 31 days, unless events are asked for by uuidList, traceId, entityUuid or sessionIdentifier.',
  }),
  LOG_QUERY_TOO_BROAD: error(422, {
    en: 'The query took too long.',
    tr: 'Sorgu çok uzun sürdü.',
    help: 'Narrow the time or the filters, or raise timeoutMillis.',
  }),
  LOG_CACHE_ALREADY_EXISTS: error(409, {
    en: 'There is an entry for this key already.',
    tr: 'Bu anahtar için zaten bir kayıt var.',
    help: 'A key has one entry a tenant, and one of all tenants. Change it instead.',
  }),
  LOG_DEAD_LETTER_NOT_FOUND: error(404, {
    en: 'There is no such dead letter: {asked}.',
    tr: 'Böyle bir saklanamayan olay yok: {asked}.',
    help: 'It was stored or removed, is older than 14 days, or is of a tenant that the caller may not see.',
  }),
  LOG_CACHE_NOT_FOUND: error(404, {
    en: 'There is no such entry: {asked}.',
    tr: 'Böyle bir kayıt yok: {asked}.',
    help: 'It does not exist at this level, or was removed.',
  }),
  LOG_CACHE_AUDIT_PROTECTED: error(409, {
    en: 'Events of audit and security cannot be switched off.',
    tr: 'Denetim ve güvenlik olayları kapatılamaz.',
    help: 'The key is the name of such an event. A wider key is accepted and leaves them as they are.',
  }),
  LOG_CACHE_LIMIT_REACHED: error(409, {
    en: 'There are {limit} entries already.',
    tr: 'Zaten {limit} kayıt var.',
    help: 'Remove entries that nobody needs, or use wider keys.',
  }),
  EXPIRE_DATE_PAST: error(422, {
    en: 'The date lies in the past or too far ahead.',
    tr: 'Tarih geçmişte ya da çok ileride.',
    help: 'An entry can run out 366 days from now at the latest.',
  }),
  LOG_FULL_TEXT_OFF: error(409, {
    en: 'Events are not found by their words here.',
    tr: 'Burada olaylar sözcükleriyle bulunmuyor.',
    help: 'An operator has set logger.full-text to OFF. Ask by time, names and fields instead.',
  }),
  LOG_DISK_FULL: error(503, {
    en: 'There is no space to keep the event until it is stored.',
    tr: 'Olayı saklanana kadar tutacak yer yok.',
    help: 'The disk of the server is full. Nothing that was accepted is lost; send the event again later.',
  }),
  LOG_STORE_TIMEOUT: error(504, {
    en: 'Whether the event was stored is not known.',
    tr: 'Olayın saklanıp saklanmadığı bilinmiyor.',
    help: 'Send the same event with the same uuid again; it is stored once.',
  }),
};
