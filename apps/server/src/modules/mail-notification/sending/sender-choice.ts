// Decides the sender of a request's mails.
import type { Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { MailBox } from '../message/mail-content.ts';
import { isNowhere } from '../message/sender.ts';

export interface SenderParts {
  readonly defaultSender: (tenant: string) => MailBox;
  /** Says whether mails of the tenant go to a mail server, which takes no sender without a domain. */
  readonly leaves: (tenant: string) => boolean;
  /** Says whether the tenant may send in the name of the address, beside the default one. */
  readonly isAllowedSender: (queryable: Queryable, tenant: string, address: string) => Promise<boolean>;
}

export function createSenderChoice({ defaultSender, leaves, isAllowedSender }: SenderParts) {
  /**
   * Answers the wanted sender, with its name, or the default one of the tenant. 403 SENDER_NOT_ALLOWED, 422
   * SENDER_NOT_CONFIGURED where there is none that a mail server takes.
   */
  return async function chooseSender(
    queryable: Queryable,
    tenantIdentifier: string,
    wanted: MailBox | null,
  ): Promise<MailBox> {
    const standard = defaultSender(tenantIdentifier);
    if (wanted !== null && wanted.address !== standard.address) {
      if (!(await isAllowedSender(queryable, tenantIdentifier, wanted.address)))
        fail('SENDER_NOT_ALLOWED', { parameters: { address: wanted.address } });
      return wanted;
    }
    if (isNowhere(standard.address) && leaves(tenantIdentifier)) fail('SENDER_NOT_CONFIGURED');
    return wanted === null ? standard : { address: wanted.address, name: wanted.name ?? standard.name };
  };
}

export type ChooseSender = ReturnType<typeof createSenderChoice>;
