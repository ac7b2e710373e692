// Declares messages, signals and conditions that come from outside, and who waits for them.
import { type Static, Type } from 'typebox';
import { page, pageable } from '../../models/paging.ts';
import { queryModel } from '../../models/read-as.ts';
import {
  anyMap,
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
import { exactText, variablesBodyBytesMax, variablesField } from './instance-models.ts';
import { definitionKeyMax } from './repository/deployment-models.ts';

const nameMax = 255;
const instanceIdMax = 64;
const correlationKeysMax = 20;
/** A week: a message that nobody wants for longer is a mistake of its sender. */
export const messageLifeMillisMax = 7 * 24 * 60 * 60 * 1_000;

const tenantField = optional(
  text('Tenant; default that of the caller, another needs TENANT_ALL.', { minLength: 1, maxLength: 64 }),
);
const instanceId = (description: string) => optional(text(description, { minLength: 1, maxLength: instanceIdMax }));

export const SvcBpmnCorrelateMessageModel = closed(
  {
    messageName: text('Name of the message.', { minLength: 1, maxLength: nameMax }),
    businessKey: optional(
      text('Business key of the receiver; also that of an instance that it starts.', { maxLength: nameMax }),
    ),
    correlationKeys: optional(
      anyMap(
        'Values of correlation keys by name; a receiver with keelson:correlationKey has the name "". Keys that are not given are retrieved ' +
          `from the variables as the model of the receiver says. At most ${correlationKeysMax}.`,
        {
          maxProperties: correlationKeysMax,
          propertyNames: Type.String({ maxLength: nameMax }),
        },
      ),
    ),
    processInstanceId: instanceId('Only this instance may receive it.'),
    processDefinitionKey: optional(
      text('Only instances of this process may receive it.', { minLength: 1, maxLength: definitionKeyMax }),
    ),
    variables: variablesField('What the message brings.'),
    localVariables: variablesField(
      'Variables of the receive task alone, whose outputs see them, or of the scope in which the event stands; of an instance that it starts ' +
        'variables as the others.',
    ),
    all: optional(flag('Every receiver that fits gets it; default false: exactly one must fit.')),
    timeToLive: optional(
      integer('Milliseconds that it waits for a receiver; default 0: there must be one now.', {
        minimum: 0,
        maximum: messageLifeMillisMax,
      }),
    ),
    messageId: optional(
      text('Id of the sender: a second message of this id within timeToLive is not delivered.', {
        minLength: 1,
        maxLength: nameMax,
      }),
    ),
    tenantIdentifier: tenantField,
  },
  'SvcBpmnCorrelateMessageModel',
);
export type SvcBpmnCorrelateMessageModel = Static<typeof SvcBpmnCorrelateMessageModel>;

export const correlationKinds = ['EXECUTION', 'START', 'BUFFERED', 'DUPLICATE'] as const;

export const SvcBpmnCorrelationModel = closed(
  {
    kind: choice(
      correlationKinds,
      'A waiting execution got it, it started an instance, it waits, or its id was known.',
    ),
    processInstanceId: nullable(text('Instance that got it or began; null while it waits.')),
    executionId: nullable(text('Execution that waited for it; null where there was none.')),
  },
  'SvcBpmnCorrelationModel',
);
export type SvcBpmnCorrelationModel = Static<typeof SvcBpmnCorrelationModel>;

export const SvcBpmnSignalModel = closed(
  {
    name: text('Name of the signal.', { minLength: 1, maxLength: nameMax }),
    variables: variablesField('What the signal brings.'),
    executionId: instanceId('Only the instance of this execution hears it.'),
    processInstanceId: instanceId('Only this instance hears it.'),
    tenantIdentifier: tenantField,
  },
  'SvcBpmnSignalModel',
);
export type SvcBpmnSignalModel = Static<typeof SvcBpmnSignalModel>;

export const SvcBpmnSignalResultModel = closed(
  {
    subscriptions: integer('Instances that hear it.'),
    starts: integer('Instances that it starts.'),
  },
  'SvcBpmnSignalResultModel',
);

export const SvcBpmnEvaluateConditionsModel = closed(
  {
    variables: variablesField('With these the conditions are looked at; those of an instance become its own.'),
    processInstanceId: instanceId('Conditions that this instance waits for; without it those that start instances.'),
    processDefinitionKey: optional(
      text('Starts of this process; without it those of every process.', { minLength: 1, maxLength: definitionKeyMax }),
    ),
    businessKey: optional(
      text('Instances begin with it, and for each key a condition is remembered by itself.', {
        minLength: 1,
        maxLength: nameMax,
      }),
    ),
    tenantIdentifier: tenantField,
  },
  'SvcBpmnEvaluateConditionsModel',
);
export type SvcBpmnEvaluateConditionsModel = Static<typeof SvcBpmnEvaluateConditionsModel>;

export const SvcBpmnEvaluatedConditionsModel = closed(
  {
    conditions: integer('Conditions that were looked at.'),
    starts: integer('Instances that begin: their condition did not hold before.'),
    failures: list(
      closed(
        {
          processDefinitionId: text('Definition.'),
          elementId: text('Start event.'),
          code: text('Code of the failure.'),
          message: text('What failed.'),
        },
        'SvcBpmnConditionFailureModel',
      ),
      'Conditions that could not be evaluated; they start nothing and hold up no other.',
    ),
  },
  'SvcBpmnEvaluatedConditionsModel',
);
export type SvcBpmnEvaluatedConditionsModel = Static<typeof SvcBpmnEvaluatedConditionsModel>;

export const subscriptionTypes = ['MESSAGE', 'SIGNAL', 'CONDITIONAL'] as const;
export const subscriptionSort = ['createTime', 'name'] as const;
export const subscriptionSortStandard = { properties: ['createTime'], direction: 'DESC' } as const;

export const SvcBpmnSubscriptionModel = closed(
  {
    id: text('Id of the subscription.'),
    type: choice(subscriptionTypes, 'What is waited for.'),
    name: nullable(text('Name of the message or signal; null for a condition.')),
    correlationKey: nullable(text('Key by which a message finds it: its own, else the business key.')),
    start: flag('It starts an instance.'),
    elementId: text('Id of the element in the model.'),
    executionId: nullable(text('Execution that waits; null for a start.')),
    processInstanceId: nullable(text('Instance that waits; null for a start.')),
    processDefinitionId: text('Definition.'),
    createTime: dateTime('Since when it is waited for.'),
  },
  'SvcBpmnSubscriptionModel',
);
export type SvcBpmnSubscriptionModel = Static<typeof SvcBpmnSubscriptionModel>;

export const SvcBpmnSubscriptionQueryModel = queryModel(
  {
    pageable: pageable(subscriptionSort, subscriptionSortStandard),
    types: optional(list(choice(subscriptionTypes, 'Type.'), 'Of one of these types.', { maxItems: 3 })),
    name: exactText('For this message or signal.'),
    processInstanceId: exactText('Of this instance.'),
    processDefinitionId: exactText('Of this version of a definition.'),
    start: optional(flag('Only those that start instances, or only those of instances.')),
  },
  'SvcBpmnSubscriptionQueryModel',
);
export type SvcBpmnSubscriptionQueryModel = Static<typeof SvcBpmnSubscriptionQueryModel>;

const body = { kind: 'json', limitBytes: variablesBodyBytesMax } as const;

export const eventOperations = {
  correlateMessage: operation({
    method: 'POST',
    path: '/runtime/messages/correlate',
    summary: 'Brings a message to who waits for it',
    description:
      'Finds the receiver by instance, correlation keys, business key or name alone, in this order, then what the message starts. ' +
      'Bodies up to 8 MiB.',
    access: authority('BPMN_EVENT'),
    effect: 'write',
    body: { ...body, schema: SvcBpmnCorrelateMessageModel },
    reply: { kind: 'json', schema: list(SvcBpmnCorrelationModel, 'Who got it.') },
    errors: [
      'BUSINESS_KEY_IN_USE',
      'MESSAGE_NOT_CORRELATED',
      'MESSAGE_AMBIGUOUS',
      'INSTANCE_NOT_FOUND',
      'INSTANCE_SUSPENDED',
      'PROCESS_EXECUTION_FAILED',
      'VARIABLE_TOO_LARGE',
    ],
    idempotent: true,
  }),
  throwSignal: operation({
    method: 'POST',
    path: '/runtime/signals',
    summary: 'Throws a signal',
    description:
      'Receivers run after the answer, which counts them alone: every instance of the tenant that waits for it hears it in a step of ' +
      'its own, and every process that it starts begins. With an execution or instance named, that one hears it before the answer. ' +
      'Nobody who waits is no error. Bodies up to 8 MiB.',
    access: authority('BPMN_EVENT'),
    effect: 'write',
    body: { ...body, schema: SvcBpmnSignalModel },
    reply: { kind: 'json', schema: SvcBpmnSignalResultModel },
    errors: ['INSTANCE_NOT_FOUND', 'VARIABLE_TOO_LARGE'],
    idempotent: true,
  }),
  evaluateConditions: operation({
    method: 'POST',
    path: '/runtime/conditions/evaluate',
    summary: 'Looks at conditions with the variables given',
    description:
      'With processInstanceId those that the instance waits for; else those that start instances, each of which begins when its ' +
      'condition holds and did not hold for the business key before. Instances begin after the answer. Bodies up to 8 MiB.',
    access: authority('BPMN_EVENT'),
    effect: 'write',
    body: { ...body, schema: SvcBpmnEvaluateConditionsModel },
    reply: { kind: 'json', schema: SvcBpmnEvaluatedConditionsModel },
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_SUSPENDED', 'PROCESS_EXECUTION_FAILED', 'VARIABLE_TOO_LARGE'],
    idempotent: true,
  }),
  querySubscriptions: operation({
    method: 'POST',
    path: '/runtime/subscriptions/page',
    summary: 'Pages what instances and definitions wait for',
    description: 'Messages, signals and conditions; of the tenant of the caller.',
    access: authority('BPMN_EVENT'),
    effect: 'read',
    body: { kind: 'json', schema: SvcBpmnSubscriptionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcBpmnSubscriptionModel) },
  }),
} as const;
