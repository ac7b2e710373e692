// Lets processes write events, in the commit in which their token moves on.
import type { SvcEventLogModel } from '@keelson/contract';
import { invalid } from '../../../kernel/request/errors.ts';
import type { ActionDefinition } from '../../bpmn-engine/api.ts';
import type { EventIntake, EventSender } from '../event/feature.ts';
import type { Disposition, EventType } from '../record/event.types.ts';
import type { AddEvent } from './event-row.store.ts';

const SERVICE = 'bpmn-engine';
/** Fields of a request, which a process does not have. */
const NO_REQUEST = { clientIp: null, userAgent: null, requestMethod: null, requestPath: null };
const OPTIONAL = [
  'level',
  'eventType',
  'key',
  'message',
  'service',
  'loggerName',
  'traceId',
  'spanId',
  'action',
  'outcome',
  'entityType',
  'entityUuid',
  'durationMillis',
  'tagList',
  'attributeMap',
] as const satisfies readonly (keyof SvcEventLogModel)[];

interface ActionParts {
  readonly admit: EventIntake['admit'];
  readonly makeRoom: (timeMs: number) => Promise<void>;
  readonly add: AddEvent;
  readonly count: (disposition: Disposition, eventType: EventType) => void;
}

/**
 * Creates `event.write`: its parameters are fields of an event of the interface, its result has uuid and disposition.
 * The sender is the person behind the definition. A model cannot write audited events, which the suite writes itself.
 */
export function createEventAction({ admit, makeRoom, add, count }: ActionParts): ActionDefinition {
  return {
    name: 'event.write',
    kind: 'prepare',
    required: ['eventName'],
    optional: OPTIONAL,
    authority: 'LOG_PRODUCE',
    async prepare({ person, parameters, at }) {
      const { tenantIdentifier, username } = person;
      if (parameters.eventType === 'AUDIT' || parameters.eventType === 'SECURITY')
        invalid({ field: 'eventType', code: 'NOT_ALLOWED', message: 'Must be no type of audit.' });
      const sender: EventSender = {
        tenantIdentifier,
        username,
        own: { sessionIdentifier: '', clientIp: '' },
        sessionIdentifier: null,
        service: SERVICE,
        traceparent: null,
        uuid: () => null,
        request: NO_REQUEST,
        holds: (authority) => person.holds(authority),
      };
      // Dates among the variables become texts in an event.
      const fields = JSON.parse(JSON.stringify(parameters)) as SvcEventLogModel;
      const { event, out } = admit(sender, { ...fields, eventTime: new Date(at).toISOString() });
      const { uuid, eventType } = event;
      if (out !== null) return { value: { uuid, disposition: out }, add() {} };
      await makeRoom(at);
      return {
        value: { uuid, disposition: 'stored' },
        add(changes) {
          add(changes, event);
          count('stored', eventType);
        },
      };
    },
  };
}
