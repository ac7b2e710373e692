// Error codes of second factors and of known devices.
import { error } from './definition.ts';

export const factorErrors = {
  FACTOR_NOT_FOUND: error(404, {
    en: 'There is no such second factor: {asked}.',
    tr: 'Böyle bir ikinci etken yok: {asked}.',
    help: 'The uuid names no factor of the caller, or one whose enrolment has run out.',
  }),
  FACTOR_REQUIRED: error(409, {
    en: 'A second factor is required here; the last one cannot be removed.',
    tr: 'Burada ikinci etken zorunlu; sonuncusu kaldırılamaz.',
    help: 'Enrol another factor first.',
  }),
  FACTOR_UNAVAILABLE: error(409, {
    en: 'This second factor is not available to you.',
    tr: 'Bu ikinci etken sizin için kullanılamıyor.',
    help: 'E-mailed codes need a verified address and must be switched on; recovery codes need another factor beside them.',
  }),
  FACTOR_LIMIT_REACHED: error(409, {
    en: 'There are already {limit} authenticator apps.',
    tr: 'Zaten {limit} doğrulama uygulaması var.',
    help: 'Remove one that is no longer used.',
  }),
  DEVICE_NOT_FOUND: error(404, {
    en: 'There is no such device: {asked}.',
    tr: 'Böyle bir cihaz yok: {asked}.',
    help: 'The uuid names no device that the caller signed in from.',
  }),
} as const;
