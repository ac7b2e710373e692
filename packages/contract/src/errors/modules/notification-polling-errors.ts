// Declares the error codes of notification polling.
import { error } from '../definition.ts';

export const notificationPollingErrors = {
  ANNOUNCEMENT_NOT_FOUND: error(404, {
    en: 'There is no such announcement: {asked}.',
    tr: 'Böyle bir duyuru yok: {asked}.',
    help: 'It does not exist, is over, or is not for the caller.',
  }),
  USER_NOTIFICATION_NOT_FOUND: error(404, {
    en: 'There is no such notification: {asked}.',
    tr: 'Böyle bir bildirim yok: {asked}.',
    help: 'It does not exist, is no longer kept, or is somebody else’s.',
  }),
  ANNOUNCEMENT_ALREADY_EXISTS: error(409, {
    en: 'Another announcement has this uuid already.',
    tr: 'Bu uuid başka bir duyuruya ait.',
    help: 'The same uuid was sent with other content. Only an equal announcement may be sent again.',
  }),
  ANNOUNCEMENT_STATE_INVALID: error(409, {
    en: 'That is not possible while the announcement is {status}.',
    tr: 'Duyuru {status} durumundayken bu yapılamaz.',
    help: 'What was withdrawn or has expired does not come back: send it anew. Once published, the start is fixed.',
  }),
  ANNOUNCEMENT_NOT_DISMISSIBLE: error(409, {
    en: 'This announcement cannot be dismissed.',
    tr: 'Bu duyuru kapatılamaz.',
    help: 'Its sender wants it to stay until it is over. It can be read.',
  }),
  ANNOUNCEMENT_ACKNOWLEDGEMENT_REQUIRED: error(409, {
    en: 'This announcement has to be acknowledged first.',
    tr: 'Önce bu duyurunun okunduğu onaylanmalı.',
    help: 'Until then it stays where it is seen, and counts.',
  }),
  AUDIENCE_EMPTY: error(422, {
    en: 'The announcement would be for nobody.',
    tr: 'Duyurunun hiç alıcısı yok.',
    help: 'Give all=true or a list with an entry; all=true allows no further list but excludeUsers.',
  }),
  ANNOUNCEMENT_LIMIT_EXCEEDED: error(422, {
    en: 'A tenant has at most {limit} live and scheduled announcements.',
    tr: 'Bir kiracının en çok {limit} yayımdaki ve zamanlanmış duyurusu olabilir.',
    help: 'Withdraw what is over, or give announcements an end.',
  }),
  CONTENT_UNSAFE: error(422, {
    en: 'Nothing of the content may be shown.',
    tr: 'İçeriğin gösterilebilecek bir bölümü yok.',
    help: 'Scripts, styles and forms are taken out, and nothing else was there.',
  }),
};
