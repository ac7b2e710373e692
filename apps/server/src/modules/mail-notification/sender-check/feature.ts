// Wires the check of a sender's domain.
import type { Kernel } from '../../../kernel/module.ts';
import { createSenderCheckHandlers } from './sender-check.routes.ts';
import { createSenderCheckService, type SenderCheckParts } from './sender-check.service.ts';

export function createSenderCheckFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'dns'>,
  parts: Omit<SenderCheckParts, 'clock' | 'database' | 'dns'>,
) {
  return { handlers: createSenderCheckHandlers(createSenderCheckService({ ...kernel, ...parts })) };
}
