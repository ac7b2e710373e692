// Wires what a person reads, marks and counts.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directory, Showing } from '../announcement/feature.ts';
import type { Signals } from '../record/signals.ts';
import type { Locales } from '../view/locales.ts';
import type { OwnViews } from '../view/own-view.ts';
import { createCountService } from './count.service.ts';
import { createInboxHandlers } from './inbox.routes.ts';
import { createMarkService } from './mark.service.ts';
import { createModelsOf, createPageService } from './page.service.ts';

export type { FindModels } from './page.service.ts';

export function createInboxFeature(
  { database, clock, metrics }: Pick<Kernel, 'database' | 'clock' | 'metrics'>,
  parts: {
    readonly views: OwnViews;
    readonly signals: Signals;
    readonly locales: Locales;
    readonly directory: Directory;
    readonly showing: Showing;
  },
) {
  const counts = createCountService({ clock, database, metrics, ...parts });
  return {
    handlers: createInboxHandlers({
      pages: createPageService({ database, ...parts }),
      marks: createMarkService({ database, clock, ...parts }),
      counts,
    }),
    api: { unreadCount: counts.unreadCount, findModels: createModelsOf({ database }) },
  };
}
