// Accepts mails: fixes everything that stays the same on every attempt, and stores them with the caller's change.
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { ChangeSet } from '../../../kernel/group-commit/group-commit.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { type MailBox, type MailContent, type UnsubscribeLink, writeContent } from '../message/mail-content.ts';
import { defaultSender } from '../message/sender.ts';
import { type AcceptedMail, defineMailWriters } from '../record/accept.store.ts';
import { aggregateStatus, type Priority } from '../record/mail.types.ts';
import { createMailIds } from '../record/mail-ids.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { createReadRefusals } from '../suppression/feature.ts';
import { heedRefusals } from './heed-refusals.ts';
import type { MailDraft } from './mail-draft.types.ts';

export interface AcceptingParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'config' | 'groupCommit'> {
  readonly settings: MailSettings;
  readonly seal: Seal;
  readonly partitions: MailPartitions;
  /** Makes the link by which the owner of an address leaves a group. */
  readonly linkFor: (of: {
    readonly tenantIdentifier: string;
    readonly address: string;
    readonly group: string;
  }) => UnsubscribeLink;
  /** Called after a commit with a due time, epoch milliseconds, for a priority and tenant. */
  readonly wakeAt: (priority: Priority, dueAt: number, tenantIdentifier: string) => void;
}

export function createAccepting(parts: AcceptingParts) {
  const { clock, ids, config, settings, seal, partitions, groupCommit, linkFor, wakeAt } = parts;
  const addMail = defineMailWriters(groupCommit);
  const takeIds = createMailIds();
  const readRefusals = createReadRefusals(parts.database);
  const senderOf = (tenantIdentifier: string): MailBox =>
    defaultSender(settings.defaultSender.get(tenantIdentifier), config.publicUrl);

  /** Adds the link, which differs for each mail and is the same on every attempt. */
  function withLink(content: MailContent, { tenantIdentifier, unsubscribeGroup, recipients }: MailDraft): MailContent {
    const reader = recipients.find(({ type }) => type === 'TO');
    if (unsubscribeGroup == null || reader === undefined) return content;
    return { ...content, unsubscribe: linkFor({ tenantIdentifier, address: reader.address, group: unsubscribeGroup }) };
  }

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
      // A chosen uuid is unique in its tenant, whereas a Message-ID names one mail in the world.
      messageId: `<${draft.uuid === null ? uuid : ids.uuidV7()}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
      expireDate: expireDate ?? givenUpAt,
      isExpireDefault: expireDate === null,
      now,
      sealedContent: content === null ? null : seal.seal(writeContent(withLink(content, draft)), uuid),
      files: filesOf(content),
    };
  }

  return {
    senderOf,
    /** Prepares drafts, reading through the connection or transaction given. */
    async prepare(queryable: Queryable, drafts: readonly MailDraft[]): Promise<readonly AcceptedMail[]> {
      const now = new Date(clock.now());
      const heeded = await heedRefusals(readRefusals, queryable, drafts, now.getTime());
      await partitions.makeRoomForChange(now.getTime());
      const taken = await takeIds(queryable, drafts.length);
      const mails = heeded.map((draft, index) => accept(taken[index]!, draft, now));
      for (const { expireDate } of mails) await partitions.makeRoomForContent(expireDate.getTime());
      return mails;
    },
    /** Adds mails to a change set; call `wake` after the commit. */
    add(changes: ChangeSet, mails: readonly AcceptedMail[]): void {
      for (const mail of mails) addMail(changes, mail);
    },
    wake(mails: readonly AcceptedMail[]): void {
      for (const { status, priority, sendDate, tenantIdentifier } of mails)
        if (status === 'QUEUED') wakeAt(priority, sendDate.getTime(), tenantIdentifier);
    },
    /** Stores mails in a transaction of the caller. */
    async writeIn(tx: Transaction, mails: readonly AcceptedMail[]): Promise<void> {
      const changes = groupCommit.createChangeSet();
      this.add(changes, mails);
      await groupCommit.writeIn(tx, changes);
      tx.afterCommit(() => this.wake(mails));
    },
  };
}

function filesOf(content: MailContent | null): readonly Buffer[] {
  const hashes = new Set(content?.attachments?.map((file) => file.content));
  return [...hashes].map((hash) => Buffer.from(hash, 'base64url'));
}

export type Accepting = ReturnType<typeof createAccepting>;
