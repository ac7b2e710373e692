// Wires notifications about events of other modules.
import type { Kernel } from '../../../kernel/module.ts';
import { createReportListener } from './report-listener.ts';
import { createTaskListener } from './task-listener.ts';

export interface ListeningGround extends Pick<Kernel, 'clock' | 'ids'> {
  readonly wake: () => void;
  readonly listensToTasks: (tenantIdentifier: string) => boolean;
  readonly listensToReports: (tenantIdentifier: string) => boolean;
}

export function createListeningFeature({ listensToTasks, listensToReports, ...ground }: ListeningGround) {
  return {
    api: {
      hearTask: createTaskListener({ ...ground, listens: listensToTasks }),
      hearReport: createReportListener({ ...ground, listens: listensToReports }),
    },
  };
}
