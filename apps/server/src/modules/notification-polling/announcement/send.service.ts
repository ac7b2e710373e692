// Sends announcements: checked outside, written under the head rows of their tenants in one short transaction.
import { hash } from 'node:crypto';
import type {
  SvcNotificationPollingAnnouncementModel,
  SvcNotificationPollingAnnouncementModelInput,
} from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { findSentAnnouncement, saveAnnouncement, saveTexts } from '../record/announcement.store.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';
import { lockHeads } from '../record/head.store.ts';
import { saveReceiptsOfSenders } from '../view/poll.store.ts';
import { newAnnouncement, readAnnouncement } from './announcement-input.ts';
import type { Publishing } from './publishing.ts';
import type { Recipients } from './recipients.ts';
import type { Showing } from './showing.ts';
import { safeTexts } from './written-texts.ts';

const UUID_CONSTRAINT = 'polling_announcement_uuid';

type Input = SvcNotificationPollingAnnouncementModelInput;

export interface SendParts extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly recipients: Recipients;
  readonly publishing: Publishing;
  readonly showing: Showing;
}

/** Hash of the sender's fields; those that only the server sets are left out. */
export function hashOf({ uuid, title, content, contentMap, publish, ...rest }: Input): string {
  const serverSet = ['id', 'version', 'createdBy', 'updatedBy', 'dateCreated', 'dateUpdated', 'deletedDate', 'deleted'];
  const shown = ['contentHtml', 'status', 'publishDate', 'publishSeq', 'revision', 'groupUuid', 'locale', 'read'];
  const own = ['readDate', 'archived', 'dismissed', 'acknowledged', 'acknowledgedDate'];
  const ignored = new Set([...serverSet, ...shown, ...own]);
  const said = Object.entries({ title, content, contentMap, publish, ...rest }).filter(
    ([name, value]) => !ignored.has(name) && value !== null && value !== undefined,
  );
  return hash('sha256', canonicalJson(Object.fromEntries(said)), 'base64url');
}

/** Checks everything that needs no lock, and makes the row of each tenant. */
async function prepareSend(
  { clock, ids, recipients }: Pick<SendParts, 'clock' | 'ids' | 'recipients'>,
  act: Act,
  body: Input,
  ignoreUnknown: boolean,
) {
  const now = new Date(clock.now());
  const { fields, texts: written, tenants: asked } = readAnnouncement(body, now.getTime());
  if (asked !== null && asked.length > 1 && body.uuid != null) {
    invalid({ field: 'uuid', code: 'NOT_ALLOWED', message: 'Must not be given for several tenants.' });
  }
  const tenants = await recipients.tenantsOf(act.caller, asked);
  const texts = safeTexts(fields.contentType, written);
  const audiences = await recipients.audiencesOf(fields.audience, tenants, ignoreUnknown);
  const status = body.publish === false ? 'DRAFT' : fields.startDate > now ? 'SCHEDULED' : 'PUBLISHED';
  const groupUuid = tenants.length > 1 ? ids.uuidV7() : null;
  const { username } = act.caller;
  const rows = tenants.map((tenantIdentifier) =>
    newAnnouncement(
      { ...fields, audience: audiences.get(tenantIdentifier)! },
      {
        uuid: body.uuid ?? ids.uuidV7(),
        tenantIdentifier,
        groupUuid,
        status,
        contentHash: hashOf(body),
        username,
        now,
      },
    ),
  );
  return { rows, texts, tenants };
}

export function createSendService(parts: SendParts) {
  const { database, publishing, showing } = parts;
  /** Writes the row of one tenant, whose head row is held unless it is a draft. */
  const writeIn = async (
    tx: Transaction,
    act: Act,
    one: Omit<Announcement, 'id'>,
    texts: readonly LocalText[],
  ): Promise<Announcement> => {
    const { tenantIdentifier, status } = one;
    if (status !== 'DRAFT') await publishing.requireRoom(tx, tenantIdentifier);
    const isLive = status === 'PUBLISHED';
    const head = isLive ? await publishing.raise(tx, tenantIdentifier, 1) : null;
    const saved = await saveAnnouncement(tx, { ...one, publishSeq: head?.publishSeq ?? null }, head?.changeSeq ?? 0);
    await saveTexts(tx, saved.id, texts);
    if (isLive) await saveReceiptsOfSenders(tx, [saved.id]);
    const detail = { uuid: saved.uuid, status, title: texts[0]?.title };
    await act.record(tx, notificationPollingEvents.sent, { name: saved.uuid, tenantIdentifier }, detail);
    return saved;
  };

  /** Finds the announcement with the uuid, if it is the same and the sender's; else 409. */
  const sentBefore = async (act: Act, body: Input): Promise<Announcement | null> => {
    if (body.uuid == null) return null;
    const found = await findSentAnnouncement(database, body.uuid);
    if (found === null) return null;
    const { caller } = act;
    const isSame =
      found.contentHash === hashOf(body) &&
      found.createdBy === caller.username &&
      (found.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL'));
    return isSame ? found : fail('ANNOUNCEMENT_ALREADY_EXISTS');
  };

  const send = (act: Act, body: Input, ignoreUnknown: boolean): Promise<SvcNotificationPollingAnnouncementModel> =>
    act.once(async (claim) => {
      const before = await sentBefore(act, body);
      if (before !== null) {
        const answer = await showing.show(act, before);
        await claim.saveAlone(answer);
        return answer;
      }
      const { rows, texts, tenants } = await prepareSend(parts, act, body, ignoreUnknown);
      const locales = await showing.localesOf(act);
      return database.transaction(async (tx) => {
        if (rows[0]?.status !== 'DRAFT') await lockHeads(tx, tenants);
        const saved: Announcement[] = [];
        for (const row of rows) saved.push(await writeIn(tx, act, row, texts));
        const own = saved.find(({ tenantIdentifier }) => tenantIdentifier === act.caller.tenantIdentifier) ?? saved[0]!;
        const answer = showing.written(act, own, texts, locales);
        await claim.save(tx, answer);
        tx.afterCommit(publishing.wake);
        return answer;
      });
    });

  return {
    async send(act: Act, body: Input, ignoreUnknown: boolean): Promise<SvcNotificationPollingAnnouncementModel> {
      try {
        return await send(act, body, ignoreUnknown);
      } catch (error) {
        // Two requests with the same uuid were sent in parallel; the other one is stored now.
        if (!isUniqueViolation(error, UUID_CONSTRAINT)) throw error;
        return send(act, body, ignoreUnknown);
      }
    },
  };
}
