// Wires first passwords: the activation link, the one for the command line, and what the first start makes.
import type { ModuleContract } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { createActivationService } from './activation.service.ts';
import { createAdminLinkIssuer } from './admin-link.ts';
import { prepareDirectory } from './prepare-directory.ts';

export type { AdminLink, AdminLinkRequest } from './admin-link.ts';
export { requireAdminPassword } from './prepare-directory.ts';

/**
 * The link is for the operator who started the process: on standard output, not in the log, whose lines are shipped and
 * kept.
 */
function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function createActivationFeature(
  { config, database, clock, ids, events }: Pick<Kernel, 'config' | 'database' | 'clock' | 'ids' | 'events'>,
  {
    settings,
    attempts,
    hasher,
    links,
    mails,
    newPasswords,
    session,
  }: {
    readonly settings: AuthenticationSettings;
    readonly attempts: AttemptService;
    readonly hasher: PasswordHasher;
    readonly links: ActivationLinks;
    readonly mails: UserMails;
    readonly newPasswords: NewPasswords;
    readonly session: () => SessionApi;
  },
) {
  const activation = createActivationService({ database, clock, events, newPasswords, attempts, mails, session });
  const handlers: Pick<AuthenticationHandlers, 'activate'> = {
    async activate({ body, act }) {
      await activation.activate(act, body);
      return undefined;
    },
  };
  const { adminPassword } = config;
  return {
    handlers,
    api: {
      issueAdminLink: createAdminLinkIssuer({ database, clock, events, links }),
      prepareDirectory: (modules: readonly ModuleContract[]) =>
        prepareDirectory({
          database,
          clock,
          ids,
          events,
          hasher,
          links,
          modules,
          settings,
          adminPassword,
          announce,
        }),
    },
  };
}
