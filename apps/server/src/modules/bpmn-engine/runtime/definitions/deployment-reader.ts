// Reads files of a deployment with the rules of BPMN; the door to the packages that know the notation.
import { type ExpressionLanguages, type ProcessModel, type StartTrigger, startTriggersOf } from '@keelson/bpmn-core';
import { createCalendar } from '@keelson/bpmn-host';
import { type NativeCallParameters, optionsFor, type Strictness } from '@keelson/bpmn-rules';
import {
  type DeploymentFile,
  type ModelNode,
  PROBLEMS_MAX,
  type ReadDefinition,
  readDefinition,
  readDeployment,
  readNodes,
} from '@keelson/bpmn-xml';
import type { DeploymentProblem } from './deployment-problem.ts';
import { type ReadDecision, readDecisionFiles } from './read-decision-files.ts';

/** Describes a process as a file defines it, ready to be stored as a version. */
export interface ReadProcess
  extends Pick<
    ReadDefinition,
    | 'key'
    | 'name'
    | 'description'
    | 'category'
    | 'versionTag'
    | 'resourceName'
    | 'executable'
    | 'startable'
    | 'hasDiagram'
    | 'startFormKey'
    | 'historyTimeToLive'
    | 'historyLevel'
    | 'candidateStarterUsers'
    | 'candidateStarterGroups'
    | 'startableInTasklist'
    | 'warnings'
  > {
  /** Is null for a process that is not executable. */
  readonly starts: ProcessStarts | null;
  /** Is the hash of the canonical content in hexadecimal digits: equal for files that differ in what does not matter. */
  readonly contentSha256: string;
  /** Names of messages that start an instance, each once; so are the names of signals, and timers as they are written. */
  readonly messageStarts: readonly string[];
  readonly signalStarts: readonly string[];
  readonly timerStarts: readonly string[];
}

/** Says what starts instances beside a plain start, and the zone that its times are in. */
export interface ProcessStarts {
  readonly triggers: readonly StartTrigger[];
  readonly timeZone: string | null;
}

export interface ReadFiles {
  /** Lists errors first; as many as one answer may carry. */
  readonly problems: readonly DeploymentProblem[];
  /** Counts all there are. */
  readonly problemCount: number;
  /** Names the ids of processes and decisions that several of the files define; these are an error too. */
  readonly duplicateKeys: readonly { readonly key: string; readonly files: readonly string[] }[];
  /** Is empty when a problem is an error. */
  readonly processes: readonly ReadProcess[];
  /** Is empty when a problem is an error. */
  readonly decisions: readonly ReadDecision[];
  /** Names the decisions that processes call and no file holds. */
  readonly decisionsOutside: readonly string[];
}

/** Says what is known beside the files. */
export interface Known {
  readonly languages: ExpressionLanguages;
  /** Are those that no file holds; where nobody says it, all that a process calls count as deployed. */
  readonly decisions?: ReadonlySet<string>;
  /** Holds what native calls take, by name; where nobody says it, all are there. */
  readonly nativeCalls?: ReadonlyMap<string, NativeCallParameters>;
}

const CALENDAR = createCalendar();

export const deploymentReader = {
  /** What this server does not serve is refused as the table of the rules says: EXE-00. */
  read(
    files: readonly DeploymentFile[],
    strictness: Strictness,
    { languages, decisions, nativeCalls }: Known,
  ): ReadFiles {
    const ofDecisions = readDecisionFiles(files);
    const keys = new Set(ofDecisions.decisions.map(({ key }) => key));
    const decisionsOutside = new Set<string>();
    const outside = {
      ...(nativeCalls === undefined ? {} : { nativeCall: (name: string) => nativeCalls.get(name) ?? null }),
      hasFile: (name: string) => ofDecisions.fileNames.has(name),
      hasDecision(key: string) {
        if (keys.has(key)) return true;
        decisionsOutside.add(key);
        return decisions?.has(key) ?? true;
      },
    };
    const options = { ...optionsFor('server', { languages, calendar: CALENDAR }), outside, strictness };
    const { definitions, ...read } = readDeployment(ofDecisions.others, options);
    const isRefused = ofDecisions.problems.length > 0 || read.problems.some(({ severity }) => severity === 'ERROR');
    return {
      problems: [...ofDecisions.problems, ...read.problems].toSorted(errorsFirst(files)).slice(0, PROBLEMS_MAX),
      problemCount: read.problemCount + ofDecisions.problems.length,
      duplicateKeys: [...read.duplicateKeys, ...ofDecisions.duplicateKeys],
      processes: isRefused ? [] : definitions.map(toReadProcess),
      decisions: isRefused ? [] : ofDecisions.decisions,
      decisionsOutside: [...decisionsOutside],
    };
  },
  /** Compiles one process of a stored file; `texts` are those of the files beside it. Throws where it does not compile. */
  compile(
    bytes: Uint8Array,
    key: string,
    { languages, texts }: Pick<Known, 'languages'> & { readonly texts: ReadonlyMap<string, string> },
  ): CompiledProcess {
    const resource = (name: string) => texts.get(name) ?? null;
    const { model, uniqueBusinessKey } = readDefinition(bytes, key, { languages, resource });
    if (model === null) throw new Error(`the process ${key} is stored as executable and does not compile`);
    return { model, uniqueBusinessKey };
  },
  /** Nodes of one process of a stored file, in document order. */
  nodes: (bytes: Uint8Array, key: string): readonly ModelNode[] => readNodes(bytes, key),
};

/** Is a process of a stored file, ready to run. */
export interface CompiledProcess {
  readonly model: ProcessModel;
  readonly uniqueBusinessKey: boolean;
}

/** Within a file problems stay in their order. */
function errorsFirst(files: readonly DeploymentFile[]) {
  const places = new Map(files.map(({ name }, index) => [name, index]));
  const placeOf = ({ file }: DeploymentProblem) => places.get(file) ?? 0;
  return (left: DeploymentProblem, right: DeploymentProblem): number =>
    Number(left.severity === 'WARNING') - Number(right.severity === 'WARNING') || placeOf(left) - placeOf(right);
}

function toReadProcess({ model, ...definition }: ReadDefinition): ReadProcess {
  const starts = model === null ? null : processStartsOf(model);
  return { ...definition, contentSha256: definition.canonicalContent, starts, ...namedStarts(starts) };
}

export function processStartsOf(model: ProcessModel): ProcessStarts {
  return { triggers: startTriggersOf(model), timeZone: model.timeZone };
}

function namedStarts(starts: ProcessStarts | null) {
  const messages = new Set<string>();
  const signals = new Set<string>();
  const timers = new Set<string>();
  for (const { trigger } of starts?.triggers ?? []) {
    if (trigger.kind === 'message') messages.add(trigger.name);
    else if (trigger.kind === 'signal') signals.add(trigger.name);
    else if (trigger.kind === 'timer' && typeof trigger.timer.value.constant === 'string') {
      timers.add(trigger.timer.value.constant);
    }
  }
  return { messageStarts: [...messages], signalStarts: [...signals], timerStarts: [...timers] };
}
