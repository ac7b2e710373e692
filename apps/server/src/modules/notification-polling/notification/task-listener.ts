// Tells whoever is assigned a task by somebody else.
import type { Kernel } from '../../../kernel/module.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { EngineEventHandler } from '../../bpmn-engine/api.ts';
import { saveNotifications } from './notification.store.ts';

const TITLE_MAX = 255;
const SENDER = 'bpmn-engine';

export function createTaskListener({
  clock,
  ids,
  listens,
  wake,
}: Pick<Kernel, 'clock' | 'ids'> & {
  readonly listens: (tenantIdentifier: string) => boolean;
  readonly wake: () => void;
}): EngineEventHandler {
  return async (tx, event) => {
    if (event.kind !== 'task.assigned' || event.assignee === null || !listens(event.tenantIdentifier)) return;
    const usernameFolded = foldName(event.assignee);
    if (event.actor !== null && foldName(event.actor) === usernameFolded) return;
    const { id, taskId, instanceId, definitionKey, businessKey } = event;
    const told = { event: event.kind, taskId, instanceId, definitionKey, businessKey };
    const metadata = Object.fromEntries(
      Object.entries(told).flatMap(([name, value]) => (value === null ? [] : [[name, value.slice(0, TITLE_MAX)]])),
    );
    await saveNotifications(
      tx,
      event.tenantIdentifier,
      [{ uuid: ids.uuidV7(), usernameFolded }],
      {
        title: (event.name ?? event.elementId ?? taskId).slice(0, TITLE_MAX),
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
        uniqueKey: `engine:${id}`,
        createdBy: event.actor ?? SENDER,
      },
      new Date(clock.now()),
    );
    tx.afterCommit(wake);
  };
}
