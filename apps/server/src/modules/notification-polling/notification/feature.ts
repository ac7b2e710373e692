// Wires notifications to named users: sending, paging, marking, and the numbers that they get after their commit.
import type { Kernel } from '../../../kernel/module.ts';
import type { Recipients } from '../announcement/feature.ts';
import type { Signals } from '../record/signals.ts';
import type { OwnViews } from '../view/own-view.ts';
import { createNotificationHandlers } from './notification.routes.ts';
import { createNotificationService } from './notification.service.ts';
import { createNumberingJob } from './numbering.jobs.ts';
import { createNotificationRetentionJob, type NotificationDays } from './retention.jobs.ts';

export {
  type NotificationRow,
  notificationColumns,
  saveNotifications,
} from './notification.store.ts';
export { toNotificationModel } from './notification.wire.ts';
export { readNotification } from './notification-input.ts';

export function createNotificationFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'ids' | 'log' | 'metrics'>,
  parts: {
    readonly views: OwnViews;
    readonly signals: Signals;
    readonly recipients: Recipients;
    readonly days: NotificationDays;
  },
) {
  const numbering = createNumberingJob({ ...kernel, ...parts });
  const wake = () => numbering.wake();
  return {
    handlers: createNotificationHandlers(createNotificationService({ ...kernel, ...parts, wake })),
    jobs: [numbering, createNotificationRetentionJob({ ...kernel, ...parts })],
    api: { wake },
  };
}
