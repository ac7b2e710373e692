// Declares the kinds of events that this module records: who signed in, who was refused, and what administrators did to whom.
import { defineEvents } from '../../../kernel/records/event-definition.ts';

const signIn = defineEvents({
  loginSucceeded: {
    name: 'authentication.login-succeeded',
    type: 'SECURITY',
    description: {
      en: 'Somebody signed in, or a program began a system session with its API key.',
      tr: 'Biri oturum açtı veya bir program API anahtarıyla sistem oturumu başlattı.',
    },
  },
  loginFailed: {
    name: 'authentication.login-failed',
    type: 'SECURITY',
    logged: true,
    description: {
      en: 'A sign-in was refused; the reason stands here and is never given to whoever tried.',
      tr: 'Bir oturum açma denemesi reddedildi; nedeni yalnızca burada yazılır, deneyene söylenmez.',
    },
  },
  loginLocked: {
    name: 'authentication.login-locked',
    type: 'SECURITY',
    logged: true,
    level: 'WARN',
    description: {
      en: 'Too many failures in a row locked a name or a known device.',
      tr: 'Art arda çok sayıda başarısız deneme bir adı veya tanınan bir cihazı kilitledi.',
    },
  },
  captchaFailed: {
    name: 'authentication.captcha-failed',
    type: 'SECURITY',
    description: {
      en: 'A captcha that a sign-in needed was wrong, used before, run out or not ours.',
      tr: 'Oturum açmak için gereken doğrulama görseli yanlış, kullanılmış, süresi geçmiş veya bize ait değildi.',
    },
  },
  codeSent: {
    name: 'authentication.code-sent',
    type: 'SECURITY',
    description: {
      en: 'A code or a link that proves a mailbox was mailed to a user.',
      tr: 'Bir kullanıcıya posta kutusunu kanıtlayan bir kod veya bağlantı gönderildi.',
    },
  },
  codeFailed: {
    name: 'authentication.code-failed',
    type: 'SECURITY',
    logged: true,
    description: {
      en: 'The code of a second factor was wrong; too many in a row disable the factor.',
      tr: 'İkinci doğrulama kodu yanlıştı; art arda çok sayıda yanlış kod yöntemi devre dışı bırakır.',
    },
  },
  loggedOut: {
    name: 'authentication.logged-out',
    type: 'SECURITY',
    description: { en: 'A user signed out.', tr: 'Bir kullanıcı oturumunu kapattı.' },
  },
  redirectRefused: {
    name: 'authentication.redirect-refused',
    type: 'SECURITY',
    description: {
      en: 'A sign-out asked to be led to a page that is not on the list of the tenant.',
      tr: 'Oturum kapatılırken kiracının listesinde olmayan bir sayfaya yönlendirme istendi.',
    },
  },
  reauthenticated: {
    name: 'authentication.reauthenticated',
    type: 'SECURITY',
    description: {
      en: 'A signed-in user proved again who they are.',
      tr: 'Oturumu açık bir kullanıcı kim olduğunu yeniden kanıtladı.',
    },
  },
  impersonated: {
    name: 'authentication.impersonated',
    type: 'SECURITY',
    logged: true,
    level: 'WARN',
    description: {
      en: 'Somebody began to act as another user, for the reason that stands beside it.',
      tr: 'Biri, yanında yazılı gerekçeyle başka bir kullanıcı adına işlem yapmaya başladı.',
    },
  },
});

const credentials = defineEvents({
  passwordChanged: {
    name: 'authentication.password-changed',
    type: 'SECURITY',
    description: { en: 'A user replaced their password.', tr: 'Bir kullanıcı parolasını değiştirdi.' },
  },
  passwordReset: {
    name: 'authentication.password-reset',
    type: 'SECURITY',
    logged: true,
    description: {
      en: 'A password was set anew by the link of a reset or of an operator.',
      tr: 'Bir parola, sıfırlama bağlantısıyla veya işletmenin verdiği bağlantıyla yeniden belirlendi.',
    },
  },
  breachCheckFailed: {
    name: 'authentication.breach-check-failed',
    type: 'SECURITY',
    level: 'WARN',
    description: {
      en: 'The service of known breaches did not answer, and a new password passed unchecked.',
      tr: 'Veri sızıntısı servisi yanıt vermedi ve yeni parola denetlenmeden kabul edildi.',
    },
  },
  factorAdded: {
    name: 'authentication.factor-added',
    type: 'SECURITY',
    description: { en: 'A user enrolled a second factor.', tr: 'Bir kullanıcı ikinci doğrulama yöntemi ekledi.' },
  },
  factorRemoved: {
    name: 'authentication.factor-removed',
    type: 'SECURITY',
    logged: true,
    description: {
      en: 'A second factor was removed: by its user, or by an administrator for somebody who had lost it, which its detail says.',
      tr: 'Bir ikinci doğrulama yöntemi kaldırıldı: sahibi tarafından ya da ayrıntının belirttiği gibi yöntemini kaybeden biri için bir yönetici tarafından.',
    },
  },
  deviceAdded: {
    name: 'authentication.device-added',
    type: 'SECURITY',
    description: {
      en: 'A user signed in from a browser that was not known before.',
      tr: 'Bir kullanıcı daha önce tanınmayan bir tarayıcıdan oturum açtı.',
    },
  },
  deviceRemoved: {
    name: 'authentication.device-removed',
    type: 'SECURITY',
    description: { en: 'A user forgot one of their devices.', tr: 'Bir kullanıcı cihazlarından birini unutturdu.' },
  },
});

