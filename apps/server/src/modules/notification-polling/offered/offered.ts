// Prepares announcements and notifications of other modules, and writes them in their commits: checked before, numbered
// after, without a lock in between.
import { SvcNotificationPollingAnnouncementModelInput, SvcUserNotificationSendModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { ChangeSet } from '../../../kernel/group-commit/group-commit.ts';
import { inspectJson } from '../../../kernel/http/input/body-readers-json.ts';
import { createValidators, type Validator } from '../../../kernel/http/input/validation.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { hashOf, newAnnouncement, type Recipients, readAnnouncement, safeTexts } from '../announcement/feature.ts';
import { readNotification, saveNotifications } from '../notification/feature.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import { countLiveAnnouncements, findSentAnnouncement } from '../record/announcement.store.ts';
import { LIVE_MAX } from '../record/announcement.types.ts';
import { createOfferedWriters, reserveAnnouncementId, saveAnnouncementOnce } from './offered.store.ts';
import type {
  PollingRequests,
  PollingSender,
  PreparedAnnouncement,
  PreparedNotification,
  PreparedPolling,
} from './prepared.types.ts';

/** As over HTTP, but that nothing here nests deeper. */
const limits = { jsonDepth: 16, arrayItems: 10_000 } as const;

export interface OfferedParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'events' | 'groupCommit'> {
  readonly recipients: Recipients;
  /** Wake the publisher and the numbering. */
  readonly wake: { readonly publisher: () => void; readonly numbering: () => void };
}

/** Makes the checks, compiled at the first use, since few processes announce anything at their start. */
function createChecks() {
  let validators: Readonly<Record<PreparedPolling['kind'], Validator>> | null = null;
  return (kind: PreparedPolling['kind'], request: object): void => {
    if (validators === null) {
      const { compile } = createValidators();
      validators = {
        NOTIFY: compile(SvcUserNotificationSendModel),
        ANNOUNCE: compile(SvcNotificationPollingAnnouncementModelInput),
      };
    }
    const problems = validators[kind].check(request);
    if (problems !== null) invalid(...problems);
    inspectJson(request, JSON.stringify(request), limits);
  };
}

function createPreparing({ database, clock, ids, recipients }: OfferedParts) {
  const check = createChecks();
  return {
    async notify(
      { tenantIdentifier, username }: PollingSender,
      request: SvcUserNotificationSendModel,
      ignoreUnknown: boolean,
    ): Promise<PreparedNotification> {
      check('NOTIFY', request);
      const one = readNotification(request, username, clock.now());
      const { known } = await recipients.namesOf(tenantIdentifier, request.users, ignoreUnknown);
      return {
        kind: 'NOTIFY',
        tenantIdentifier,
        username,
        isKeyed: one.uniqueKey !== null,
        one,
        recipients: known.toSorted().map((usernameFolded) => ({ uuid: ids.uuidV7(), usernameFolded })),
        now: new Date(clock.now()),
      };
    },
    async announce(
      { tenantIdentifier, username }: PollingSender,
      request: SvcNotificationPollingAnnouncementModelInput,
      ignoreUnknown: boolean,
    ): Promise<PreparedAnnouncement> {
      check('ANNOUNCE', request);
      const now = new Date(clock.now());
      const { fields, texts, tenants } = readAnnouncement(request, now.getTime());
      if (tenants !== null) {
        invalid({ field: 'audience.tenants', code: 'NOT_ALLOWED', message: 'It stays in the tenant of its sender.' });
      }
      const safe = safeTexts(fields.contentType, texts);
      const audiences = await recipients.audiencesOf(fields.audience, [tenantIdentifier], ignoreUnknown);
      // One that starts now goes live right after the commit, which needs no number until then.
      const status = request.publish === false ? 'DRAFT' : 'SCHEDULED';
      if (status === 'SCHEDULED' && (await countLiveAnnouncements(database, tenantIdentifier)) >= LIVE_MAX) {
        fail('ANNOUNCEMENT_LIMIT_EXCEEDED', { parameters: { limit: LIVE_MAX } });
      }
      const one = newAnnouncement(
        { ...fields, audience: audiences.get(tenantIdentifier)! },
        {
          uuid: request.uuid ?? ids.uuidV7(),
          tenantIdentifier,
          groupUuid: null,
          status,
          contentHash: hashOf(request),
          username,
          now,
        },
      );
      const isKeyed = request.uuid != null;
      const id = await reserveAnnouncementId(database);
      return { kind: 'ANNOUNCE', tenantIdentifier, username, isKeyed, one: { ...one, id }, texts: safe };
    },
  };
}

export function createOffered(parts: OfferedParts) {
  const { clock, events, groupCommit, wake } = parts;
  const preparing = createPreparing(parts);
  const writers = createOfferedWriters(groupCommit);

  const addEvent = (changes: ChangeSet, prepared: PreparedPolling): void => {
    const { tenantIdentifier, username } = prepared;
    const actor = { username, tenantIdentifier, ipAddress: null, requestId: null };
    if (prepared.kind === 'NOTIFY') {
      const { one, recipients } = prepared;
      const users = recipients.map(({ usernameFolded }) => usernameFolded);
      events.add(changes, notificationPollingEvents.notified, actor, null, { title: one.title, users });
    } else {
      const { uuid, status } = prepared.one;
      const detail = { uuid, status, title: prepared.texts[0]?.title };
      events.add(changes, notificationPollingEvents.sent, actor, uuid, detail);
    }
    changes.afterCommit(prepared.kind === 'NOTIFY' ? wake.numbering : wake.publisher);
  };
  const addRows = (changes: ChangeSet, prepared: PreparedPolling): void => {
    const rows = prepared.kind === 'NOTIFY' ? writers.ofNotification(prepared) : writers.ofAnnouncement(prepared);
    for (const { writer, row } of rows) changes.add(writer, row);
    addEvent(changes, prepared);
  };
  /** Writes a keyed one; false where the same was written before. */
  const writeKeyed = async (tx: Transaction, prepared: PreparedPolling): Promise<boolean> => {
    if (prepared.kind === 'NOTIFY') {
      const { tenantIdentifier, recipients, one } = prepared;
      return (await saveNotifications(tx, tenantIdentifier, recipients, one, new Date(clock.now()))) > 0;
    }
    if (await saveAnnouncementOnce(tx, prepared)) return true;
    const before = await findSentAnnouncement(tx, prepared.one.uuid);
    const { contentHash, createdBy, tenantIdentifier } = prepared.one;
    const isSame =
      before?.contentHash === contentHash &&
      before.createdBy === createdBy &&
      before.tenantIdentifier === tenantIdentifier;
    return isSame ? false : fail('ANNOUNCEMENT_ALREADY_EXISTS');
  };

  return {
    prepare: <K extends keyof PollingRequests>(
      kind: K,
      by: PollingSender,
      request: PollingRequests[K],
      ignoreUnknown = false,
    ): Promise<PreparedPolling> =>
      kind === 'NOTIFY'
        ? preparing.notify(by, request as SvcUserNotificationSendModel, ignoreUnknown)
        : preparing.announce(by, request as SvcNotificationPollingAnnouncementModelInput, ignoreUnknown),
    add(changes: ChangeSet, prepared: PreparedPolling): void {
      if (prepared.isKeyed) throw new Error('what has a key is written in a transaction');
      addRows(changes, prepared);
    },
    async write(tx: Transaction, prepared: PreparedPolling): Promise<void> {
      const changes = groupCommit.createChangeSet();
      if (!prepared.isKeyed) addRows(changes, prepared);
      else if (await writeKeyed(tx, prepared)) addEvent(changes, prepared);
      await groupCommit.writeIn(tx, changes);
    },
  };
}
