// Declares the error codes of users, roles, tenants and API keys.
import { error } from './definition.ts';

export const directoryErrors = {
  TENANT_NOT_FOUND: error(404, {
    en: 'There is no tenant {asked}.',
    tr: '{asked} adlı bir kiracı yok.',
    help: 'Name an existing tenant.',
  }),
  USER_NOT_FOUND: error(404, {
    en: 'There is no such user: {asked}.',
    tr: 'Böyle bir kullanıcı yok: {asked}.',
    help: 'The uuid names no user of the tenant.',
  }),
  USER_ALREADY_EXISTS: error(409, {
    en: 'There is already a user {username}.',
    tr: '{username} adlı bir kullanıcı zaten var.',
    help: 'Names are compared after folding. The identifier of an earlier system is unique too.',
  }),
  USERNAME_RESERVED: error(409, {
    en: 'The name {username} is reserved for whoever had it.',
    tr: '{username} adı, onu daha önce kullanan kişi için ayrılmıştır.',
    help: 'Histories and tasks name people. A name set free by renaming is reserved for 90 days and until every module has followed; whoever had it takes it back at any time. A deleted user keeps the name and can be restored.',
  }),
  ROLE_ALREADY_EXISTS: error(409, {
    en: 'There is already a role {code}.',
    tr: '{code} kodlu bir rol zaten var.',
    help: 'Role codes are unique in a tenant, shipped roles included.',
  }),
  ROLE_UNKNOWN: error(422, {
    en: 'There is no role {code}.',
    tr: '{code} kodlu bir rol yok.',
    help: 'Name shipped roles or roles of the tenant of the user.',
  }),
  ROLE_NOT_ASSIGNABLE: error(422, {
    en: 'The role {code} cannot be given to a person.',
    tr: '{code} rolü bir kişiye verilemez.',
    help: 'ROLE_SERVICE marks callers with an API key.',
  }),
  AUTHORITY_UNKNOWN: error(422, {
    en: 'There is no authority {authority}.',
    tr: '{authority} adlı bir yetki yok.',
    help: 'Name authorities that a module has registered.',
  }),
  LAST_ADMIN: error(409, {
    en: 'The last system administrator cannot be taken away.',
    tr: 'Son sistem yöneticisi kaldırılamaz.',
    help: 'Give ROLE_SYSTEM_ADMIN to another enabled person first.',
  }),
  SELF_LOCKOUT: error(409, {
    en: 'You cannot lock yourself out.',
    tr: 'Kendi erişiminizi kapatamazsınız.',
    help: 'Ask another administrator to do it.',
  }),
  USER_DISABLED: error(422, {
    en: 'The user cannot sign in.',
    tr: 'Kullanıcı oturum açamaz.',
    help: 'The user is disabled or the account has run out.',
  }),
  USER_NOT_ACTIVATED: error(409, {
    en: 'The user has no password yet.',
    tr: 'Kullanıcının henüz parolası yok.',
    help: 'Send the activation link again instead.',
  }),
  USER_WITHOUT_ADDRESS: error(422, {
    en: 'The user has no mail address.',
    tr: 'Kullanıcının e-posta adresi yok.',
    help: 'Give the user an address first.',
  }),
  USER_ALREADY_ACTIVATED: error(409, {
    en: 'The user already has a password.',
    tr: 'Kullanıcının zaten bir parolası var.',
    help: 'An activation link sets a first password; a forgotten one is reset.',
  }),
  ROLE_NOT_FOUND: error(404, {
    en: 'There is no such role: {asked}.',
    tr: 'Böyle bir rol yok: {asked}.',
    help: 'The uuid names no shipped role and no role of the tenant.',
  }),
  ROLE_SYSTEM: error(409, {
    en: 'The role {code} is shipped and cannot be changed.',
    tr: '{code} rolü sistemle gelir, değiştirilemez.',
    help: 'Make a role of your own.',
  }),
  ROLE_IN_USE: error(409, {
    en: 'The role {code} is held by {count} users.',
    tr: '{code} rolünü taşıyan {count} kullanıcı var.',
    help: 'Take the role from its users first.',
  }),
  TENANT_ALREADY_EXISTS: error(409, {
    en: 'The tenant identifier {identifier} is already taken.',
    tr: '{identifier} kiracı tanımlayıcısı zaten alınmış.',
    help: 'Identifiers are unique ignoring case; that of a deleted tenant is never used again.',
  }),
  TENANT_HOST_ALREADY_EXISTS: error(409, {
    en: 'The host {host} belongs to another tenant.',
    tr: '{host} sunucu adı başka bir kiracıya ait.',
    help: 'A host belongs to one tenant.',
  }),
  TENANT_SYSTEM: error(409, {
    en: 'The tenant {identifier} cannot be taken away.',
    tr: '{identifier} kiracısı kaldırılamaz.',
    help: 'The tenant default is where the first administrator lives.',
  }),
  TENANT_IN_USE: error(409, {
    en: 'The tenant {identifier} is still in use.',
    tr: '{identifier} kiracısı hâlâ kullanımda.',
    help: 'Deactivate it and delete its users first.',
  }),
  API_KEY_NOT_FOUND: error(404, {
    en: 'There is no such API key: {asked}.',
    tr: 'Böyle bir API anahtarı yok: {asked}.',
    help: 'The uuid names no API key of the tenant.',
  }),
  API_KEY_ALREADY_EXISTS: error(409, {
    en: 'There is already an API key named {name}.',
    tr: '{name} adlı bir API anahtarı zaten var.',
    help: 'Names of API keys are unique in a tenant.',
  }),
} as const;
