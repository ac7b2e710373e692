// Declares whose the rows of mails are; mails themselves wait until nobody has one in hand.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const byCreator = { name: 'created_by', folded: 'created_by_folded' } as const;

/** The mark that holds a tenant's mails goes last. */
export const mailTables: readonly OwnedTable[] = [
  { table: 'mail', tenant: 'BY_MODULE', naming: { ...byCreator, byJob: true } },
  // Another name takes events along at once, so that nobody who gets the old one sees them. Whoever changes several locks them by uid.
  { table: 'mail_calendar_event', tenant: 'EMPTIED', naming: { ...byCreator, order: 'uid, recurrence_id' } },
  {
    table: 'mail_preference',
    tenant: 'EMPTIED',
    own: {
      // What the person said under the new name already was said later.
      handedOver: {
        met: {
          entries: `mine.entries || coalesce((SELECT jsonb_agg(earlier) FROM jsonb_array_elements(EXCLUDED.entries) earlier
            WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(mine.entries) later
              WHERE later -> 'category' = earlier -> 'category' AND later -> 'group' = earlier -> 'group')), '[]')`,
        },
      },
    },
  },
  ...[
    'mail_suppression',
    'mail_event_untold',
    'mail_file',
    'mail_template',
    'mail_template_stamp',
    'mail_sender',
    'mail_dkim_key',
    'mail_provider',
    'mail_tenant_mark',
  ].map((table): OwnedTable => ({ table, tenant: 'EMPTIED' })),
];
