// Declares what can be changed of a deployed version of a process.
import type { Static } from 'typebox';
import { choice, closed, flag, list, optional, text } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { definitionIdMax } from './deployment-models.ts';
import { keptLevels, SvcBpmnProcessDefinitionModel } from './repository-models.ts';

const usernameMax = 255;
const startersMax = 200;
const durationMax = 64;
/** Pattern of a duration with at least one part, and one behind `T` where that is written. */
const durationPattern = '^P(?=.)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=.)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$';
const LEFT_OPEN = 'Null or an empty list names none; where neither names anybody, everybody may.';

export const SvcBpmnUpdateDefinitionModel = closed(
  {
    runAs: optional(
      text('Person as whom the version acts by itself; null: whoever deployed it.', {
        minLength: 1,
        maxLength: usernameMax,
      }),
    ),
    historyTimeToLive: optional(
      text(
        'How long the history of its instances is kept after their end, an ISO 8601 duration; null: as the setting says.',
        {
          maxLength: durationMax,
          pattern: durationPattern,
        },
      ),
    ),
    historyLevel: optional(
      choice(
        keptLevels,
        'NONE keeps nothing of its instances after the end of the outermost one; null: as the setting says.',
      ),
    ),
    candidateStarterUsers: optional(
      list(text('Name of a user.', { minLength: 1, maxLength: usernameMax }), `Users who may start it. ${LEFT_OPEN}`, {
        maxItems: startersMax,
      }),
    ),
    candidateStarterGroups: optional(
      list(
        text('Name of a group.', { minLength: 1, maxLength: usernameMax }),
        `Groups whose members may start it. ${LEFT_OPEN}`,
        { maxItems: startersMax },
      ),
    ),
    shared: optional(
      flag('Every tenant can start it and call it. Needs TENANT_ALL; a definition of the tenant default.'),
    ),
  },
  'SvcBpmnUpdateDefinitionModel',
);
export type SvcBpmnUpdateDefinitionModel = Static<typeof SvcBpmnUpdateDefinitionModel>;

export const definitionOperations = {
  updateProcessDefinition: operation({
    method: 'PUT',
    path: '/repository/definitions/{id}',
    summary: 'Changes a deployed version of a process',
    description:
      'Says as whom the version acts where it calls the suite itself. The caller holds every authority of that person, or is that ' +
      'person; so it is, too, where runAs becomes null and whoever deployed it counts again. Says who may start it, in the place of what ' +
      'its model says: those whom it names, and BPMN_INSTANCE_MANAGE. Shares it with every tenant. Says whether history is kept, and how long. Fields that are left out stay.',
    access: authority('BPMN_DEFINITION_MANAGE'),
    effect: 'write',
    params: closed({ id: text('Definition id.', { minLength: 1, maxLength: definitionIdMax }) }),
    body: { kind: 'json', schema: SvcBpmnUpdateDefinitionModel },
    reply: { kind: 'json', schema: SvcBpmnProcessDefinitionModel },
    errors: ['DEFINITION_NOT_FOUND', 'RUN_AS_NOT_POSSIBLE', 'DEFINITION_NOT_SHAREABLE'],
  }),
} as const;
