// Sends mails for people and keys: within their bounds, once for each uuid and key, stored before it is answered.
import type { SvcNotificationMailRequestModel, SvcNotificationMailRequestModelWithContent } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { ownerOf } from '../attachment/feature.ts';
import { mailEvents } from '../mail.events.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Accepting, QueueDepth } from '../queue/feature.ts';
import type { MailSender, PreparedMails, SentMails } from '../record/sent-mail.types.ts';
import { createPersonRate } from './bounds/person-rate.ts';
import type { Preparing } from './prepare.service.ts';
import { readContentSend, readTemplateSend } from './request/read-request.ts';
import type { SendRequest } from './sending.types.ts';

const RETRY_AFTER_SECONDS = 60;

export interface SendParts extends Pick<Kernel, 'database' | 'clock' | 'groupCommit'> {
  readonly bounds: SendBounds;
  readonly preparing: Preparing;
  readonly accepting: Pick<Accepting, 'add' | 'wake'>;
}

export function mailSenderOf({ caller }: Act): MailSender {
  const { tenantIdentifier, username, localeTag } = caller;
  return {
    tenantIdentifier,
    username,
    localeTag,
    holds: (authority) => caller.holds(authority),
    fileOwner: ownerOf(caller),
  };
}

export interface BoundParts extends Pick<Kernel, 'clock'> {
  readonly settings: MailSettings;
  readonly depth: QueueDepth;
}

/** Checks requests against the bounds of people and the queue, for all operations that send. */
export function createSendBounds({ clock, settings, depth }: BoundParts) {
  const mailRate = createPersonRate(() => clock.now());
  const recipientRate = createPersonRate(() => clock.now());
  return {
    async requireRoom(): Promise<void> {
      if (await depth.isFull()) fail('QUEUE_OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
    /** Counts the mails of a person, as one piece; keys are programs, which are not bounded. 429 RATE_LIMITED. */
    requireWithinRates({ caller }: Act, requests: readonly SendRequest[]): void {
      if (caller.kind !== 'person') return;
      const { tenantIdentifier: tenant } = caller;
      const person = `${tenant} ${caller.username}`;
      const recipients = requests.reduce(
        (sum, { to, cc, bcc, users }) => sum + to.length + cc.length + bcc.length + users.size,
        0,
      );
      const retryAfterSeconds =
        mailRate(person, requests.length, settings.personMails.get(tenant)) ??
        recipientRate(person, recipients, settings.personRecipients.get(tenant));
      if (retryAfterSeconds !== null) fail('RATE_LIMITED', { retryAfterSeconds });
    },
  };
}

export type SendBounds = ReturnType<typeof createSendBounds>;

export function createSendService(parts: SendParts) {
  const { database, clock, groupCommit, preparing, accepting, bounds } = parts;

  async function store(act: Act, claim: IdempotencyClaim, { mails, sent }: PreparedMails): Promise<boolean> {
    const changes = groupCommit.createChangeSet();
    accepting.add(changes, mails);
    claim.add(changes, sent);
    if (mails.length > 0 && act.caller.kind === 'person') {
      const { uuid, status } = sent;
      const { templateCode } = mails[0]!;
      act.add(changes, mailEvents.accepted, uuid, { templateCode, status, mails: mails.length });
    }
    changes.afterCommit(() => accepting.wake(mails));
    return (await groupCommit.commit(changes)).committed;
  }

  async function send(
    act: Act,
    request: SendRequest,
    prepare: (by: MailSender) => Promise<PreparedMails>,
  ): Promise<SentMails> {
    const by = mailSenderOf(act);
    await bounds.requireRoom();
    return act.once(async (claim) => {
      bounds.requireWithinRates(act, [request]);
      const prepared = await prepare(by);
      if (await store(act, claim, prepared)) return prepared.sent;
      // The same uuid was stored since the first look.
      const sent = await preparing.findSent(database, by, request);
      if (sent === null) fail('MAIL_ALREADY_EXISTS', { parameters: { uuid: request.uuid ?? prepared.sent.uuid } });
      await claim.saveAlone(sent);
      return sent;
    });
  }

  return {
    notify(act: Act, body: SvcNotificationMailRequestModel): Promise<SentMails> {
      const request = readTemplateSend(act.caller, body, clock.now());
      return send(act, request, (by) => preparing.prepareTemplate(database, by, request));
    },
    notifyWithContent(act: Act, body: SvcNotificationMailRequestModelWithContent): Promise<SentMails> {
      const request = readContentSend(act.caller, body, clock.now());
      return send(act, request, (by) => preparing.prepareContent(database, by, request));
    },
  };
}

export type SendService = ReturnType<typeof createSendService>;
