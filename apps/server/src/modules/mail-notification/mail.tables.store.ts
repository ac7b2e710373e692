// Declares whose the rows of mails are; mails themselves are deleted once none is being sent.
import type { OwnedTable } from '../../kernel/directory/owned-table.ts';

const byCreator = { name: 'created_by', folded: 'created_by_folded' } as const;

/** The mark that stops a tenant's mails is deleted last. */
export const mailTables: readonly OwnedTable[] = [
  { table: 'mail', tenant: 'BY_MODULE', naming: { ...byCreator, byJob: true } },
  // Events follow a rename at once, so that a new holder of the old name does not see them. Several are locked by uid.
  { table: 'mail_calendar_event', tenant: 'EMPTIED', naming: { ...byCreator, order: 'uid, recurrence_id' } },
  {
    table: 'mail_preference',
    tenant: 'EMPTIED',
    own: {
      // A statement under the new name is the later one.
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
