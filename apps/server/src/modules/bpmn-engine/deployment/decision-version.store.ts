// Writes versions of decisions within the transaction of their deployment.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { ReadDecision } from '../runtime/definitions/read-decision-files.ts';

export interface NewDecision extends ReadDecision {
  readonly id: string;
  readonly version: number;
}

const FIND_NEWEST = sql(
  'bpm_decision_newest_content',
  `SELECT id, version, content_sha256, deployment_id, deleted, max(version) OVER () AS last
   FROM bpm_decision WHERE tenant_identifier = $1 AND key = $2 ORDER BY deleted, version DESC LIMIT 1`,
);
const INSERT = sql(
  'bpm_decision_insert',
  `INSERT INTO bpm_decision (id, tenant_identifier, key, version, name, version_tag, deployment_id, resource_name, hit_policy,
     inputs, outputs, content_sha256)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

interface NewestRow {
  readonly id: string;
  readonly version: number;
  readonly content_sha256: Buffer;
  readonly deployment_id: string;
  readonly deleted: boolean;
  readonly last: number;
}

export const decisionVersionStore = {
  /** Answers the newest that was not deleted, and the number of the last one that there ever was. */
  async findNewest(tx: Transaction, tenant: string, key: string) {
    const [row] = await tx.rows<NewestRow>(FIND_NEWEST, [tenant, key]);
    if (row === undefined || row.deleted) return { newest: null, last: row?.last ?? 0 };
    const { id, version, content_sha256: hash, deployment_id: deploymentId, last } = row;
    return { newest: { id, version, contentSha256: hash.toString('hex'), deploymentId }, last };
  },
  async save(tx: Transaction, tenant: string, deploymentId: string, decision: NewDecision): Promise<void> {
    await tx.execute(INSERT, [
      decision.id,
      tenant,
      decision.key,
      decision.version,
      decision.name,
      decision.versionTag,
      deploymentId,
      decision.resourceName,
      decision.hitPolicy,
      JSON.stringify(decision.inputs),
      JSON.stringify(decision.outputs),
      Buffer.from(decision.contentSha256, 'hex'),
    ]);
  },
};
