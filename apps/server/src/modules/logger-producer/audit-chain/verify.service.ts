// Verifies the chain of the audit for callers: of the own tenant, or of others with TENANT_ALL.
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import type { createChainWalk, VerifyAnswer, VerifyQuery } from './chain-walk.ts';

export function createVerifyService(
  { database }: Pick<Kernel, 'database'>,
  walkChain: ReturnType<typeof createChainWalk>,
) {
  return {
    /** Verifies a chain; the verification and its result are audited, too. */
    async verify(act: Act, asked: VerifyQuery): Promise<VerifyAnswer> {
      const { caller } = act;
      const tenant = asked.tenantIdentifier ?? caller.tenantIdentifier;
      if (tenant !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const answer = await walkChain(tenant, asked);
      const { valid, complete, checkedCount, headSequence, headHash } = answer;
      const detail = { ...asked, valid, complete, checkedCount, headSequence, headHash };
      await database.transaction((tx) => act.record(tx, loggerProducerEvents.auditVerified, tenant, detail));
      return answer;
    },
  };
}
