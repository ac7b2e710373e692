// Wires accounts of people, which are made, imported, changed, shut out and brought back, and end when they run out.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { DirectoryEvents } from '../../directory/events/feature.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { createUserEndings } from '../../directory/user-ending.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { removeDevicesOfUser } from '../../secrets/devices/device.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';
import { createAccountHandlers } from './account.routes.ts';
import { createAccountExpiry } from './account-expiry.ts';
import { createUserService } from './user.service.ts';
import { createUserImportService } from './user-import.service.ts';
import { createUserStandingService } from './user-standing.service.ts';
import { createUserUpdateService } from './user-update.service.ts';

/** Interval of the job; an account ends at most a minute late. */
const EXPIRY_INTERVAL_MS = 20_000;

export function createAccountsFeature(
  { database, clock, ids, events, log }: Pick<Kernel, 'database' | 'clock' | 'ids' | 'events' | 'log'>,
  {
    directoryEvents,
    links,
    mails,
    session,
  }: {
    readonly directoryEvents: DirectoryEvents;
    readonly links: ActivationLinks;
    readonly mails: UserMails;
    readonly session: () => SessionApi;
  },
) {
  const endings = createUserEndings({ clock, session, endings: [removeChallengesOfUser, removeDevicesOfUser] });
  const accountExpiry = createAccountExpiry({ database, clock, events, endings });
  const expiry = createRepeatedJob(
    { name: 'account-expiry', run: () => accountExpiry.run(), intervalMs: () => EXPIRY_INTERVAL_MS },
    log,
  );
  const handlers = createAccountHandlers({
    users: createUserService({ database, clock, ids, links, mails }),
    imports: createUserImportService({ database, clock, ids }),
    updates: createUserUpdateService({ database, clock, directoryEvents, endings, mails, session }),
    standing: createUserStandingService({ database, clock, directoryEvents, links, mails, endings, session }),
  });
  return { handlers, jobs: [expiry] as const };
}
