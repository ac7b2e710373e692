// Notifies one person of another module's event, once however often the event is repeated.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { saveNotifications } from '../notification/feature.ts';

const TEXT_MAX = 255;

export interface ListenerGround extends Pick<Kernel, 'clock' | 'ids'> {
  readonly listens: (tenantIdentifier: string) => boolean;
  readonly wake: () => void;
}

export interface PersonNotice {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly title: string;
  /** Data by which a page can say what happened in the reader's language; null values are left out. */
  readonly metadata: Readonly<Record<string, string | null>>;
  readonly uniqueKey: string;
  readonly createdBy: string;
}

export function createNotifyPerson({ clock, ids, wake }: Omit<ListenerGround, 'listens'>) {
  return async (tx: Transaction, notice: PersonNotice): Promise<void> => {
    const { tenantIdentifier, usernameFolded, title, uniqueKey, createdBy } = notice;
    const metadata = Object.fromEntries(
      Object.entries(notice.metadata).flatMap(([name, value]) =>
        value === null ? [] : [[name, value.slice(0, TEXT_MAX)]],
      ),
    );
    await saveNotifications(
      tx,
      tenantIdentifier,
      [{ uuid: ids.uuidV7(), usernameFolded }],
      {
        title: title.slice(0, TEXT_MAX),
        content: null,
        contentType: 'TEXT',
        contentHtml: null,
        type: 'INFO',
        actionUrl: null,
        actionLabel: null,
        application: null,
        groupKey: null,
        expireDate: null,
        metadata,
        uniqueKey,
        createdBy,
      },
      new Date(clock.now()),
    );
    tx.afterCommit(wake);
  };
}
