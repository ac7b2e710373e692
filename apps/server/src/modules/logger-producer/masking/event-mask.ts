// Masks every text field of an event.
import type { SvcEventLogModel } from '@keelson/contract';

/** Masks secrets; answers the very value where there are none. */
export interface EventMask {
  /** Masks an event, or some of its fields. */
  event<E extends Partial<SvcEventLogModel>>(event: E): E;
  /** Masks a value of any depth. */
  value<T>(value: T): T;
  /** Masks a name, in which a card's number becomes the number of something else. */
  name<T extends string | null>(name: T): T;
}

type FieldMask = 'value' | 'name' | null;

/**
 * Masks by field; fields without texts of callers are not looked at: numbers, dates, choices, and hexadecimal digits of
 * a fixed length.
 */
const FIELDS: Readonly<Record<keyof SvcEventLogModel, FieldMask>> = {
  uuid: null,
  eventTime: null,
  observedTime: null,
  level: null,
  severityNumber: null,
  eventName: 'name',
  eventType: null,
  key: 'name',
  message: 'value',
  service: 'name',
  instance: 'name',
  loggerName: 'name',
  threadName: 'name',
  username: 'name',
  sessionIdentifier: 'name',
  tenantIdentifier: 'name',
  clientIp: 'name',
  userAgent: 'value',
  requestMethod: 'name',
  requestPath: 'value',
  captureRequest: null,
  traceId: null,
  spanId: null,
  traceFlags: null,
  action: 'name',
  outcome: null,
  entityType: 'name',
  entityUuid: 'name',
  durationMillis: null,
  errorDetail: 'value',
  tagList: 'value',
  attributeMap: 'value',
  truncated: null,
  sequence: null,
  hash: null,
};
const MASKED = Object.entries(FIELDS).filter((field): field is [string, 'value' | 'name'] => field[1] !== null);

/** Makes the mask; `current` answers the present masks of values and names. */
export function eventMaskOf(current: () => Pick<EventMask, 'value' | 'name'>): EventMask {
  return {
    event<E extends Partial<SvcEventLogModel>>(event: E): E {
      const mask = current();
      const fields = event as Readonly<Record<string, unknown>>;
      let masked: Record<string, unknown> | null = null;
      for (const [field, how] of MASKED) {
        const given = fields[field];
        if (given === null || given === undefined) continue;
        const value = how === 'name' ? mask.name(String(given)) : mask.value(given);
        if (value !== given) masked = { ...(masked ?? event), [field]: value };
      }
      return (masked ?? event) as E;
    },
    value: (value) => current().value(value),
    name: (name) => current().name(name),
  };
}
