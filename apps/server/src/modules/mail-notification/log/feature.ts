// Wires the log of mails.
import type { Kernel } from '../../../kernel/module.ts';
import { createMailLogHandlers } from './mail-log.routes.ts';
import { createMailLogService } from './mail-log.service.ts';

export function createMailLogFeature(kernel: Pick<Kernel, 'database' | 'clock'>) {
  return { handlers: createMailLogHandlers(createMailLogService(kernel)) };
}
