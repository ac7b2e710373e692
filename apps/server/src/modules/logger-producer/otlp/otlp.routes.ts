// Answers the operation of OpenTelemetry exporters.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createOtlpService } from './otlp.service.ts';

export function createOtlpHandlers({
  take,
}: ReturnType<typeof createOtlpService>): Pick<ModuleHandlers<typeof loggerProducerModule>, 'otlpLogs'> {
  return { otlpLogs: async ({ act, body }) => ({ status: 200, body: await take(act, body) }) };
}
