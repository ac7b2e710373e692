// Accepts mails: fixes what stays the same on every attempt, and stores them with the change of whoever sends them.
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { ChangeSet } from '../../../kernel/group-commit/group-commit.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { type MailBox, type MailContent, writeContent } from '../message/mail-content.ts';
import { defaultSender } from '../message/sender.ts';
import { type AcceptedMail, defineMailWriters } from '../record/accept.store.ts';
import { aggregateStatus, type Priority, type UncertainPolicy } from '../record/mail.types.ts';
import { createMailIds } from '../record/mail-ids.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';

const HOUR_MS = 3_600_000;

/** Is what a sender decides; the rest is decided here. */
export interface MailDraft
  extends Omit<
    AcceptedMail,
    | 'id'
    | 'uuid'
    | 'messageId'
    | 'sender'
    | 'uncertainPolicy'
    | 'expireDate'
    | 'isExpireDefault'
    | 'now'
    | 'sealedContent'
    | 'status'
    | 'subject'
  > {
  /** Null: a new one. */
  readonly uuid: string | null;
  /** Null: the tenant's. */
  readonly sender: MailBox | null;
  /** Null: `mail.uncertain-policy` of the tenant. */
  readonly uncertainPolicy: UncertainPolicy | null;
  /** Null: `mail.give-up-hours` of the tenant after the send date. */
  readonly expireDate: Date | null;
  /** Null: nobody gets it, and it is kept for the log. */
  readonly content: MailContent | null;
  /** Stands in the list. */
  readonly shownSubject: string;
}

export interface AcceptingParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'config' | 'groupCommit'> {
  readonly settings: MailSettings;
  readonly seal: Seal;
  readonly partitions: MailPartitions;
  /** Is called after a commit: a mail of this priority is due then, epoch milliseconds. */
  readonly wakeAt: (priority: Priority, dueAt: number) => void;
}

export function createAccepting(parts: AcceptingParts) {
  const { clock, ids, config, settings, seal, partitions, groupCommit, wakeAt } = parts;
  const addMail = defineMailWriters(groupCommit);
  const takeIds = createMailIds();
  const senderOf = (tenantIdentifier: string): MailBox =>
    defaultSender(settings.defaultSender.get(tenantIdentifier), config.publicUrl);

  function accept(id: number, draft: MailDraft, now: Date): AcceptedMail {
    const { content, shownSubject, expireDate, sendDate, tenantIdentifier, ...rest } = draft;
    const uuid = draft.uuid ?? ids.uuidV7();
    const sender = draft.sender ?? senderOf(tenantIdentifier);
    const givenUpAt = new Date(sendDate.getTime() + settings.giveUp.get(tenantIdentifier) * HOUR_MS);
    return {
      ...rest,
      id,
      uuid,
      tenantIdentifier,
      sender,
      uncertainPolicy: draft.uncertainPolicy ?? settings.uncertainPolicy.get(tenantIdentifier),
      sendDate,
      status: aggregateStatus(draft.recipients.map(({ status }) => status)),
      subject: shownSubject,
      messageId: `<${uuid}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
      expireDate: expireDate ?? givenUpAt,
      isExpireDefault: expireDate === null,
      now,
      sealedContent: content === null ? null : seal.seal(writeContent(content), uuid),
    };
  }

  return {
    senderOf,
    /** Reads through what is given, a caller's open transaction perhaps. */
    async prepare(queryable: Queryable, drafts: readonly MailDraft[]): Promise<readonly AcceptedMail[]> {
      const now = new Date(clock.now());
      const taken = await takeIds(queryable, drafts.length);
      const mails = drafts.map((draft, index) => accept(taken[index]!, draft, now));
      for (const { expireDate } of mails) await partitions.makeRoomForContent(expireDate.getTime());
      return mails;
    },
    /** Adds to a change set; `wake` is to be called once it is committed. */
    add(changes: ChangeSet, mails: readonly AcceptedMail[]): void {
      for (const mail of mails) addMail(changes, mail);
    },
    wake(mails: readonly AcceptedMail[]): void {
      for (const { status, priority, sendDate } of mails) if (status === 'QUEUED') wakeAt(priority, sendDate.getTime());
    },
    /** Stores them in a transaction of somebody else. */
    async writeIn(tx: Transaction, mails: readonly AcceptedMail[]): Promise<void> {
      const changes = groupCommit.createChangeSet();
      this.add(changes, mails);
      await groupCommit.writeIn(tx, changes);
      tx.afterCommit(() => this.wake(mails));
    },
  };
}

export type Accepting = ReturnType<typeof createAccepting>;
