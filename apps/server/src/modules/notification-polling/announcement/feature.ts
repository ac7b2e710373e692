// Wires announcements: how they are sent, changed and taken back.
import type { Kernel } from '../../../kernel/module.ts';
import type { Signals } from '../record/signals.ts';
import type { Locales } from '../view/locales.ts';
import type { OwnViews } from '../view/own-view.ts';
import { createAnnouncementHandlers } from './announcement.routes.ts';
import { createChangeService } from './change.service.ts';
import { createManaged } from './managed.ts';
import { createPublishing } from './publishing.ts';
import { createRecipients, type Directory } from './recipients.ts';
import { createSendService } from './send.service.ts';
import { createShowing } from './showing.ts';
import { createUpdateService } from './update.service.ts';

export { linkProblem, newAnnouncement, readAnnouncement } from './announcement-input.ts';
export type { Publishing } from './publishing.ts';
export type { Directory, Recipients } from './recipients.ts';
export { hashOf } from './send.service.ts';
export { MANAGE, mayManage, type Showing, viewerOf } from './showing.ts';

export { safeTexts } from './written-texts.ts';

export function createAnnouncementFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'ids'>,
  parts: {
    readonly views: OwnViews;
    readonly locales: Locales;
    readonly directory: Directory;
    readonly signals: Signals;
    readonly wake: () => void;
  },
) {
  const { database, clock, ids } = kernel;
  const { views, locales, signals, wake } = parts;
  const recipients = createRecipients(database, parts.directory);
  const publishing = createPublishing({ clock, signals, wake });
  const showing = createShowing({ database, views, locales });
  const managed = createManaged({ database, clock, views, publishing });
  const ground = { database, clock, recipients, publishing, showing, managed };
  return {
    handlers: createAnnouncementHandlers({
      sending: createSendService({ ...ground, ids }),
      updating: createUpdateService({ ...ground, locales }),
      changing: createChangeService(ground),
    }),
    api: { publishing, recipients, showing },
  };
}
