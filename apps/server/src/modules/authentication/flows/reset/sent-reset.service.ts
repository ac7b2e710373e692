// Mails a user a reset link on behalf of an administrator; only the user sees it.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { lockUserToChange } from '../../directory/required-grants.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';

export function createSentResetService({
  database,
  links,
  mails,
}: Pick<Kernel, 'database'> & {
  readonly links: ActivationLinks;
  readonly mails: UserMails;
}) {
  return {
    send: (act: Act, uuid: string): Promise<void> =>
      database.transaction(async (tx) => {
        const user = await lockUserToChange(tx, act.caller, uuid);
        if (!user.passwordSet) fail('USER_NOT_ACTIVATED');
        if (user.email === null) fail('USER_WITHOUT_ADDRESS');
        const link = await links.issueReset(tx, user.id, user.email);
        await mails.passwordReset(tx, user.id, link, act.caller.username);
        const detail = { passwordReset: 'mailed' };
        await act.record(tx, authenticationEvents.userUpdated, userSubject(user), detail);
      }),
  };
}

export type SentResetService = ReturnType<typeof createSentResetService>;
