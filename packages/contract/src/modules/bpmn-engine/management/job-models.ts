// Declares what operators see of jobs, and by what they find them.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { choice, closed, dateTime, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { exactText, from, to } from '../instance-models.ts';

export const jobTypes = ['TIMER', 'ASYNC', 'MESSAGE', 'NATIVE', 'DEFINITION'] as const;

export const SvcBpmnJobModel = closed(
  {
    id: text('Id of the job.'),
    type: choice(jobTypes, 'What it is there for.'),
    elementId: nullable(text('Element that it is for.')),
    failedElementId: nullable(
      text(
        'Element of its instance at which the last attempt failed: behind a timer another one than that of the job.',
      ),
    ),
    processInstanceId: nullable(text('Instance that it is for.')),
    processDefinitionId: nullable(text('Definition that it is for.')),
    due: dateTime('When it is done, or tried again.'),
    retries: integer('Attempts that are left; with 0 an incident stands for it.'),
    attempts: integer('Attempts that were begun.'),
    exception: nullable(text('What the last attempt failed with.')),
    lockedBy: nullable(text('Process of the program that does it now.')),
    priority: integer('Priority.'),
    suspended: flag('It is held: its instance or definition is suspended, or an operator holds it.'),
    repeat: nullable(text('Cycle of a timer that fires again.')),
    createTime: dateTime('When it was made.'),
  },
  'SvcBpmnJobModel',
);
export type SvcBpmnJobModel = Static<typeof SvcBpmnJobModel>;

export const jobSort = ['due', 'createTime', 'priority', 'retries'] as const;
export const jobSortStandard = { properties: ['due'], direction: 'ASC' } as const;

const jobFilters = {
  types: optional(list(choice(jobTypes, 'Type.'), 'Of one of these types.', { maxItems: jobTypes.length })),
  processInstanceId: exactText('For this instance.'),
  processDefinitionId: exactText('For this version of a definition.'),
  elementId: exactText('For this element.'),
  failed: optional(flag('Without attempts left, or with some.')),
  suspended: optional(flag('Held, or not.')),
  dueFrom: from('Due'),
  dueTo: to('Due'),
} as const;

/** Names jobs by what they are, for what is done with all of them. */
export const SvcBpmnJobSelectionModel = queryModel(jobFilters, 'SvcBpmnJobSelectionModel');
export type SvcBpmnJobSelectionModel = Static<typeof SvcBpmnJobSelectionModel>;

export const SvcBpmnJobQueryModel = queryModel(
  { pageable: pageable(jobSort, jobSortStandard), ...jobFilters },
  'SvcBpmnJobQueryModel',
);
export type SvcBpmnJobQueryModel = Static<typeof SvcBpmnJobQueryModel>;
