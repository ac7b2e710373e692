// Wires the mail by which a user tests whether mails are sent.
import type { mailNotificationModule } from '@keelson/contract';
import type { Kernel, ModuleHandlers } from '../../../kernel/module.ts';
import { createTestMailService, type TestMailParts } from './test-mail.service.ts';

export { TEST_TEMPLATE } from './test-mail.service.ts';

export function createTestMailFeature(
  kernel: Pick<Kernel, 'database' | 'clock'>,
  parts: Omit<TestMailParts, 'database' | 'clock'>,
) {
  const service = createTestMailService({ ...kernel, ...parts });
  return {
    handlers: {
      sendTest: ({ act }) => service.send(act),
    } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>,
  };
}
