// Checks what the name service publishes about a sender's domain: SPF, DKIM and DMARC.
import type { SvcNotificationSenderCheckModel } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createKeyRate } from '../../../kernel/process/key-rate.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { PublishedKey } from '../dkim/feature.ts';
import type { Senders } from '../sender/feature.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import { createLookups } from './look-ups.ts';

/**
 * Checks of a caller in a window: a person who corrects a record looks again and again; each check asks up to thirty
 * times.
 */
const CHECKS_MAX = 10;
const CHECKS_WINDOW_MS = 60_000;
/** Keys that are checked; older ones do not sign any more. */
const KEYS_CHECKED_MAX = 10;

export interface SenderCheckParts extends Pick<Kernel, 'clock' | 'database' | 'dns'> {
  readonly senders: Senders;
  /** Answers the keys of a tenant's domain, the newest first. */
  readonly publishedKeys: (queryable: Queryable, tenant: string, domain: string) => Promise<readonly PublishedKey[]>;
  /** Answers the domain of a tenant's default sender; null where none is configured that a mail server takes. */
  readonly defaultDomain: (tenant: string) => string | null;
  /** Says whether links to unsubscribe can be followed by one click. */
  readonly offersOneClick: () => boolean;
}

export function createSenderCheckService(parts: SenderCheckParts) {
  const { clock, database, senders, publishedKeys, defaultDomain, offersOneClick } = parts;
  const rate = createKeyRate({ max: CHECKS_MAX, windowMs: CHECKS_WINDOW_MS });

  /** Counts the check; keys count, too, as the name service of others is asked. */
  function requireRate({ caller }: Act): void {
    const { tenantIdentifier, username } = caller;
    const key = JSON.stringify([tenantIdentifier, caller.kind, foldName(username)]);
    const retryAfterSeconds = rate.retryAfterSeconds(key, clock.now());
    if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
    rate.count(key, clock.now());
  }

  /** Refuses domains in whose name the tenant does not send, so that others cannot be looked up. */
  async function requireOwn({ caller: { tenantIdentifier } }: Act, domain: string): Promise<readonly PublishedKey[]> {
    const keys = await publishedKeys(database, tenantIdentifier, domain);
    const isOwn =
      keys.length > 0 ||
      domain === defaultDomain(tenantIdentifier) ||
      (await senders.hasDomain(database, tenantIdentifier, domain));
    return isOwn ? keys : failNotFound('SENDER_NOT_FOUND', { domain });
  }

  return {
    async check(act: Act, text: string): Promise<SvcNotificationSenderCheckModel> {
      const domain =
        senders.readMailDomain(text) ?? invalid({ field: 'domain', code: 'PATTERN', message: 'This is no domain.' });
      const keys = await requireOwn(act, domain);
      requireRate(act);
      const dateChecked = new Date(clock.now()).toISOString();
      const findTexts = createLookups(parts);
      const [spf, dkim, dmarc] = await Promise.all([
        checkSpf(domain, findTexts),
        checkDkim(keys.slice(0, KEYS_CHECKED_MAX), findTexts),
        checkDmarc(domain, findTexts),
      ]);
      return { domain, dateChecked, spf, dkim, dmarc, oneClick: offersOneClick() };
    },
  };
}

export type SenderCheckService = ReturnType<typeof createSenderCheckService>;
