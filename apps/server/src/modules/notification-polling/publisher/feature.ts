// Wires what happens to announcements by themselves: they start, end and are removed.
import type { Kernel } from '../../../kernel/module.ts';
import type { Publishing } from '../announcement/feature.ts';
import { createPublisherJob } from './publisher.jobs.ts';
import { createRetentionJob } from './retention.jobs.ts';

export function createPublisherFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'log' | 'events'>,
  parts: { readonly publishing: () => Publishing; readonly announcementDays: () => number },
) {
  const publisher = createPublisherJob({ ...kernel, ...parts });
  return {
    jobs: [publisher, createRetentionJob({ ...kernel, ...parts })],
    api: { wake: () => publisher.wake() },
  };
}
