// Lets processes announce something: `announcement.publish`, in the name of whoever is behind the definition.
import type { SvcNotificationPollingAnnouncementModelInput } from '@keelson/contract';
import type { ActionDefinition } from '../../bpmn-engine/api.ts';
import type { createOffered } from './offered.ts';

/** Fields of the announcement without `uuid`, which would need a lock in the step of the process. */
const optional = [
  'title',
  'content',
  'contentMap',
  'contentType',
  'type',
  'displayType',
  'priority',
  'pinned',
  'startDate',
  'endDate',
  'audience',
  'dismissible',
  'acknowledgementRequired',
  'actionUrl',
  'actionLabel',
  'application',
  'metadata',
  'publish',
] as const;

export function createPublishAction({
  prepare,
  add,
}: Pick<ReturnType<typeof createOffered>, 'prepare' | 'add'>): ActionDefinition {
  return {
    name: 'announcement.publish',
    required: [],
    optional,
    authority: 'ANNOUNCEMENT_SEND',
    kind: 'prepare',
    async prepare({ person, parameters }) {
      // Parameters of any form are checked against the model of the operation.
      const request = JSON.parse(JSON.stringify(parameters)) as SvcNotificationPollingAnnouncementModelInput;
      const prepared = await prepare('ANNOUNCE', person, request);
      const value = prepared.kind === 'ANNOUNCE' ? prepared.one.uuid : null;
      return { value, add: (changes) => add(changes, prepared) };
    },
  };
}
