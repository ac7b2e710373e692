// Says in whose name a tenant may send.
import {
  resolvePageable,
  type SvcNotificationSenderModel,
  type SvcNotificationSenderModelInput,
  type SvcNotificationSenderQueryModel,
  senderSortStandard,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { DefinedEvent } from '../../../kernel/records/event-definition.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { parseMailAddress } from '../../../kernel/text/mail-address.ts';
import { senderEvents } from '../sender.events.ts';
import { insertSender, lockSenders, pageSenders, removeSender, type Sender } from './sender.store.ts';

const PROBE = 'a';

/** Answers a domain as addresses have it: A-labels, lower case, two labels at least; null for what is none. */
export function readMailDomain(text: string): string | null {
  const address = parseMailAddress(`${PROBE}@${text}`);
  return address === null ? null : address.slice(PROBE.length + 1);
}

/** Local parts are other people's rules: they are compared as they are written. */
function readSender({ address, domain }: SvcNotificationSenderModelInput): Pick<Sender, 'address' | 'domain'> {
  if ((address == null) === (domain == null))
    return invalid({ field: '', code: 'NOT_ALLOWED', message: 'Name either an address or a domain.' });
  if (domain != null) {
    const read = readMailDomain(domain);
    return read === null
      ? invalid({ field: 'domain', code: 'PATTERN', message: 'This is no domain.' })
      : { address: null, domain: read };
  }
  const read = parseMailAddress(address!);
  if (read === null)
    return invalid({ field: 'address', code: 'INVALID_EMAIL_ADDRESS', message: 'Must be one mail address.' });
  return { address: read, domain: read.slice(read.lastIndexOf('@') + 1) };
}

/** A sender is allowed or not: it has no later version. */
function toModel({ id, uuid, createdBy, dateCreated, address, domain }: Sender): SvcNotificationSenderModel {
  const date = dateCreated.toISOString();
  const record = { id, uuid, version: 0, createdBy, updatedBy: createdBy, dateCreated: date, dateUpdated: date };
  return { ...record, deletedDate: null, deleted: false, address, domain };
}

function record(tx: Transaction, act: Act, event: DefinedEvent, one: Sender): Promise<void> {
  const { address, domain, uuid, tenantIdentifier } = one;
  return act.record(tx, event, { name: address ?? domain, tenantIdentifier }, { uuid, address, domain });
}

export function createSenderService({ database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>) {
  return {
    async save(act: Act, body: SvcNotificationSenderModelInput): Promise<SvcNotificationSenderModel> {
      const { tenantIdentifier, username } = act.caller;
      const read = readSender(body);
      return act.once((claim) =>
        database.transaction(async (tx) => {
          const made = { createdBy: username, dateCreated: new Date(clock.now()) };
          const one = { ...read, ...made, uuid: ids.uuidV7(), tenantIdentifier };
          const { isTaken } = await lockSenders(tx, one);
          if (isTaken) fail('SENDER_ALREADY_EXISTS', { parameters: { sender: read.address ?? read.domain } });
          const saved = { ...one, id: await insertSender(tx, one) };
          await record(tx, act, senderEvents.senderAdded, saved);
          const answer = toModel(saved);
          await claim.save(tx, answer);
          return answer;
        }),
      );
    },
    async remove(act: Act, uuid: string): Promise<void> {
      const { caller } = act;
      await database.transaction(async (tx) => {
        const tenant = caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier;
        const removed = await removeSender(tx, tenant, uuid);
        if (removed === null) return failNotFound('SENDER_NOT_FOUND', { uuid });
        await record(tx, act, senderEvents.senderRemoved, removed);
      });
    },
    async page({ caller }: Act, body: SvcNotificationSenderQueryModel) {
      const pageable = resolvePageable(body.pageable, senderSortStandard);
      const { rows, total } = await pageSenders(database, caller.tenantIdentifier, body.searchText ?? null, pageable);
      return pageBody(rows.map(toModel), total, pageable);
    },
  };
}

export type SenderService = ReturnType<typeof createSenderService>;