const users = defineEvents({
  userCreated: {
    name: 'authentication.user-created',
    type: 'AUDIT',
    description: { en: 'A user was made.', tr: 'Bir kullanıcı oluşturuldu.' },
  },
  userImported: {
    name: 'authentication.user-imported',
    type: 'AUDIT',
    description: {
      en: 'A user was taken over from an earlier system.',
      tr: 'Bir kullanıcı önceki bir sistemden aktarıldı.',
    },
  },
  userUpdated: {
    name: 'authentication.user-updated',
    type: 'AUDIT',
    description: {
      en: 'Fields, address or links of a user were changed; old and new values stand beside it.',
      tr: 'Bir kullanıcının alanları, adresi veya bağlantıları değişti; eski ve yeni değerler yanındadır.',
    },
  },
  userRenamed: {
    name: 'authentication.user-renamed',
    type: 'AUDIT',
    description: { en: 'A user was given another name.', tr: 'Bir kullanıcının adı değiştirildi.' },
  },
  userRolesChanged: {
    name: 'authentication.user-roles-changed',
    type: 'AUDIT',
    description: {
      en: 'Roles were given to a user or taken away.',
      tr: 'Bir kullanıcıya roller verildi veya rolleri geri alındı.',
    },
  },
  userActivated: {
    name: 'authentication.user-activated',
    type: 'AUDIT',
    description: {
      en: 'A user can sign in: an administrator let them in again, or they set a first password by an activation link.',
      tr: 'Bir kullanıcı oturum açabilir: bir yönetici girişine yeniden izin verdi ya da kullanıcı etkinleştirme bağlantısıyla ilk parolasını belirledi.',
    },
  },
  userDeactivated: {
    name: 'authentication.user-deactivated',
    type: 'AUDIT',
    description: {
      en: 'An administrator shut a user out.',
      tr: 'Bir yönetici bir kullanıcının girişini kapattı.',
    },
  },
  userExpired: {
    name: 'authentication.user-expired',
    type: 'AUDIT',
    description: {
      en: 'The account of a user ran out, and the user was shut out.',
      tr: 'Bir kullanıcının hesap süresi doldu ve girişi kapatıldı.',
    },
  },
  userUnlocked: {
    name: 'authentication.user-unlocked',
    type: 'AUDIT',
    description: {
      en: 'An administrator ended the locks of a user.',
      tr: 'Bir yönetici bir kullanıcının kilitlerini kaldırdı.',
    },
  },
  userDeleted: {
    name: 'authentication.user-deleted',
    type: 'AUDIT',
    description: { en: 'A user was deleted.', tr: 'Bir kullanıcı silindi.' },
  },
});

const records = defineEvents({
  roleCreated: {
    name: 'authentication.role-created',
    type: 'AUDIT',
    description: { en: 'A role was made.', tr: 'Bir rol oluşturuldu.' },
  },
  roleUpdated: {
    name: 'authentication.role-updated',
    type: 'AUDIT',
    description: {
      en: 'A role was changed, and with its authorities what all its holders may do.',
      tr: 'Bir rol değiştirildi; yetkileri değiştiyse onu taşıyan herkesin yapabildikleri de değişti.',
    },
  },
  roleDeleted: {
    name: 'authentication.role-deleted',
    type: 'AUDIT',
    description: { en: 'A role was deleted.', tr: 'Bir rol silindi.' },
  },
  tenantCreated: {
    name: 'authentication.tenant-created',
    type: 'AUDIT',
    description: { en: 'A tenant was made.', tr: 'Bir kiracı oluşturuldu.' },
  },
  tenantUpdated: {
    name: 'authentication.tenant-updated',
    type: 'AUDIT',
    description: { en: 'A tenant was changed.', tr: 'Bir kiracı değiştirildi.' },
  },
  tenantActivated: {
    name: 'authentication.tenant-activated',
    type: 'AUDIT',
    description: {
      en: 'The people of a tenant were let in again.',
      tr: 'Bir kiracının kullanıcılarının girişine yeniden izin verildi.',
    },
  },
  tenantDeactivated: {
    name: 'authentication.tenant-deactivated',
    type: 'AUDIT',
    level: 'WARN',
    description: {
      en: 'A tenant was shut out with all its people and keys.',
      tr: 'Bir kiracı, tüm kullanıcıları ve anahtarlarıyla birlikte kapatıldı.',
    },
  },
  tenantDeleted: {
    name: 'authentication.tenant-deleted',
    type: 'AUDIT',
    description: { en: 'A tenant was deleted.', tr: 'Bir kiracı silindi.' },
  },
  apiKeyCreated: {
    name: 'authentication.api-key-created',
    type: 'AUDIT',
    description: { en: 'An API key was made.', tr: 'Bir API anahtarı oluşturuldu.' },
  },
  apiKeyUpdated: {
    name: 'authentication.api-key-updated',
    type: 'AUDIT',
    description: { en: 'An API key was changed.', tr: 'Bir API anahtarı değiştirildi.' },
  },
  apiKeyRotated: {
    name: 'authentication.api-key-rotated',
    type: 'AUDIT',
    description: { en: 'An API key was given a new secret.', tr: 'Bir API anahtarına yeni bir gizli değer verildi.' },
  },
  apiKeyDeleted: {
    name: 'authentication.api-key-deleted',
    type: 'AUDIT',
    description: { en: 'An API key was deleted.', tr: 'Bir API anahtarı silindi.' },
  },
});

export const authenticationEvents = { ...signIn, ...credentials, ...users, ...records };
