// What each element may say in the five extension namespaces, and what the engine does with it.
import { ACTIVITY_TYPES, EVENT_TYPES, isFlowNodeType } from '../facts/types/element-types.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

/**
 * What an attribute or text must be. `text`: anything; `expr`: text with `${...}` parts; `exprs`: a comma-separated list
 * of those; `bare`: an expression with or without its signs; `number`: a whole number, or text with `${...}` parts; `literal`: no expression, it is read before any instance is;
 * `variable` and `variables`: names of variables; `changes`: kinds of changes of variables; `zone`: a time zone; `retry`:
 * a retry cycle; else the words it may be.
 */
export type ExtensionValueKind = string;

/** Attributes with what they hold, and elements inside `extensionElements`. */
export interface ExtensionTable {
  readonly attributes: ReadonlyMap<string, ExtensionValueKind>;
  readonly elements: ReadonlySet<string>;
}

const BOOLEAN = 'true|false|1|0';

/** `name:kind` parts; a part without kind is `text`, `?` stands for a boolean. */
export function extensionAttributes(written: string): ReadonlyMap<string, ExtensionValueKind> {
  const parts = written.split(/\s+/).filter((part) => part !== '');
  return new Map(
    parts.map((part) => {
      const [name = '', kind = 'text'] = part.split(':');
      return [name, kind === '?' ? BOOLEAN : kind];
    }),
  );
}

function table(attributes: string, elements = ''): ExtensionTable {
  return { attributes: extensionAttributes(attributes), elements: new Set(elements.split(/\s+/).filter(Boolean)) };
}

function joined(...tables: readonly ExtensionTable[]): ExtensionTable {
  return {
    attributes: new Map(tables.flatMap(({ attributes }) => [...attributes])),
    elements: new Set(tables.flatMap(({ elements }) => [...elements])),
  };
}

const GATEWAY = table(
  'async:? asyncBefore:? asyncAfter:? asyncLeave:? exclusive:? jobPriority:number',
  'executionListener failedJobRetryTimeCycle',
);
const FLOW_NODE = joined(GATEWAY, table('', 'inputOutput'));
const ACTIVITY = joined(FLOW_NODE, table('skipExpression:bare mapFailure', 'mapException mapFailure'));
const FORM = table(
  'formKey:expr formRef:expr formRefBinding:latest|deployment|version formRefVersion:expr',
  'formData formProperty',
);
const RESULT = 'resultVariable:variable resultVariableName:variable';
const MESSAGE = table('messageExpression:expr correlationKey:expr delivery:one|oldest|all', 'in out');
const OWN_WORK = table(
  `${RESULT} expression:expr useLocalScopeForResultVariable:? storeResultVariableAsTransient:? type topic:expr
     taskPriority:number decisionRef:expr decisionRefBinding:latest|deployment|version|versionTag decisionRefVersion:expr
     decisionRefVersionTag:expr decisionTableReferenceKey:expr sameDeployment:?
     mapDecisionResult:singleEntry|singleResult|collectEntries|resultList triggerable:? call:expr`,
  'field connector errorEventDefinition call with',
);
const EVENT_WORK = table(
  `${RESULT} expression:expr useLocalScopeForResultVariable:? storeResultVariableAsTransient:? type topic:expr taskPriority:number
   call:expr`,
  'field connector errorEventDefinition call with',
);
const WORK = joined(ACTIVITY, OWN_WORK);
const USER_TASK = joined(
  FORM,
  table(
    `assignee:expr owner:expr candidateUsers:exprs candidateGroups:exprs dueDate:moment followUpDate:moment priority:number
     category:expr businessCalendarName:dueDate taskIdVariableName:variable taskCompleterVariableName:variable`,
    'taskListener',
  ),
);
const SCRIPT_TASK = table(`${RESULT} autoStoreVariables:? resource:literal`);
const EVENT = joined(
  FLOW_NODE,
  table('correlationKey:expr delivery:one|oldest|all scope:processInstance|global', 'in out'),
);
const VALUE = table('', 'value');
const LANES = table('laneAsCandidateGroup:?');

