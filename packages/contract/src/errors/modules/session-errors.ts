// Declares the error codes of the session module.
import { error } from '../definition.ts';

export const sessionErrors = {
  SESSION_NOT_FOUND: error(404, {
    en: 'There is no such session: {asked}.',
    tr: 'Böyle bir oturum yok: {asked}.',
    help: 'The identifier names no session that the caller may see.',
  }),
  SESSION_ALREADY_EXISTS: error(409, {
    en: 'There is or was a session with this identifier.',
    tr: 'Bu tanımlayıcıyla bir oturum var ya da vardı.',
    help: 'An identifier is used once, whatever became of its session; make a new token.',
  }),
  SESSION_LIMIT_REACHED: error(409, {
    en: 'No further session can begin: {limit} are open already.',
    tr: 'Yeni oturum açılamaz: zaten {limit} oturum açık.',
    help: 'errorArguments says whether it is the limit of the user or of the tenant; close a session and try again.',
  }),
  TENANT_DISABLED: error(422, {
    en: 'The tenant {tenantIdentifier} is disabled.',
    tr: '{tenantIdentifier} kiracısı devre dışı.',
    help: 'Nobody signs in to it until it is activated.',
  }),
  USER_UNKNOWN: error(422, {
    en: 'No user of the tenant has the name {username}.',
    tr: 'Kiracıda {username} adlı bir kullanıcı yok.',
    help: 'The setting session.begin.unknown-user says whether sessions may begin for users whom nobody knows.',
  }),
} as const;
