// Reads files of a deployment with the rules of BPMN; the door to the packages that know the notation.
import { type ExpressionLanguages, type ProcessModel, startTriggersOf } from '@keelson/bpmn-core';
import { createCalendar } from '@keelson/bpmn-host';
import { optionsFor, type Problem, type Strictness } from '@keelson/bpmn-rules';
import {
  type DeploymentFile,
  type ModelNode,
  type ReadDefinition,
  readDefinition,
  readDeployment,
} from '@keelson/bpmn-xml';

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
    | 'warnings'
    | 'model'
  > {
  /** Is the hash of the canonical content: equal for files that differ in what does not matter. */
  readonly contentSha256: Buffer;
  /** Names of messages that start an instance, each once; so are the names of signals, and timers as they are written. */
  readonly messageStarts: readonly string[];
  readonly signalStarts: readonly string[];
  readonly timerStarts: readonly string[];
}

export interface ReadFiles {
  /** Lists errors first; as many as one answer may carry. */
  readonly problems: readonly Problem[];
  /** Counts all there are. */
  readonly problemCount: number;
  /** Names the process ids that several of the files define; these are an error too. */
  readonly duplicateKeys: readonly { readonly key: string; readonly files: readonly string[] }[];
  /** Is empty when a problem is an error. */
  readonly processes: readonly ReadProcess[];
}

const CALENDAR = createCalendar();

export const deploymentReader = {
  /** What this server does not serve is refused as the table of the rules says: EXE-00. */
  read(files: readonly DeploymentFile[], strictness: Strictness, languages: ExpressionLanguages): ReadFiles {
    const options = { ...optionsFor('server', { languages, calendar: CALENDAR }), strictness };
    const { definitions, ...read } = readDeployment(files, options);
    return { ...read, processes: definitions.map(toReadProcess) };
  },
  /** Nodes of one process of a stored file, in document order. */
  nodes: (bytes: Uint8Array, key: string): readonly ModelNode[] => readDefinition(bytes, key).nodes,
};

function toReadProcess(definition: ReadDefinition): ReadProcess {
  const contentSha256 = Buffer.from(definition.canonicalContent, 'hex');
  return { ...definition, contentSha256, ...startsOf(definition.model) };
}

function startsOf(model: ProcessModel | null): Pick<ReadProcess, 'messageStarts' | 'signalStarts' | 'timerStarts'> {
  const messages = new Set<string>();
  const signals = new Set<string>();
  const timers = new Set<string>();
  for (const { trigger } of model === null ? [] : startTriggersOf(model)) {
    if (trigger.kind === 'message') messages.add(trigger.name);
    else if (trigger.kind === 'signal') signals.add(trigger.name);
    else if (trigger.kind === 'timer' && typeof trigger.timer.value.constant === 'string') {
      timers.add(trigger.timer.value.constant);
    }
  }
  return { messageStarts: [...messages], signalStarts: [...signals], timerStarts: [...timers] };
}
