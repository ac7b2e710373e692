// Declares how running instances go on by another version of their process.
import { type Static, Type } from 'typebox';
import { closed, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcBpmnInstanceSelectionModel, variablesBodyBytesMax, variablesField } from '../instance-models.ts';
import { definitionIdMax } from '../repository/deployment-models.ts';
import { SvcBpmnChangePlanModel } from './change-plan-models.ts';

const engineIdMax = 64;
const nameMax = 255;
const pairsMax = 1_000;
/** More at once are for a batch. */
export const migratedAtOnceMax = 500;

const element = (description: string) => text(description, { minLength: 1, maxLength: nameMax });

/** Says how instances are migrated, one by one or in a batch. */
export const migrationFields = {
  targetDefinitionId: text('Version of a process to go on by.', { minLength: 1, maxLength: definitionIdMax }),
  mapping: optional(
    list(
      closed(
        {
          source: element('Element, or sequence flow, of the version that it runs by.'),
          target: element('The one of the target that takes its place.'),
          updateTrigger: optional(flag('An event is armed anew, as the target says; default false.')),
        },
        'SvcBpmnMigrationPair',
      ),
      'What takes the place of what.',
      { maxItems: pairsMax },
    ),
  ),
  autoMap: optional(flag('Elements of equal ids take the place of each other unless mapping says else; default true.')),
  variables: variablesField('Variables to set on each instance.'),
} as const;

export const SvcBpmnMigrateInstancesModel = closed(
  {
    ...migrationFields,
    processInstanceIds: optional(
      list(text('Id of an instance.', { minLength: 1, maxLength: engineIdMax }), 'These instances.', {
        minItems: 1,
        maxItems: migratedAtOnceMax,
        uniqueItems: true,
      }),
    ),
    query: Type.Optional(nullable(SvcBpmnInstanceSelectionModel, 'Running instances that it finds.')),
    dryRun: optional(flag('Changes nothing and answers what the call would do; default false.')),
    expectedVersions: optional(
      Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: integer('Version.', { minimum: 1 }),
        maxProperties: migratedAtOnceMax,
        description:
          'By the id of an instance the version that the dry run saw; one that has another one is left as it is.',
      }),
    ),
  },
  'SvcBpmnMigrateInstancesModel',
);
export type SvcBpmnMigrateInstancesModel = Static<typeof SvcBpmnMigrateInstancesModel>;

export const SvcBpmnMigratedInstanceModel = closed(
  {
    id: text('Id of the instance.'),
    errorCode: nullable(text('Why it was not, or would not be, migrated; null where it was.')),
    plan: nullable(SvcBpmnChangePlanModel, 'What was done or would be; null where that is not known.'),
  },
  'SvcBpmnMigratedInstanceModel',
);
export type SvcBpmnMigratedInstanceModel = Static<typeof SvcBpmnMigratedInstanceModel>;

export const migrateOperations = {
  migrateProcessInstances: operation({
    method: 'POST',
    path: '/process-instance/migrate',
    summary: 'Lets running instances go on by another version of their process',
    description:
      `Exactly one of processInstanceIds and query, at most ${migratedAtOnceMax} instances; more are for a batch. Each by itself, in a ` +
      'transaction of its own: what waits goes on waiting in the element that takes its place, and tasks keep id, assignee and variables; ' +
      'events that are new are armed, those that are gone are disarmed. Answers for each id why it was not done. 422 where none was ' +
      'migrated, as none can be. Bodies up to 8 MiB.',
    access: authority('BPMN_INSTANCE_MANAGE'),
    effect: 'write',
    body: { kind: 'json', schema: SvcBpmnMigrateInstancesModel, limitBytes: variablesBodyBytesMax },
    reply: { kind: 'json', schema: list(SvcBpmnMigratedInstanceModel, 'One for each instance, in their order.') },
    errors: [
      'DEFINITION_NOT_FOUND',
      'PROCESS_NOT_EXECUTABLE',
      'MIGRATION_NOT_POSSIBLE',
      'RESULT_TOO_LARGE',
      'VARIABLE_TOO_LARGE',
      'VARIABLE_NOT_SEARCHABLE',
    ],
  }),
} as const;
