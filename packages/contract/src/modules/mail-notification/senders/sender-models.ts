// Declares in whose name a tenant may send, and the keys that sign its mails.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { closed, nullable, optional, serverSet, text } from '../../../models/schema.ts';

const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';
const domainMax = 253;
const addressMax = 254;
const domain = (description: string) => text(description, { minLength: 1, maxLength: domainMax, pattern: oneLine });
const selectorPattern = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$';

export const SvcNotificationSenderModel = closed(
  {
    ...recordFields,
    address: nullable(text('Address in whose name mails may leave; null: every address of the domain.')),
    domain: text('Domain, A-labels.'),
  },
  'SvcNotificationSenderModel',
);
export type SvcNotificationSenderModel = Static<typeof SvcNotificationSenderModel>;

export const SvcNotificationSenderModelInput = closed(
  {
    ...serverSetRecordFields,
    address: optional(
      text('One address; this or the domain.', { minLength: 1, maxLength: addressMax, pattern: oneLine }),
    ),
    domain: optional(domain('Every address of this domain, not of those below it.')),
  },
  'SvcNotificationSenderModelInput',
);
export type SvcNotificationSenderModelInput = Static<typeof SvcNotificationSenderModelInput>;

export const senderSort = ['domain', 'address', 'dateCreated'] as const;
export const senderSortStandard = { properties: ['domain'], direction: 'ASC' } as const;

export const SvcNotificationSenderQueryModel = queryModel(
  {
    pageable: pageable(senderSort, senderSortStandard),
    searchText: optional(text('Contained in the address or the domain.', { minLength: 1, maxLength: addressMax })),
  },
  'SvcNotificationSenderQueryModel',
);
export type SvcNotificationSenderQueryModel = Static<typeof SvcNotificationSenderQueryModel>;

export const SvcNotificationDkimKeyModel = closed(
  {
    ...recordFields,
    domain: text('Domain whose mails it signs, A-labels.'),
    selector: text('Selector.'),
    recordName: text('Name of the TXT record that has to be published.'),
    recordValue: text('What the record says: the public key.'),
  },
  'SvcNotificationDkimKeyModel',
);
export type SvcNotificationDkimKeyModel = Static<typeof SvcNotificationDkimKeyModel>;

export const SvcNotificationDkimKeyModelInput = closed(
  {
    ...serverSetRecordFields,
    domain: domain('Domain whose mails it is to sign.'),
    selector: optional(
      text('Selector; default one with the date in it.', { minLength: 1, maxLength: 63, pattern: selectorPattern }),
    ),
    recordName: serverSet(text('Name of the record.')),
    recordValue: serverSet(text('What the record says.')),
  },
  'SvcNotificationDkimKeyModelInput',
);
export type SvcNotificationDkimKeyModelInput = Static<typeof SvcNotificationDkimKeyModelInput>;
