// Wires the log of mails: showing them, and operations on single ones.
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { Signing } from '../dkim/feature.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import type { Priority } from '../record/mail.types.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import { createMailChangeService } from './mail-change.service.ts';
import { createMailContentService } from './mail-content.service.ts';
import { createMailLogHandlers } from './mail-log.routes.ts';
import { createMailLogService } from './mail-log.service.ts';
import type { FindStronger } from './stronger-recipients.ts';

export { ownerOf } from './mail-query.ts';

export interface LogPeers {
  readonly findStronger: FindStronger;
}

export function createMailLogFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'config' | 'contents'>,
  parts: {
    readonly settings: MailSettings;
    readonly seal: Seal;
    readonly signing: Signing;
    readonly partitions: MailPartitions;
    readonly authentication: () => LogPeers;
    readonly isCapturing: (tenantIdentifier: string) => boolean;
    readonly wakeAt: (priority: Priority, dueAt: number) => void;
  },
) {
  const log = createMailLogService(kernel);
  const findStronger: FindStronger = (...asked) => parts.authentication().findStronger(...asked);
  const contents = createMailContentService({ ...kernel, ...parts, findStronger });
  const changes = createMailChangeService({ ...kernel, ...parts, findStronger });
  return { handlers: createMailLogHandlers(log, contents, changes), api: { attemptsOf: log.attemptsOf } };
}
