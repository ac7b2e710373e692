// Sends a mail to the caller, and answers what the attempt saw.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SvcNotificationMailAttemptModel } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { MailRequest, MailTemplate, QueuedMail } from '../api.ts';
import { mailEvents } from '../mail.events.ts';

/** Time that a person waits for an answer. */
const WAIT_MS = 15_000;
const LOOK_MS = 100;

export const TEST_TEMPLATE: MailTemplate = {
  code: 'mail.test',
  name: 'Test mail',
  sensitive: false,
  contentMap: {
    en: {
      subject: 'Test mail',
      content: 'Hello {{ name }},\n\nyou asked for this mail to see whether mails leave. They do.\n',
    },
    tr: {
      subject: 'Deneme postası',
      content: 'Merhaba {{ name }},\n\nbu postayı, postaların gidip gitmediğini görmek için istediniz. Gidiyorlar.\n',
    },
  },
};

export interface TestMailParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly enqueue: (tx: Transaction, request: MailRequest) => Promise<QueuedMail>;
  /** Answers the attempts so far, the first one first. */
  readonly attemptsOf: (tenant: string, uuid: string) => Promise<readonly SvcNotificationMailAttemptModel[]>;
  readonly authentication: () => {
    findPeople(
      queryable: Queryable,
      tenant: string,
      folded: readonly string[],
    ): Promise<readonly { readonly email: string | null; readonly displayName: string | null }[]>;
  };
}

export function createTestMailService({ database, clock, enqueue, attemptsOf, authentication }: TestMailParts) {
  return {
    /**
     * Sends the mail. Null: there was no attempt within 15 s. 422 TEST_ADDRESS_MISSING where the caller has no address.
     */
    async send(act: Act): Promise<{ uuid: string; attempt: SvcNotificationMailAttemptModel | null }> {
      const { caller } = act;
      const { tenantIdentifier, username, localeTag } = caller;
      const isPerson = caller.kind === 'person';
      const [person] = isPerson
        ? await authentication().findPeople(database, tenantIdentifier, [foldName(username)])
        : [];
      const address = person?.email ?? null;
      if (address === null) return fail('TEST_ADDRESS_MISSING');
      const name = person?.displayName ?? username;
      const { code: templateCode } = TEST_TEMPLATE;
      const uuid = await database.transaction(async (tx) => {
        const queued = await enqueue(tx, {
          tenantIdentifier,
          templateCode,
          locale: localeTag,
          to: { address, name },
          parameters: { name },
          expireDate: new Date(clock.now() + HOUR_MS),
          priority: 'HIGH',
          createdBy: username,
        });
        const { status } = queued;
        await act.record(tx, mailEvents.accepted, queued.uuid, { templateCode, status, mails: 1 });
        return queued.uuid;
      });
      const giveUpAt = performance.now() + WAIT_MS;
      for (;;) {
        const [attempt] = await attemptsOf(tenantIdentifier, uuid);
        if (attempt !== undefined || performance.now() > giveUpAt) return { uuid, attempt: attempt ?? null };
        await sleep(LOOK_MS);
      }
    },
  };
}
