// Declares the plan of a change by hand: what it does, or would do, to the tokens of an instance.
import type { Static } from 'typebox';
import { closed, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { SvcBpmnProcessInstanceModel } from '../instance-models.ts';

/** Every change by hand can be tried first. */
export const triedFirst = {
  dryRun: optional(flag('Changes nothing and answers what the call would do; default false.')),
  expectedVersion: optional(
    integer('Version of the instance that the dry run saw; another one is refused.', { minimum: 1 }),
  ),
} as const;

const plannedElement = closed(
  {
    elementId: text('Id of the element.'),
    executionId: text('Execution that stands there.'),
  },
  'SvcBpmnPlannedElement',
);

export const SvcBpmnChangePlanModel = closed(
  {
    legal: flag('The change is possible.'),
    reasons: list(text('Why it is not possible.'), 'All reasons against it.'),
    cancels: list(plannedElement, 'What ends.'),
    restores: list(
      closed(
        {
          elementId: text('Id of the element.'),
          flowId: nullable(text('Flow by which a token waits there again.')),
        },
        'SvcBpmnPlannedRestore',
      ),
      'What is put back.',
    ),
    starts: list(
      closed(
        {
          elementId: text('Id of the element.'),
          assignee: nullable(text('Who gets the task; null leaves it to the model.')),
        },
        'SvcBpmnPlannedStart',
      ),
      'What begins.',
    ),
    compensates: list(text('Id of an activity.'), 'What is compensated.'),
    mappings: list(
      closed(
        {
          source: text('Id of an element that something stands at or waits in.'),
          target: nullable(text('Id of the element that takes its place; null where it ends.')),
        },
        'SvcBpmnPlannedMapping',
      ),
      'What goes on as what, of a migration.',
    ),
    warnings: list(text('Warning.'), 'What to mind.'),
    expectedVersion: integer('Version of the instance that the plan was made for.'),
    processInstance: nullable(SvcBpmnProcessInstanceModel, 'The instance afterwards; null of a dry run.'),
  },
  'SvcBpmnChangePlanModel',
);
export type SvcBpmnChangePlanModel = Static<typeof SvcBpmnChangePlanModel>;
