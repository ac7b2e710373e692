// This says what becomes of the attributes and elements of the five extension namespaces.
import { CARRIED_EXTENSIONS, REFUSED_EXTENSIONS } from '@keelson/bpmn-rules';
import { type SupportClaim, supportClaims } from './support.ts';

const CARRIED: SupportClaim = {
  elements: [...CARRIED_EXTENSIONS],
  attributes: null,
  support: { kind: 'carried', why: 'for tools; the deployment says so (W-05)' },
};

const REFUSED = Object.entries(REFUSED_EXTENSIONS).map(
  ([name, rule]): SupportClaim => ({
    elements: [name],
    attributes: null,
    support: { kind: 'refused', rule, when: '' },
  }),
);

/**
 * Claims about extensions: `attribute @ name` is an attribute of elements of the standard; all others are elements inside
 * `extensionElements`.
 */
const WRITTEN = supportClaims(`
  attribute @ candidateStarterUsers candidateStarterGroups versionTag historyTimeToLive historyLevel = rules/facts/process-facts | xml/read-deployment
  attribute @ searchable = rules/facts/process-facts | xml/rules/hosted
  attribute @ isStartableInTasklist uniqueBusinessKey = rules/facts/process-facts | xml/read-definition
  attribute @ timeZone onFailure initiator laneAsCandidateGroup = xml/compile/compile-process
  attribute @ async asyncBefore asyncAfter asyncLeave exclusive jobPriority = xml/compile/activities/compile-job | xml/compile/compile-extensions
  attribute @ completeAsync = xml/compile/activities/compile-job | xml/compile/activities/compile-call
  attribute @ taskPriority topic triggerable type expression storeResultVariableAsTransient = xml/compile/activities/compile-work
  attribute @ resultVariable resultVariableName useLocalScopeForResultVariable = xml/compile/activities/compile-decision | xml/compile/activities/compile-work
  attribute @ decisionRef decisionTableReferenceKey mapDecisionResult = xml/compile/activities/compile-decision | xml/compile/activities/compile-work
  attribute @ decisionRefBinding decisionRefVersion decisionRefVersionTag = xml/compile/activities/compile-binding | xml/compile/activities/compile-work
  attribute @ call mapFailure = xml/compile/nodes/compile-activity | xml/compile/activities/compile-work
  attribute @ autoStoreVariables = xml/compile/data/compile-scripts | xml/compile/activities/compile-work
  historyLevel = rules/facts/process-facts | xml/rules/other-engines
  attribute @ skipExpression = core/rounds/performing | xml/compile/compile-extensions
  attribute @ resource = xml/compile/compile-flow | xml/compile/compile-extensions
  attribute @ wait = xml/compile/nodes/compile-node | xml/compile/activities/compile-work
  attribute @ formKey = xml/compile/activities/compile-user-task | xml/compile/compile-process
  attribute @ formRef formRefBinding formRefVersion = xml/compile/activities/compile-form | xml/compile/compile-process
  attribute @ assignee owner candidateUsers candidateGroups dueDate followUpDate priority category = core/behaviours/tasks/user-task-fields
  attribute @ taskIdVariableName taskCompleterVariableName = xml/compile/activities/compile-user-task | xml/compile/compile-process
  attribute @ correlationKey delivery messageExpression = xml/compile/events/compile-message | xml/compile/events/compile-event
  attribute @ scope signalExpression variableName variableEvents = xml/compile/events/compile-trigger | xml/compile/events/compile-event
  attribute @ errorCodeVariable errorMessageVariable errorVariableName escalationCodeVariable = xml/compile/events/compile-trigger | xml/compile/events/compile-event
  attribute @ terminateAll terminateMultiInstance = xml/compile/events/compile-trigger | xml/compile/events/compile-event
  attribute @ businessCalendarName endDate = xml/compile/events/compile-timer | xml/compile/events/compile-event
  attribute @ calledElementType calledElementTenantId fallbackToDefaultTenant = xml/compile/activities/compile-call
  attribute @ calledElementBinding calledElementVersion calledElementVersionTag sameDeployment = xml/compile/activities/compile-binding | xml/compile/activities/compile-call
  attribute @ inheritVariables inheritBusinessKey businessKey processInstanceName idVariableName = xml/compile/activities/compile-call
  attribute @ useLocalScopeForOutParameters = xml/compile/activities/compile-call
  attribute @ activation = xml/compile/nodes/compile-ad-hoc | xml/compile/compile-scope
  attribute @ collection elementVariable elementIndexVariable = xml/compile/nodes/compile-loop

  executionListener taskListener = xml/compile/events/compile-listeners | xml/compile/compile-extensions
  executionListener taskListener @ event expression = xml/compile/events/compile-listeners | xml/compile/compile-extensions
  executionListener taskListener @ type = rules/execution/listener-rules | xml/rules/work
  executionListener taskListener @ id ~ a name for tools
  timerEventDefinition timeDate timeDuration timeCycle = xml/compile/events/compile-listeners | xml/compile/events/compile-event
  timerEventDefinition timeDate timeDuration timeCycle @ * ~ a name for tools
  eventListener = xml/compile/events/compile-event-listeners
  eventListener @ * = xml/compile/events/compile-event-listeners
  script = xml/compile/data/compile-scripts | xml/compile/compile-extensions
  script @ * = xml/compile/data/compile-scripts | xml/compile/compile-extensions
  inputOutput inputParameter outputParameter list map entry value = xml/compile/data/compile-parameters | xml/compile/compile-extensions
  inputParameter outputParameter @ name = xml/compile/data/compile-parameters | xml/compile/compile-extensions
  entry @ key = xml/compile/data/compile-parameters | xml/compile/compile-extensions
  value @ id name = xml/compile/activities/compile-form | xml/compile/compile-process
  failedJobRetryTimeCycle = xml/compile/activities/compile-job | xml/compile/compile-extensions

  formData formField formProperty validation constraint = xml/compile/activities/compile-form | xml/compile/compile-process
  formData @ businessKey = xml/compile/activities/compile-form
  formField @ id label type defaultValue = xml/compile/activities/compile-form | xml/compile/compile-process
  formProperty @ id name type expression variable default required readable writable min max = xml/compile/activities/compile-form | xml/compile/compile-process
  formField formProperty @ datePattern = xml/compile/activities/compile-form
  formProperty @ minlength maxlength pattern = xml/compile/activities/compile-form
  constraint @ name config = xml/compile/activities/compile-form | xml/compile/compile-process

  field string expression = xml/compile/data/compile-fields | xml/compile/activities/compile-work
  field @ * = xml/compile/data/compile-fields | xml/compile/activities/compile-work
  connector connectorId = xml/compile/activities/compile-work
  errorEventDefinition = xml/compile/activities/compile-work
  errorEventDefinition @ errorRef expression = xml/compile/activities/compile-work
  errorEventDefinition @ id ~ a name for tools
  mapException mapFailure = xml/compile/nodes/compile-activity | xml/compile/activities/compile-work
  mapException mapFailure @ errorCode = xml/compile/nodes/compile-activity | xml/compile/activities/compile-work
  mapFailure @ failure = xml/compile/nodes/compile-activity | xml/compile/activities/compile-work
  mapException @ includeChildExceptions ~ failures have no kinds below them
  call with = xml/compile/activities/compile-work
  call with @ * = xml/compile/activities/compile-work
  fallbackToDefaultTenant = xml/compile/activities/compile-call
  fallbackToDefaultTenant @ value = xml/compile/activities/compile-call
  in out = xml/compile/data/compile-payload | xml/compile/activities/compile-call
  in out @ * = xml/compile/data/compile-payload | xml/compile/activities/compile-call
  collection variableAggregation variable = xml/compile/nodes/compile-loop
  variableAggregation variable @ * = xml/compile/nodes/compile-loop
`);

export const EXTENSION_SUPPORT: readonly SupportClaim[] = [...WRITTEN, CARRIED, ...REFUSED];
