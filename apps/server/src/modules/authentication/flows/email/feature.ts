// Wires changing the own mail address by a link that is sent to the new one.
import type { Kernel } from '../../../../kernel/module.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { createEmailService } from './email.service.ts';

export function createEmailFeature(
  { database, clock, events }: Pick<Kernel, 'database' | 'clock' | 'events'>,
  { links, mails }: { readonly links: ActivationLinks; readonly mails: UserMails },
) {
  const emails = createEmailService({ database, clock, events, links, mails });
  const handlers: Pick<AuthenticationHandlers, 'changeEmail' | 'confirmEmail'> = {
    async changeEmail({ body, act }) {
      await emails.change(act, body);
      return undefined;
    },
    async confirmEmail({ body, act }) {
      await emails.confirm(act, body);
      return undefined;
    },
  };
  return { handlers };
}
