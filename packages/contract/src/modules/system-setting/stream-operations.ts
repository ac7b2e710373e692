// Declares the stream of changes: what is set and removed, as it happens.
import { anyValue, choice, closed, dateTime, long, maybe, nullable, optional, text } from '../../models/schema.ts';
import { sessionAccess } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { settingTypeField } from './definition-models.ts';
import { writableScopes } from './value-models.ts';

const SvcSettingChangeModel = closed(
  {
    code: text('Code of the definition.'),
    scope: choice(writableScopes, 'Level of the value.'),
    tenantIdentifier: nullable(text('Tenant of the value; null for GLOBAL.')),
    type: settingTypeField,
    value: optional(anyValue('Value from now on, null after a removal; left out of a SECRET.')),
    revision: long('Revision that holds the change.'),
    date: dateTime('When.'),
  },
  'SvcSettingChangeModel',
);

export const settingStreamEvents = {
  'setting-changed': SvcSettingChangeModel,
  resync: closed({ revision: long('Revision to begin again from: read what you show.') }, 'SvcSettingResyncModel'),
} as const;

export const streamOperations = {
  streamChanges: operation({
    method: 'GET',
    path: '/settings/changes',
    summary: 'Changes of settings as they happen',
    description:
      'Global ones and those of the own tenant, of settings that the caller may see. Resumable by Last-Event-ID for 1,000 changes; beyond ' +
      'that, and whenever the order was lost, resync says that everything shown has to be read again.',
    access: sessionAccess,
    effect: 'read',
    passive: true,
    query: closed({ codePrefix: maybe(text('Beginning of the codes.', { maxLength: 128 })) }),
    reply: { kind: 'event-stream', events: settingStreamEvents, resumable: true },
  }),
};
