// Reads again what a process uses, where the stored reading is older.
import type { Kernel } from '../../../kernel/module.ts';
import type { Models } from '../model/models.ts';
import { type OutdatedProcess, renewUses } from '../record/reference.store.ts';
import { FACTS_VERSION, usesOf } from './content-uses.ts';
import type { ContentPreparation } from './prepare-content.ts';

export interface RenewalGround extends Pick<Kernel, 'database'> {
  readonly content: Pick<ContentPreparation, 'bytesOf'>;
  readonly models: Pick<Models, 'facts'>;
}

export function createUseRenewal({ database, content, models }: RenewalGround) {
  /** Renews a process; 429 RATE_LIMITED while the tenant has too many large files read. */
  return async ({ id, content: hash, tenantIdentifier }: OutdatedProcess): Promise<void> => {
    const facts = await models.facts(tenantIdentifier, await content.bytesOf(hash));
    // A file that only an older program could read has no known references.
    const known = facts.kind === 'UNREADABLE' ? { elementTypes: [], keys: [], references: [] } : facts;
    await renewUses(database, { id, content: hash }, usesOf(known), FACTS_VERSION);
  };
}
