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
  LOG_STORE_TIMEOUT: error(504, {
    en: 'Whether the event was stored is not known.',
    tr: 'Olayın saklanıp saklanmadığı bilinmiyor.',
    help: 'Send the same event with the same uuid again; it is stored once.',
  }),
};
