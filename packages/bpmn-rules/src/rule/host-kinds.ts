// The one table of what a process may need of the host that runs it, and of which of it this version's server serves.
import type { WaitKind, WorkKind } from '@keelson/bpmn-core';

/**
 * What a host may serve. `javascript` stands for expressions and listeners whose value is asked for in the middle of a step, `form` for
 * fields shown to people, `conditional-start` for a process that begins by a condition. `conditional` and `data` are waits that the
 * instance ends itself, and that only have to be kept; what was thrown and waits for its handlers needs nothing at all.
 */
export type HostKind =
  | Exclude<WaitKind, 'work' | 'thrown'>
  | WorkKind
  | 'conditional-start'
  | 'javascript'
  | 'form'
  | 'history'
  | 'definition'
  | 'searchable';

/**
 * Name of a feature in documents. FEEL is no need of a host: where it is missing, its texts are refused as expressions (EXE-07) and
 * scripts (EXE-06).
 */
export type HostFeatureName = HostKind | 'feel';

/**
 * A feature that a host may serve. Whoever serves one more kind writes it here: deployment, `keelson-bpmn check --for SERVER` and the
 * documents follow.
 */
export interface HostFeature {
  readonly what: string;
  /** Whether the server of this version serves it. */
  readonly server: boolean;
  /** Elements and `@attributes` that need it wherever they stand; behind `?` those of which only some do. */
  readonly names: string;
}

export const HOST_FEATURES: Readonly<Record<HostFeatureName, HostFeature>> = {
  message: {
    what: 'messages between instances and from outside',
    server: true,
    names: 'messageEventDefinition messageFlow ? sendTask receiveTask',
  },
  timer: {
    what: 'timers, and listeners that hear a timeout',
    server: true,
    names: 'timerEventDefinition timeDate timeDuration timeCycle @timeZone ? taskListener',
  },
  signal: {
    what: 'signals to other instances; an own signal (`scope="processInstance"`) needs nobody',
    server: true,
    names: '? signalEventDefinition',
  },
  conditional: {
    what: 'conditions on data of the instance',
    server: true,
    names: '? conditionalEventDefinition',
  },
  'conditional-start': {
    what: 'processes that begin by a condition',
    server: true,
    names: '? conditionalEventDefinition',
  },
  trigger: {
    what: 'activities that somebody lets go on by the API',
    server: true,
    names: '@triggerable @wait ? receiveTask',
  },
  job: {
    what: 'asynchronous continuations, their priorities and retries',
    server: true,
    names:
      '@async @asyncBefore @asyncAfter @asyncLeave @completeAsync @jobPriority failedJobRetryTimeCycle ? @exclusive',
  },
  data: { what: 'activities that wait for their inputs', server: true, names: '? ioSpecification' },
  incident: { what: 'failures that wait for a person', server: true, names: '? @onFailure' },
  script: { what: 'script tasks in JavaScript', server: true, names: '? scriptTask' },
  native: {
    what: 'calls of the suite itself',
    server: true,
    names: 'call @call ? serviceTask sendTask businessRuleTask',
  },
  http: { what: 'HTTP tasks', server: true, names: '? serviceTask sendTask businessRuleTask connector' },
  mail: { what: 'mail tasks', server: true, names: '? serviceTask sendTask businessRuleTask connector' },
  external: {
    what: 'external tasks, fetched by workers',
    server: true,
    names: '@topic @taskPriority ? serviceTask sendTask businessRuleTask',
  },
  decision: {
    what: 'decisions (DMN)',
    server: true,
    names: '@decisionRef @decisionTableReferenceKey businessRuleTask ? serviceTask sendTask',
  },
  call: { what: 'called processes and global tasks', server: true, names: 'callActivity' },
  javascript: {
    what: 'expressions, parameters and listeners in JavaScript',
    server: true,
    names: '? script formalExpression expression conditionExpression condition executionListener taskListener',
  },
  form: { what: 'forms', server: true, names: '@formRef formData formProperty formField' },
  history: { what: 'the level of history `activity`', server: false, names: '? @historyLevel historyLevel' },
  definition: {
    what: 'what a definition says of all its instances',
    server: true,
    names: 'eventListener ? @uniqueBusinessKey @isStartableInTasklist',
  },
  searchable: { what: 'variables that instances are found by', server: true, names: '@searchable' },
  feel: {
    what: 'FEEL',
    server: true,
    names: '? script formalExpression expression conditionExpression condition',
  },
};

/** All that a host may serve; a host that serves everything passes this or nothing. */
export const HOST_KINDS: readonly HostKind[] = Object.keys(HOST_FEATURES).filter(
  (name) => name !== 'feel',
) as HostKind[];

/** What the server of this version serves. */
export const SERVER_KINDS: ReadonlySet<HostKind> = new Set(HOST_KINDS.filter((kind) => HOST_FEATURES[kind].server));
