// Answers the operation that verifies the chain of the audit.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createVerifyService } from './verify.service.ts';

export function createAuditChainHandlers({
  verify,
}: ReturnType<typeof createVerifyService>): Pick<ModuleHandlers<typeof loggerProducerModule>, 'verifyAudit'> {
  return { verifyAudit: ({ act, body }) => verify(act, body ?? {}) };
}
