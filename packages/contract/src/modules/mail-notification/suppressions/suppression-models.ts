// Declares the models of who must not be sent to: suppressed addresses, and what people do not want to get.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { choice, closed, dateTime, flag, list, nullable, optional, text } from '../../../models/schema.ts';

export const suppressionReasons = ['HARD_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE', 'MANUAL'] as const;

/** Groups and categories are names that senders choose. */
const nameMax = 64;
const addressMax = 254;
const oneLine = '^[^\\p{Cc}\\u2028\\u2029]*$';
const name = (description: string) => text(description, { minLength: 1, maxLength: nameMax, pattern: oneLine });

const reason = choice(
  suppressionReasons,
  'HARD_BOUNCE: the address does not exist. COMPLAINT: its owner called a mail unwanted. UNSUBSCRIBE: its owner wants no mails of the group. MANUAL: an operator says so; it alone holds for sensitive mails, too.',
);

export const SvcNotificationSuppressionModel = closed(
  {
    ...recordFields,
    address: text('Address that mails are not sent to.'),
    reason,
    group: nullable(
      text('Holds for mails of this unsubscribeGroup alone; null: for all, of UNSUBSCRIBE for all that have a group.'),
    ),
    expireDate: nullable(dateTime('Ends then; null: never.')),
  },
  'SvcNotificationSuppressionModel',
);
export type SvcNotificationSuppressionModel = Static<typeof SvcNotificationSuppressionModel>;

export const SvcNotificationSuppressionModelInput = closed(
  {
    ...serverSetRecordFields,
    address: text('One mail address; letters count alike in both cases.', {
      minLength: 1,
      maxLength: addressMax,
      format: 'idn-email',
    }),
    reason: optional(choice(suppressionReasons, 'Why; default MANUAL.')),
    group: optional(name('Holds for mails of this unsubscribeGroup alone; default for all.')),
    expireDate: optional(dateTime('Ends then, in the future; default never.')),
  },
  'SvcNotificationSuppressionModelInput',
);
export type SvcNotificationSuppressionModelInput = Static<typeof SvcNotificationSuppressionModelInput>;

export const suppressionSort = ['dateCreated', 'address', 'reason', 'expireDate'] as const;
export const suppressionSortStandard = { properties: ['dateCreated'], direction: 'DESC' } as const;

export const SvcNotificationSuppressionQueryModel = queryModel(
  {
    pageable: pageable(suppressionSort, suppressionSortStandard),
    address: optional(text('Contained in the address.', { minLength: 1, maxLength: addressMax })),
    reasonList: optional(
      list(choice(suppressionReasons, 'Reason.'), 'Any of these; default all.', {
        maxItems: suppressionReasons.length,
      }),
    ),
    group: optional(text('Group, exact.', { minLength: 1, maxLength: nameMax })),
    dateCreatedFrom: optional(dateTime('Suppressed at or after.')),
    dateCreatedTo: optional(dateTime('Suppressed before.')),
  },
  'SvcNotificationSuppressionQueryModel',
);
export type SvcNotificationSuppressionQueryModel = Static<typeof SvcNotificationSuppressionQueryModel>;

/** What a removal means, in the query. */
export const suppressionRemoval = closed({
  reason: optional(choice(suppressionReasons, 'Reason that is removed; default HARD_BOUNCE and MANUAL.')),
  group: optional(name('Group that is removed.')),
});

const enabled = flag('False: the person does not want these mails. True: they are wanted, as without an entry.');

export const SvcNotificationMailPreferenceModel = closed(
  {
    category: nullable(text('Mails of this category; null: the entry is about a group.')),
    group: nullable(text('Mails of this unsubscribeGroup; null: the entry is about a category.')),
    enabled,
  },
  'SvcNotificationMailPreferenceModel',
);
export type SvcNotificationMailPreferenceModel = Static<typeof SvcNotificationMailPreferenceModel>;

export const SvcNotificationMailPreferenceModelInput = needing(
  closed({
    category: optional(name('Mails of this category.')),
    group: optional(name('Mails of this unsubscribeGroup.')),
    enabled,
  }),
  'SvcNotificationMailPreferenceModelInput',
  { fields: ['category', 'group'], exclusive: true },
);
export type SvcNotificationMailPreferenceModelInput = Static<typeof SvcNotificationMailPreferenceModelInput>;