const OF_TYPE: Readonly<Record<string, ExtensionTable>> = {
  process: table(
    `candidateStarterUsers:literal candidateStarterGroups:literal historyTimeToLive:literal versionTag:literal
     jobPriority:number taskPriority:number isStartableInTasklist:? historyLevel:none|activity|audit|full searchable:variables
     uniqueBusinessKey:? timeZone:zone onFailure:ROLLBACK|INCIDENT`,
    'eventListener executionListener historyLevel',
  ),
  startEvent: joined(EVENT, FORM, table('initiator:variable formKey:literal formRef:literal formRefVersion:literal')),
  userTask: joined(ACTIVITY, USER_TASK),
  manualTask: joined(ACTIVITY, table('wait:?')),
  serviceTask: WORK,
  sendTask: joined(WORK, MESSAGE),
  businessRuleTask: WORK,
  receiveTask: joined(ACTIVITY, MESSAGE),
  scriptTask: joined(ACTIVITY, SCRIPT_TASK),
  callActivity: joined(
    ACTIVITY,
    table(
      `calledElementType:key|id calledElementBinding:latest|deployment|version|versionTag calledElementVersion:expr
       calledElementVersionTag:expr calledElementTenantId:expr sameDeployment:? fallbackToDefaultTenant:?
       inheritVariables:? inheritBusinessKey:? businessKey:expr processInstanceName:expr idVariableName:variable
       completeAsync:? useLocalScopeForOutParameters:?`,
      'in out fallbackToDefaultTenant',
    ),
  ),
  adHocSubProcess: joined(ACTIVITY, table('activation:auto|manual')),
  multiInstanceLoopCharacteristics: table(
    'collection:expr elementVariable:variable elementIndexVariable:variable async:? asyncBefore:? exclusive:?',
    'collection variableAggregation',
  ),
  messageEventDefinition: joined(MESSAGE, EVENT_WORK),
  signalEventDefinition: table('signalExpression:expr scope:processInstance|global async:?', 'in out'),
  errorEventDefinition: table(
    'errorCodeVariable:variable errorMessageVariable:variable errorVariableName:variable',
    'in out',
  ),
  escalationEventDefinition: table('escalationCodeVariable:variable', 'in out'),
  conditionalEventDefinition: table('variableName:variable variableEvents:changes'),
  timerEventDefinition: table('businessCalendarName:duration|dueDate|cycle endDate:expr'),
  timeCycle: table('endDate:expr'),
  terminateEventDefinition: table('terminateAll:? terminateMultiInstance:?'),
  sequenceFlow: table('skipExpression:bare', 'executionListener'),
  conditionExpression: table('resource:literal'),
  message: table('correlationKey:expr delivery:one|oldest|all'),
  signal: table('scope:processInstance|global'),
  dataObject: VALUE,
  dataInput: VALUE,
  dataOutput: VALUE,
  property: VALUE,
  laneSet: LANES,
  childLaneSet: LANES,
  lane: LANES,
  globalUserTask: USER_TASK,
  globalManualTask: table('wait:?'),
  globalScriptTask: SCRIPT_TASK,
  globalBusinessRuleTask: OWN_WORK,
};

const EMPTY = table('');

export function extensionTable(type: string): ExtensionTable {
  const own = OF_TYPE[type];
  if (own !== undefined) return own;
  if (ACTIVITY_TYPES.has(type)) return ACTIVITY;
  if (EVENT_TYPES.has(type)) return EVENT;
  return isFlowNodeType(type) ? GATEWAY : EMPTY;
}

/** Extensions that are kept in the file and shown by tools; the engine does nothing with them. */
export const CARRIED_EXTENSIONS: ReadonlySet<string> = new Set([
  'localization',
  'properties',
  'exportDateTime',
  'modelerTemplate',
  'modelerTemplateVersion',
  'modelerTemplateIcon',
  'isEagerExecutionFetching',
  'jobCategory',
  'formFieldValidation',
  'work-form-field-validation',
  'task-candidates-type',
  'initiator-can-complete',
  'layout',
  'color',
]);

/** Elements of Camunda 8 beside what is read: that people do a task of people, and how often a worker shall try. */
export const CARRIED_ZEEBE: ReadonlySet<string> = new Set(['userTask', 'retries']);

/** What to write instead of what is not read, in English and in Turkish; without a capital, as it follows a colon. */
export interface Replacement {
  readonly y: string;
  readonly yTr: string;
  readonly [name: string]: string;
}

