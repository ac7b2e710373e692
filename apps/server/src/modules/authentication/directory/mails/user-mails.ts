// Queues the mails that users get about their account, in the transaction of what they report.
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { MailApi } from '../../../mail-notification/api.ts';
import { authenticationMailCodes as codes } from './authentication-mails.ts';
import { findMailedUser, type MailedUser } from './mailed-user.store.ts';

const changeTexts = {
  PASSWORD: { en: 'Your password was changed.', tr: 'Parolanız değiştirildi.' },
  FACTOR: { en: 'Your second factors were changed.', tr: 'İkinci doğrulama yöntemleriniz değiştirildi.' },
  RECOVERY_CODES_FEW: {
    en: 'A recovery code was used, and few are left: make new ones.',
    tr: 'Bir kurtarma kodu kullanıldı ve az kod kaldı: yenilerini oluşturun.',
  },
  ADDRESS: { en: 'The mail address of your account was changed.', tr: 'Hesabınızın e-posta adresi değiştirildi.' },
  ADDRESS_ASKED: {
    en: 'Another mail address was asked for and has to be confirmed.',
    tr: 'Başka bir e-posta adresi istendi, doğrulanması bekleniyor.',
  },
} as const;

export type CredentialChange = keyof typeof changeTexts;

/** Holds a link and until when it works. */
export interface MailedLink {
  readonly link: string;
  readonly expiry: Date;
}

interface Content {
  readonly code: string;
  readonly parameters: (user: MailedUser) => Readonly<Record<string, string>>;
  readonly expireDate: Date | null;
  readonly urgent?: true;
  readonly causedBy?: string | undefined;
  readonly address?: string;
}

type Queue = (tx: Transaction, userId: number, content: Content) => Promise<boolean>;

function createQueue(mail: () => MailApi): Queue {
  return async (tx, userId, content) => {
    const user = await findMailedUser(tx, userId);
    const address = content.address ?? user.email;
    if (address === null) return false;
    const name = user.displayName ?? user.username;
    await mail().enqueue(tx, {
      tenantIdentifier: user.tenantIdentifier,
      templateCode: content.code,
      locale: user.locale,
      to: { address, name: user.displayName, userUuid: user.userUuid },
      parameters: { name, ...content.parameters(user) },
      expireDate: content.expireDate,
      priority: content.urgent === true ? 'HIGH' : 'NORMAL',
      createdBy: content.causedBy ?? user.username,
    });
    return true;
  };
}

export function createUserMails({ clock, mail }: { readonly clock: Clock; readonly mail: () => MailApi }) {
  const queue = createQueue(mail);
  /** Rounds the time left down, so that no mail promises more. */
  const left = (expiry: Date, unitMs: number): string =>
    String(Math.max(1, Math.floor((expiry.getTime() - clock.now()) / unitMs)));
  const today = (): string => `${new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

  return {
    passwordReset: (
      tx: Transaction,
      userId: number,
      { link, expiry }: MailedLink,
      causedBy?: string,
    ): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.passwordReset,
        parameters: () => ({ link, minutes: left(expiry, MINUTE_MS) }),
        expireDate: expiry,
        urgent: true,
        causedBy,
      }),
    activation: (tx: Transaction, userId: number, { link, expiry }: MailedLink, causedBy: string): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.activation,
        parameters: ({ username }) => ({ username, link, hours: left(expiry, HOUR_MS) }),
        expireDate: expiry,
        causedBy,
      }),
    /** Goes to the new address. */
    emailChange: (tx: Transaction, userId: number, address: string, { link, expiry }: MailedLink): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.emailChange,
        parameters: () => ({ address, link, hours: left(expiry, HOUR_MS) }),
        expireDate: expiry,
        urgent: true,
        address,
      }),
    newDevice: (
      tx: Transaction,
      userId: number,
      device: { readonly name: string; readonly address: string },
    ): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.newDevice,
        parameters: () => ({ device: device.name, address: device.address, date: today() }),
        expireDate: null,
      }),
    /** Goes to the given address, else to that of the user. */
    credentialChanged: (
      tx: Transaction,
      userId: number,
      change: CredentialChange,
      notice: { readonly address?: string; readonly causedBy?: string } = {},
    ): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.credentialChanged,
        parameters: ({ locale }) => ({
          change: changeTexts[change][locale.startsWith('tr') ? 'tr' : 'en'],
          date: today(),
        }),
        expireDate: null,
        ...notice,
      }),
    failedAttempts: (tx: Transaction, userId: number, count: number): Promise<boolean> =>
      queue(tx, userId, {
        code: codes.failedAttempts,
        parameters: () => ({ count: String(count), date: today() }),
        expireDate: null,
      }),
  };
}

/**
 * Queues nothing for a user without address; each call answers whether a mail was queued. `causedBy` is the user unless
 * given.
 */
export type UserMails = ReturnType<typeof createUserMails>;
