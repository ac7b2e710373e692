// What becomes of the attributes and elements of the five extension namespaces (page bpmn-engine, section 4.9).
import { CARRIED_EXTENSIONS, REFUSED_EXTENSIONS } from '@keelson/bpmn-core';
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

/** `attribute @ name` is an attribute of elements of the standard; all others are elements inside `extensionElements`. */
const WRITTEN = supportClaims(`
  attribute @ candidateStarterUsers candidateStarterGroups versionTag historyTimeToLive historyLevel = core/validate/process-facts | xml/read-deployment
  attribute @ searchable = core/validate/process-facts | xml/rules/hosted
  attribute @ isStartableInTasklist uniqueBusinessKey = core/validate/process-facts | xml/read-definition
  attribute @ timeZone onFailure initiator laneAsCandidateGroup = xml/compile/compile-process
  attribute @ async asyncBefore asyncAfter asyncLeave exclusive jobPriority = xml/compile/compile-job | xml/compile/compile-extensions
  attribute @ completeAsync = xml/compile/compile-job | xml/compile/compile-call
  attribute @ taskPriority topic triggerable type expression storeResultVariableAsTransient = xml/compile/compile-work
  attribute @ resultVariable resultVariableName useLocalScopeForResultVariable = xml/compile/compile-decision | xml/compile/compile-work
  attribute @ decisionRef decisionTableReferenceKey mapDecisionResult = xml/compile/compile-decision | xml/compile/compile-work
  attribute @ decisionRefBinding decisionRefVersion decisionRefVersionTag = xml/compile/compile-binding | xml/compile/compile-work
  attribute @ call mapFailure = xml/compile/compile-activity | xml/compile/compile-work
  attribute @ autoStoreVariables = xml/compile/compile-scripts | xml/compile/compile-work
  attribute @ skipExpression = core/rounds/performing | xml/compile/compile-extensions
  attribute @ resource = xml/compile/compile-flow | xml/compile/compile-extensions
  attribute @ wait = xml/compile/compile-node | xml/compile/compile-work
  attribute @ formKey = xml/compile/compile-user-task | xml/compile/compile-process
  attribute @ formRef formRefBinding formRefVersion = xml/compile/compile-form | xml/compile/compile-process
  attribute @ assignee owner candidateUsers candidateGroups dueDate followUpDate priority category = core/behaviours/tasks/user-task-fields
  attribute @ taskIdVariableName taskCompleterVariableName = xml/compile/compile-user-task | xml/compile/compile-process
  attribute @ correlationKey delivery messageExpression = xml/compile/compile-message | xml/compile/compile-event
  attribute @ scope signalExpression variableName variableEvents = xml/compile/compile-trigger | xml/compile/compile-event
  attribute @ errorCodeVariable errorMessageVariable errorVariableName escalationCodeVariable = xml/compile/compile-trigger | xml/compile/compile-event
  attribute @ terminateAll terminateMultiInstance = xml/compile/compile-trigger | xml/compile/compile-event
  attribute @ businessCalendarName endDate = xml/compile/compile-timer | xml/compile/compile-event
  attribute @ calledElementType calledElementTenantId fallbackToDefaultTenant = xml/compile/compile-call
  attribute @ calledElementBinding calledElementVersion calledElementVersionTag sameDeployment = xml/compile/compile-binding | xml/compile/compile-call
  attribute @ inheritVariables inheritBusinessKey businessKey processInstanceName idVariableName = xml/compile/compile-call
  attribute @ useLocalScopeForOutParameters = xml/compile/compile-call
  attribute @ activation = xml/compile/compile-ad-hoc | xml/compile/compile-scope
  attribute @ collection elementVariable elementIndexVariable = xml/compile/compile-loop

  executionListener taskListener = xml/compile/compile-listeners | xml/compile/compile-extensions
  executionListener taskListener @ event expression = xml/compile/compile-listeners | xml/compile/compile-extensions
  executionListener taskListener @ type = core/validate/listener-rules | xml/rules/work
  executionListener taskListener @ id ~ a name for tools
  timerEventDefinition timeDate timeDuration timeCycle = xml/compile/compile-listeners | xml/compile/compile-event
  timerEventDefinition timeDate timeDuration timeCycle @ * ~ a name for tools
  eventListener = xml/compile/compile-event-listeners
  eventListener @ * = xml/compile/compile-event-listeners
  script = xml/compile/compile-scripts | xml/compile/compile-extensions
  script @ * = xml/compile/compile-scripts | xml/compile/compile-extensions
  inputOutput inputParameter outputParameter list map entry value = xml/compile/compile-parameters | xml/compile/compile-extensions
  inputParameter outputParameter @ name = xml/compile/compile-parameters | xml/compile/compile-extensions
  entry @ key = xml/compile/compile-parameters | xml/compile/compile-extensions
  value @ id name = xml/compile/compile-form | xml/compile/compile-process
  failedJobRetryTimeCycle = xml/compile/compile-job | xml/compile/compile-extensions

  formData formField formProperty validation constraint = xml/compile/compile-form | xml/compile/compile-process
  formData @ businessKey = xml/compile/compile-form
  formField @ id label type defaultValue = xml/compile/compile-form | xml/compile/compile-process
  formProperty @ id name type expression variable default required readable writable min max = xml/compile/compile-form | xml/compile/compile-process
  formField formProperty @ datePattern = xml/compile/compile-form
  formProperty @ minlength maxlength pattern = xml/compile/compile-form
  constraint @ name config = xml/compile/compile-form | xml/compile/compile-process

  field string expression = xml/compile/compile-fields | xml/compile/compile-work
  field @ * = xml/compile/compile-fields | xml/compile/compile-work
  connector connectorId = xml/compile/compile-connector | xml/compile/compile-work
  errorEventDefinition = xml/compile/compile-work
  errorEventDefinition @ errorRef expression = xml/compile/compile-work
  errorEventDefinition @ id ~ a name for tools
  mapException mapFailure = xml/compile/compile-activity | xml/compile/compile-work
  mapException mapFailure @ errorCode = xml/compile/compile-activity | xml/compile/compile-work
  mapFailure @ failure = xml/compile/compile-activity | xml/compile/compile-work
  mapException @ includeChildExceptions ~ failures have no kinds below them
  call with = xml/compile/compile-work
  call with @ * = xml/compile/compile-work
  in out = xml/compile/compile-payload | xml/compile/compile-call
  in out @ * = xml/compile/compile-payload | xml/compile/compile-call
  collection variableAggregation variable = xml/compile/compile-loop
  variableAggregation variable @ * = xml/compile/compile-loop
`);

export const EXTENSION_SUPPORT: readonly SupportClaim[] = [...WRITTEN, CARRIED, ...REFUSED];
