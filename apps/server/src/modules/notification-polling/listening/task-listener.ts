// Notifies a user to whom another one assigns a task.
import { foldName } from '../../../kernel/text/fold.ts';
import type { EngineEventHandler } from '../../bpmn-engine/api.ts';
import { createNotifyPerson, type ListenerGround } from './notify-person.ts';

const SENDER = 'bpmn-engine';

export function createTaskListener({ listens, ...ground }: ListenerGround): EngineEventHandler {
  const notifyPerson = createNotifyPerson(ground);
  return async (tx, event) => {
    if (event.kind !== 'task.assigned' || event.assignee === null || !listens(event.tenantIdentifier)) return;
    const usernameFolded = foldName(event.assignee);
    if (event.actor !== null && foldName(event.actor) === usernameFolded) return;
    const { id, taskId, instanceId, definitionKey, businessKey } = event;
    await notifyPerson(tx, {
      tenantIdentifier: event.tenantIdentifier,
      usernameFolded,
      title: event.name ?? event.elementId ?? taskId,
      metadata: { event: event.kind, taskId, instanceId, definitionKey, businessKey },
      uniqueKey: `engine:${id}`,
      createdBy: event.actor ?? SENDER,
    });
  };
}
