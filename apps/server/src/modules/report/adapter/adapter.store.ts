// Declares data adapters, and holds the SQL of how many there are and of who uses them.
import { adapterSort, adapterSortStandard, reportDataSourceTypes } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';

/** Column of the secrets. */
export const sealedSecrets: SealedTable = {
  table: 'report_adapter',
  id: 'id',
  sealed: 'secret_sealed',
  ownerKey: 'uuid',
};

export const adapters = defineRecord({
  table: 'report_adapter',
  thing: 'REPORT_ADAPTER',
  columns: {
    code: column.text({ readOnly: 'Reports name an adapter by its code: add another one.' }),
    name: column.text(),
    description: column.text({ nullable: true }),
    reportDataSourceType: column.choice(reportDataSourceTypes, { standard: 'SQL' }),
    dialect: column.choice(['POSTGRESQL'], { standard: 'POSTGRESQL' }),
    url: column.text(),
    username: column.text(),
    secretSealed: column.text({ nullable: true, server: true, secret: true }),
    secretSettingCode: column.text({ nullable: true }),
    allowedHostList: column.textList({ standard: [] }),
    allowedFunctionList: column.textList({ standard: [] }),
    caCertificate: column.text({ nullable: true }),
    enabled: column.flag({ standard: true }),
  },
  folded: { name: foldText, description: foldText },
  filters: {
    code: { equals: 'code' },
    searchText: { contains: ['code', 'name', 'description'] },
    enabled: { equals: 'enabled' },
  },
  sort: { properties: adapterSort, standard: adapterSortStandard },
  unique: { code: 'REPORT_ADAPTER_ALREADY_EXISTS' },
  subject: 'code',
});

export type Adapter = RowOf<typeof adapters>;

const countOfTenant = sql(
  'report_adapter_count',
  'SELECT count(*)::int AS count FROM report_adapter WHERE tenant_identifier = $1 AND NOT deleted',
);
const countUsers = sql(
  'report_adapter_users',
  `SELECT count(*)::int AS count FROM report_definition
   WHERE tenant_identifier = $1 AND NOT deleted AND (data_adapter_code = $2 OR jsonb_path_exists(parameter_list,
     '$[*].optionQuery ? (@.dataAdapterCode == $code)', jsonb_build_object('code', $2::text)))`,
);

export async function countAdapters(tx: Transaction, tenantIdentifier: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(countOfTenant, [tenantIdentifier]);
  return row?.count ?? 0;
}

/** Counts reports that query the adapter, or have a parameter whose options come from it. */
export async function countReportsUsing(queryable: Queryable, tenantIdentifier: string, code: string): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countUsers, [tenantIdentifier, code]);
  return row?.count ?? 0;
}
