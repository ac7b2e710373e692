// Declares decisions: which are deployed, and what one of them gives for some variables.
import { type Static, Type } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
} from '../../models/schema.ts';
import { authority } from '../../operations/access.ts';
import { operation } from '../../operations/define.ts';
import { containedText, exactText, variablesBodyBytesMax, variablesField } from './instance-models.ts';
import { definitionIdMax, definitionKeyMax } from './repository/deployment-models.ts';

export const hitPolicies = ['UNIQUE', 'FIRST', 'PRIORITY', 'ANY', 'COLLECT', 'RULE ORDER', 'OUTPUT ORDER'] as const;
const hitPolicy = nullable(choice(hitPolicies, 'Hit policy of the table; null for an expression.'));
const type = nullable(text('Type as the file names it.'));

const SvcBpmnDecisionInputModel = closed(
  {
    name: text('Label of the column, else its expression; of an expression the name of the input.'),
    expression: text('Expression that is evaluated.'),
    type,
  },
  'SvcBpmnDecisionInputModel',
);
const SvcBpmnDecisionOutputModel = closed({ name: text('Name of the output.'), type }, 'SvcBpmnDecisionOutputModel');

export const SvcBpmnDecisionModel = closed(
  {
    id: text('Decision id {key}:{version}:{suffix}.'),
    key: text('Key of the decision: its id in the file.'),
    name: text('Name of the decision.'),
    version: integer('Version of the decision, from 1.'),
    versionTag: nullable(text('Version tag of the decision.')),
    deploymentId: text('Deployment that made the version.'),
    hitPolicy,
    inputs: list(SvcBpmnDecisionInputModel, 'Columns of inputs, or declared inputs of an expression.'),
    outputs: list(SvcBpmnDecisionOutputModel, 'What it gives.'),
  },
  'SvcBpmnDecisionModel',
);
export type SvcBpmnDecisionModel = Static<typeof SvcBpmnDecisionModel>;

export const decisionSort = ['key', 'name', 'version'] as const;
export const decisionSortStandard = { properties: ['key', 'version'], direction: 'ASC' } as const;

export const SvcBpmnDecisionQueryModel = queryModel(
  {
    pageable: pageable(decisionSort, decisionSortStandard),
    key: exactText('With this key.'),
    name: containedText('Name'),
    latestOnly: optional(flag('The newest version of each key only; default false.')),
    versionTag: exactText('With this version tag.'),
    deploymentId: exactText('Made by this deployment.'),
  },
  'SvcBpmnDecisionQueryModel',
);
export type SvcBpmnDecisionQueryModel = Static<typeof SvcBpmnDecisionQueryModel>;

export const SvcBpmnEvaluateDecisionModel = closed(
  {
    variables: variablesField('What the decision sees.'),
    version: optional(integer('Version of the decision; default the newest.', { minimum: 1, maximum: 2_147_483_647 })),
    versionTag: optional(
      text('Newest version with this tag; not beside version.', { minLength: 1, maxLength: definitionKeyMax }),
    ),
  },
  'SvcBpmnEvaluateDecisionModel',
);
export type SvcBpmnEvaluateDecisionModel = Static<typeof SvcBpmnEvaluateDecisionModel>;

const SvcBpmnMatchedRuleModel = closed(
  { number: integer('Number of the rule in its table, from 1.'), id: nullable(text('Id of the rule.')) },
  'SvcBpmnMatchedRuleModel',
);

export const SvcBpmnDecisionResultModel = closed(
  {
    decisionKey: text('Key of the decision.'),
    version: nullable(
      integer('Version; null of a decision that another one needed, which is made as their file has it.'),
    ),
    elementId: nullable(text('Element that asked for it; null without an instance.')),
    processInstanceId: nullable(text('Instance that asked for it.')),
    time: dateTime('When it was made.'),
    hitPolicy,
    inputs: list(
      closed({ name: text('Name of the input.'), value: anyValue('What it was.') }, 'SvcBpmnDecisionInputValueModel'),
      'What its columns saw.',
    ),
    matchedRules: list(SvcBpmnMatchedRuleModel, 'Rules that matched.'),
    results: list(anyMap('Outputs by name.'), 'What it gave: one row, or several as the hit policy says.'),
  },
  'SvcBpmnDecisionResultModel',
);
export type SvcBpmnDecisionResultModel = Static<typeof SvcBpmnDecisionResultModel>;

export const SvcBpmnDecisionEvaluationModel = closed(
  {
    ...SvcBpmnDecisionResultModel.properties,
    required: Type.Array(SvcBpmnDecisionResultModel, {
      description: 'Decisions that were made before it, because it needs them.',
    }),
  },
  'SvcBpmnDecisionEvaluationModel',
);
export type SvcBpmnDecisionEvaluationModel = Static<typeof SvcBpmnDecisionEvaluationModel>;

const read = { access: authority('BPMN_DEFINITION_VIEW'), effect: 'read' } as const;

export const decisionOperations = {
  queryDecisions: operation({
    ...read,
    method: 'POST',
    path: '/decision/page',
    summary: 'Pages the deployed versions of decisions',
    description: 'Decisions of the tenant of the caller.',
    body: { kind: 'json', schema: SvcBpmnDecisionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnDecisionModel) },
  }),
  getDecision: operation({
    ...read,
    method: 'GET',
    path: '/decision/{id}',
    summary: 'One version of a decision',
    description: 'What it sees and what it gives.',
    params: closed({ id: text('Decision id.', { minLength: 1, maxLength: definitionIdMax }) }),
    reply: { kind: 'json', schema: SvcBpmnDecisionModel },
    errors: ['DECISION_NOT_FOUND'],
  }),
  evaluateDecision: operation({
    ...read,
    method: 'POST',
    path: '/decision/evaluate/by-key/{key}',
    summary: 'Says what a decision gives',
    description:
      'Evaluates the newest version, or the one asked for, for these variables; nothing is stored. No rule that matches is no ' +
      'failure: there are no results then. Bodies up to 8 MiB.',
    params: closed({ key: text('Key of the decision.', { minLength: 1, maxLength: definitionKeyMax }) }),
    body: { kind: 'json', schema: SvcBpmnEvaluateDecisionModel, optional: true, limitBytes: variablesBodyBytesMax },
    reply: { kind: 'json', schema: SvcBpmnDecisionEvaluationModel },
    errors: ['DECISION_NOT_FOUND', 'DECISION_FAILED', 'VARIABLE_TOO_LARGE'],
  }),
} as const;
