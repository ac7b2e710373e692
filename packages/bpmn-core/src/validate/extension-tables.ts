// What the engine does with each name of the five extension namespaces (section 4.9).
import { isFlowNodeType } from './element-types.ts';
import type { RuleId } from './rule-catalogue.ts';

export interface ExtensionTable {
  /** Attributes that are read. */
  readonly executed: ReadonlySet<string>;
  /** Attributes of section 4.9 that are not executed yet, with the value that says nothing, where there is one. */
  readonly notBuilt: ReadonlyMap<string, string | null>;
  /** Elements of section 4.9 that are not executed yet. */
  readonly notBuiltElements: ReadonlySet<string>;
}

function table(
  executed: readonly string[],
  notBuilt: Readonly<Record<string, string | null>>,
  notBuiltElements: readonly string[],
): ExtensionTable {
  return {
    executed: new Set(executed),
    notBuilt: new Map(Object.entries(notBuilt)),
    notBuiltElements: new Set(notBuiltElements),
  };
}

/** On any activity, event and gateway. */
const ASYNCHRONY: Readonly<Record<string, string | null>> = {
  async: 'false',
  asyncBefore: 'false',
  asyncAfter: 'false',
  asyncLeave: 'false',
  exclusive: 'true',
  jobPriority: null,
};
const FLOW_NODE_ELEMENTS = ['executionListener', 'failedJobRetryTimeCycle', 'inputOutput'];
const FORMS: Readonly<Record<string, string | null>> = { formRef: null, formRefBinding: null, formRefVersion: null };
const FORM_ELEMENTS = ['formData', 'formProperty'];

const TABLES: Readonly<Record<string, ExtensionTable>> = {
  process: table(
    ['candidateStarterUsers', 'candidateStarterGroups', 'historyTimeToLive', 'historyLevel', 'versionTag'],
    {
      jobPriority: null,
      taskPriority: null,
      isStartableInTasklist: 'true',
      searchable: null,
      uniqueBusinessKey: 'false',
      timeZone: null,
      onFailure: null,
    },
    ['eventListener', 'executionListener'],
  ),
  startEvent: table(['initiator', 'formKey'], { ...ASYNCHRONY, ...FORMS }, [...FLOW_NODE_ELEMENTS, ...FORM_ELEMENTS]),
  userTask: table(
    [
      'assignee',
      'owner',
      'candidateUsers',
      'candidateGroups',
      'dueDate',
      'followUpDate',
      'priority',
      'category',
      'formKey',
    ],
    {
      ...ASYNCHRONY,
      ...FORMS,
      skipExpression: null,
      taskIdVariableName: null,
      taskCompleterVariableName: null,
      businessCalendarName: null,
    },
    [...FLOW_NODE_ELEMENTS, ...FORM_ELEMENTS, 'taskListener'],
  ),
  manualTask: table([], { ...ASYNCHRONY, wait: 'false' }, FLOW_NODE_ELEMENTS),
  sequenceFlow: table([], { skipExpression: null }, ['executionListener']),
  conditionExpression: table([], { resource: null }, []),
};

const FLOW_NODE_TABLE = table([], ASYNCHRONY, FLOW_NODE_ELEMENTS);
const EMPTY_TABLE = table([], {}, []);

export function extensionTable(type: string): ExtensionTable {
  return TABLES[type] ?? (isFlowNodeType(type) ? FLOW_NODE_TABLE : EMPTY_TABLE);
}

/** Kept in the file and shown by tools; the engine does nothing with them. */
export const CARRIED_EXTENSIONS: ReadonlySet<string> = new Set([
  'localization',
  'properties',
  'exportDateTime',
  'modelerTemplate',
  'modelerTemplateVersion',
  'modelerTemplateIcon',
  'isEagerExecutionFetching',
  'formFieldValidation',
]);

/** Attributes that are refused wherever they stand, each with a rule that names the replacement. */
export const REFUSED_EXTENSIONS: Readonly<Record<string, RuleId>> = {
  class: 'EXE-01',
  delegateExpression: 'EXE-02',
  caseRef: 'EXE-14',
  formHandlerClass: 'EXE-15',
  variableMappingClass: 'EXE-15',
  variableMappingDelegateExpression: 'EXE-15',
};

export const LISTENER_ELEMENTS: ReadonlySet<string> = new Set(['executionListener', 'taskListener', 'eventListener']);

/** Names of section 4.9 that belong to elements without behaviour yet: known, and refused together with the element. */
const LATER_NAMES = [
  ...['expression', 'resultVariable', 'resultVariableName', 'useLocalScopeForResultVariable', 'decisionRef'],
  ...['storeResultVariableAsTransient', 'type', 'topic', 'taskPriority', 'decisionRefBinding', 'decisionRefVersion'],
  ...['decisionRefVersionTag', 'decisionTableReferenceKey', 'mapDecisionResult', 'triggerable', 'mapException'],
  ...['errorEventDefinition', 'field', 'connector', 'calledElementType', 'calledElementBinding', 'autoStoreVariables'],
  ...['calledElementVersion', 'calledElementVersionTag', 'calledElementTenantId', 'sameDeployment', 'in', 'out'],
  ...['fallbackToDefaultTenant', 'inheritVariables', 'inheritBusinessKey', 'businessKey', 'processInstanceName'],
  ...['idVariableName', 'completeAsync', 'useLocalScopeForOutParameters', 'collection', 'elementVariable', 'scope'],
  ...['elementIndexVariable', 'variableAggregation', 'errorCodeVariable', 'errorMessageVariable', 'errorVariableName'],
  ...['escalationCodeVariable', 'messageExpression', 'signalExpression', 'variableName', 'variableEvents', 'endDate'],
  ...['businessCalendarName', 'terminateAll', 'terminateMultiInstance', 'correlationKey', 'delivery', 'call', 'with'],
  ...['resource', 'exclusive', 'skipExpression'],
];

const ALL_NAMES: ReadonlySet<string> = new Set([
  ...LATER_NAMES,
  ...CARRIED_EXTENSIONS,
  ...Object.keys(REFUSED_EXTENSIONS),
  ...[...Object.values(TABLES), FLOW_NODE_TABLE].flatMap((each) => [
    ...each.executed,
    ...each.notBuilt.keys(),
    ...each.notBuiltElements,
  ]),
]);

export function isKnownExtension(name: string): boolean {
  return ALL_NAMES.has(name);
}
