// Writes versions of forms within the transaction of their deployment.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

export interface NewForm {
  readonly key: string;
  readonly version: number;
  readonly resourceName: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly contentSha256: string;
}

const FIND_NEWEST = sql(
  'bpm_form_newest_content',
  `SELECT version, content_sha256, deployment_id, deleted, max(version) OVER () AS last
   FROM bpm_form WHERE tenant_identifier = $1 AND key = $2 ORDER BY deleted, version DESC LIMIT 1`,
);
const INSERT = sql(
  'bpm_form_insert',
  `INSERT INTO bpm_form (tenant_identifier, key, version, deployment_id, resource_name, content_sha256)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);

interface NewestRow {
  readonly version: number;
  readonly content_sha256: Buffer;
  readonly deployment_id: string;
  readonly deleted: boolean;
  readonly last: number;
}

export const formVersionStore = {
  /** Answers the newest that was not deleted, and the number of the last one that there ever was. */
  async findNewest(tx: Transaction, tenant: string, key: string) {
    const [row] = await tx.rows<NewestRow>(FIND_NEWEST, [tenant, key]);
    if (row === undefined || row.deleted) return { newest: null, last: row?.last ?? 0 };
    const { version, content_sha256: hash, deployment_id: deploymentId, last } = row;
    return { newest: { version, contentSha256: hash.toString('hex'), deploymentId }, last };
  },
  async save(tx: Transaction, tenant: string, deploymentId: string, form: NewForm): Promise<void> {
    const { key, version, resourceName, contentSha256 } = form;
    await tx.execute(INSERT, [tenant, key, version, deploymentId, resourceName, Buffer.from(contentSha256, 'hex')]);
  },
};