/** What to write for what Camunda 8 says in FEEL or in a way of its own. */
export const ZEEBE_REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  assignmentDefinition: {
    y: 'flowable:assignee, flowable:candidateUsers or flowable:candidateGroups with ${...} at the task.',
    yTr: 'görevde ${...} ile flowable:assignee, flowable:candidateUsers ya da flowable:candidateGroups.',
  },
  taskDefinition: {
    y: 'flowable:type="external" and flowable:topic="${...}" at the task, or at the messageEventDefinition of an event.',
    yTr: 'görevde ya da bir olayın messageEventDefinition öğesinde flowable:type="external" ve flowable:topic="${...}".',
  },
  taskSchedule: {
    y: 'flowable:dueDate or camunda:followUpDate with ${...} or a period such as P7D at the task.',
    yTr: 'görevde ${...} ya da P7D gibi bir süreyle flowable:dueDate veya camunda:followUpDate.',
  },
  priorityDefinition: { y: 'flowable:priority="${...}" at the task.', yTr: 'görevde flowable:priority="${...}".' },
  formDefinition: {
    y: 'flowable:formKey, or camunda:formRef with camunda:formRefBinding, at the task.',
    yTr: 'görevde flowable:formKey ya da camunda:formRefBinding ile camunda:formRef.',
  },
  subscription: {
    y: 'keelson:correlationKey="${...}" at the message.',
    yTr: 'iletide keelson:correlationKey="${...}".',
  },
  publishMessage: {
    y: 'keelson:correlationKey="${...}" at the event or task; a message is not kept for later.',
    yTr: 'olayda ya da görevde keelson:correlationKey="${...}"; ileti sonrası için saklanmaz.',
  },
  script: {
    y: 'scriptFormat="feel", flowable:resultVariable and a script element at the task.',
    yTr: 'görevde scriptFormat="feel", flowable:resultVariable ve bir script öğesi.',
  },
  calledElement: {
    y: 'calledElement="${...}" at the call, with camunda:in and camunda:out inside.',
    yTr: 'çağrıda calledElement="${...}", içinde camunda:in ve camunda:out.',
  },
  calledDecision: {
    y: 'camunda:decisionRef, camunda:resultVariable and camunda:mapDecisionResult at the task.',
    yTr: 'görevde camunda:decisionRef, camunda:resultVariable ve camunda:mapDecisionResult.',
  },
  loopCharacteristics: {
    y: 'flowable:collection and flowable:elementVariable; gather with flowable:variableAggregation.',
    yTr: 'flowable:collection ve flowable:elementVariable; sonuçlar flowable:variableAggregation ile toplanır.',
  },
  executionListeners: {
    y: 'flowable:executionListener with an expression or script, or a task in front of or behind it.',
    yTr: 'ifade ya da betikle flowable:executionListener veya önünde ya da arkasında bir görev.',
  },
  taskListeners: {
    y: 'flowable:taskListener with an expression or script.',
    yTr: 'ifade ya da betikle flowable:taskListener.',
  },
  adHoc: {
    y: 'keelson:activation="manual"; who begins the activities names them by the API.',
    yTr: 'keelson:activation="manual"; etkinlikleri başlatan onları API ile belirtir.',
  },
  conditionalFilter: {
    y: 'camunda:variableName and camunda:variableEvents at the conditionalEventDefinition.',
    yTr: 'conditionalEventDefinition öğesinde camunda:variableName ve camunda:variableEvents.',
  },
};

/** Extensions that are refused wherever they stand, each with a rule that names the replacement. */
export const REFUSED_EXTENSIONS: Readonly<Record<string, RuleId>> = {
  class: 'EXE-01',
  delegateExpression: 'EXE-02',
  caseRef: 'EXE-14',
  caseDefinitionKey: 'EXE-14',
  formHandlerClass: 'EXE-15',
  variableMappingClass: 'EXE-15',
  variableMappingDelegateExpression: 'EXE-15',
  httpRequestHandler: 'EXE-15',
  httpResponseHandler: 'EXE-15',
  eventType: 'EXE-17',
  triggerEventType: 'EXE-17',
  channelKey: 'EXE-17',
  triggerChannelKey: 'EXE-17',
  keyDetectionType: 'EXE-17',
  keyDetectionValue: 'EXE-17',
  sendSynchronously: 'EXE-17',
  systemChannel: 'EXE-17',
  triggerSystemChannel: 'EXE-17',
  eventCorrelationParameter: 'EXE-17',
  eventInParameter: 'EXE-17',
  eventOutParameter: 'EXE-17',
  variableListenerEventDefinition: 'EXE-17',
};
