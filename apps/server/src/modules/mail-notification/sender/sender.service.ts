// Keeps the senders in whose name a tenant may send.
import type {
  SvcNotificationSenderModel,
  SvcNotificationSenderModelInput,
  SvcNotificationSenderQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { typed } from '../../../kernel/records/record/column.ts';
import { createRecordService, visibleScope } from '../../../kernel/records/record/record-service.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { parseMailAddress } from '../../../kernel/text/mail-address.ts';
import { senderEvents } from '../sender.events.ts';
import { lockSenders, senders } from './sender.store.ts';

const PROBE = 'a';

/** Answers a domain as addresses have it: A-labels, lower case, two labels at least; null for what is none. */
export function readMailDomain(text: string): string | null {
  const address = parseMailAddress(`${PROBE}@${text}`);
  return address === null ? null : address.slice(PROBE.length + 1);
}

/** Reads a sender; the local part is compared as it is written, since its rules are those of its server. */
function readSender({ address, domain }: SvcNotificationSenderModelInput) {
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

interface SenderModels {
  readonly save: SvcNotificationSenderModelInput;
  readonly update: { readonly version: number };
  readonly query: SvcNotificationSenderQueryModel;
  readonly answer: SvcNotificationSenderModel;
}

export function createSenderService(ground: Pick<Kernel, 'database' | 'clock' | 'ids'>) {
  return createRecordService(ground, senders, {
    models: typed<SenderModels>(),
    events: { saved: senderEvents.senderAdded, removed: senderEvents.senderRemoved },
    toModel(row) {
      const { tenantIdentifier: _own, ...model } = senders.toModel(row);
      return model;
    },
    scopeOf: ({ caller }) => visibleScope(caller),
    before: {
      async save(tx, { caller }, { body }) {
        const read = readSender(body);
        const { isTaken } = await lockSenders(tx, caller.tenantIdentifier, read);
        if (isTaken) fail('SENDER_ALREADY_EXISTS', { parameters: { sender: read.address ?? read.domain } });
        return read;
      },
    },
  });
}

export type SenderService = ReturnType<typeof createSenderService>;
