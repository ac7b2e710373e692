// Wires the administration of the directory: services, background work, and what other modules may hear of.
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi, UserDirectory } from '../../../session/api.ts';
import { createDirectoryEvents } from '../../directory/events/directory-events.ts';
import { createApiKeyAdministrationService } from '../../directory/keys/api-key-administration.service.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { createRoleAdministrationService } from '../../directory/roles/role-administration.service.ts';
import { createTenantService } from '../../directory/tenants/tenant.service.ts';
import { createTenantStandingService } from '../../directory/tenants/tenant-standing.service.ts';
import { createUserEndings } from '../../directory/user-ending.ts';
import { createUserQueryService } from '../../directory/users/user-query.service.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { removeDevicesOfUser } from '../../secrets/devices/device.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';
import { createImpersonationService } from '../impersonation/impersonation.service.ts';
import { createAccountExpiry } from './account-expiry.ts';
import { createAdministrationHandlers } from './administration.routes.ts';
import { createUserImportService } from './user-import.service.ts';
import { createUserStandingService } from './user-standing.service.ts';
import { createUserUpdateService } from './user-update.service.ts';

/** An account ends at most a minute late (authentication page, section 4.10). */
const EXPIRY_INTERVAL_MS = 20_000;
/** Changes of this process wake the job; this is for those of a process that died before it had told everybody. */
const DELIVERY_INTERVAL_MS = 5_000;

export interface AdministrationDependencies {
  readonly kernel: Kernel;
  readonly session: () => SessionApi;
  readonly users: UserDirectory;
  readonly links: ActivationLinks;
  readonly mails: UserMails;
}

export function createAdministration(deps: AdministrationDependencies) {
  const { kernel, session, users, links, mails } = deps;
  const { clock, database, events, ids, log } = kernel;
  const directoryEvents = createDirectoryEvents({ database, clock, log, wake: () => delivery.wake() });
  const endings = createUserEndings({ clock, session, endings: [removeChallengesOfUser, removeDevicesOfUser] });
  const accountExpiry = createAccountExpiry({ database, clock, events, endings });
  const delivery = createRepeatedJob(
    { name: 'directory-events', run: () => directoryEvents.deliver(), intervalMs: () => DELIVERY_INTERVAL_MS },
    log,
  );
  const expiry = createRepeatedJob(
    { name: 'account-expiry', run: () => accountExpiry.run(), intervalMs: () => EXPIRY_INTERVAL_MS },
    log,
  );
  const handlers = createAdministrationHandlers({
    userUpdates: createUserUpdateService({ database, clock, events, directoryEvents, endings, mails, session }),
    userQueries: createUserQueryService({ database, clock }),
    userStanding: createUserStandingService({
      ...{ database, clock, events, directoryEvents, links, mails, endings, session },
    }),
    userImport: createUserImportService({ database, clock, ids, events, session }),
    roleAdministration: createRoleAdministrationService({ database, clock, events, directoryEvents, session }),
    tenants: createTenantService({ database, clock, ids, events, session }),
    tenantStanding: createTenantStandingService({ database, clock, events, directoryEvents, session }),
    apiKeyAdministration: createApiKeyAdministrationService({ database, clock, ids, events, session }),
    impersonation: createImpersonationService({ database, events, users, session }),
  });
  return { handlers, jobs: [delivery, expiry] as const, directoryEvents };
}
