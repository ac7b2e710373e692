// Reads files of a deployment with the rules of BPMN; the door to the packages that know the notation.
import { type ExpressionLanguages, type ProcessModel, type StartTrigger, startTriggersOf } from '@keelson/bpmn-core';
import { createCalendar, matchesPattern } from '@keelson/bpmn-host';
import {
  type NativeCallParameters,
  type OutsideCallable,
  type OutsideLookup,
  optionsFor,
  type Strictness,
} from '@keelson/bpmn-rules';
import {
  type CheckedDeployment,
  checkDeployment,
  type DeploymentFile,
  type ModelNode,
  PROBLEMS_MAX,
  type ProblemCounts,
  type ReadDefinition,
  type ReadForm,
  readDefinition,
  readDeployment,
  readNodes,
} from '@keelson/bpmn-xml';
import type { DeploymentProblem } from './deployment-problem.ts';
import { type ReadDecision, type ReadDecisionFiles, readDecisionFiles } from './read-decision-files.ts';

/** A process as a file defines it, ready to be stored as a version. */
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
    | 'callable'
    | 'historyTimeToLive'
    | 'historyLevel'
    | 'candidateStarterUsers'
    | 'candidateStarterGroups'
    | 'startableInTasklist'
    | 'searchable'
    | 'warnings'
  > {
  /** What starts instances; null for a process that is not executable. */
  readonly starts: ProcessStarts | null;
  /** The hash of the canonical content in hexadecimal digits: equal for files that differ in what does not matter. */
  readonly contentSha256: string;
  /** Names of messages that start an instance, each once; beside them names of signals, and timers as they are written. */
  readonly messageStarts: readonly string[];
  readonly signalStarts: readonly string[];
  readonly timerStarts: readonly string[];
  /** Names of elements; null for a process that is not executable. */
  readonly elements: readonly ElementNames[] | null;
}

/** Id, name and type of an element of a model, whose history calls it by its index. */
export type ElementNames = readonly [id: string, name: string | null, type: string];

/** What starts instances beside a plain start, and the zone that its times are in. */
export interface ProcessStarts {
  readonly triggers: readonly StartTrigger[];
  readonly timeZone: string | null;
}

/** Verdict of the rules on files. */
interface JudgedFiles {
  /** Problems, errors first; as many as one answer may carry. */
  readonly problems: readonly DeploymentProblem[];
  /** Number of all problems. */
  readonly problemCount: number;
  /** Ids of processes, decisions and forms that several of the files define, which is an error, too. */
  readonly duplicateKeys: readonly { readonly key: string; readonly files: readonly string[] }[];
  /** Keys of what the files call and none of them holds. */
  readonly asked: AskedOutside;
}

export interface ReadFiles extends JudgedFiles {
  /** Processes; empty when a problem is an error. */
  readonly processes: readonly ReadProcess[];
  /** Decisions; empty when a problem is an error. */
  readonly decisions: readonly ReadDecision[];
  /** Forms; empty when a problem is an error. */
  readonly forms: readonly ReadForm[];
}

export interface CheckedFiles extends JudgedFiles {
  /** Number of problems under every strictness. */
  readonly counts: Readonly<Record<Strictness, ProblemCounts>>;
}

/** Keys of what is asked for outside of the files, each once. */
export interface AskedOutside {
  readonly decisions: readonly string[];
  readonly forms: readonly string[];
  readonly processes: readonly string[];
}

/**
 * What lies outside the files, as far as somebody has looked: of what was not looked up everything counts as there, and as taking no data.
 */
export interface Outside {
  /** Parameters of native calls, by name. */
  readonly nativeCalls: ReadonlyMap<string, NativeCallParameters>;
  /** Keys of the decisions, and of the forms, that are deployed. */
  readonly decisions?: ReadonlySet<string>;
  readonly forms?: ReadonlySet<string>;
  /** What deployed processes offer, by key; those deployed before that was kept are `unknown`. */
  readonly processes?: ReadonlyMap<string, OutsideCallable | 'unknown'>;
}

/** Files to be read, whose names must differ. */
export interface FilesToRead {
  readonly files: readonly DeploymentFile[];
  readonly strictness: Strictness;
  /** What lies outside; left out by who judges files for themselves: what they name elsewhere counts as there. */
  readonly outside?: Outside | undefined;
}

const CALENDAR = createCalendar();

/** Whether the engine can hold a value against a pattern, in time linear in the value. */
function isPattern(text: string): boolean {
  try {
    matchesPattern('', text);
    return true;
  } catch {
    return false;
  }
}

export const deploymentReader = {
  /** Reads files. What this server does not serve is refused as the table of the rules says: EXE-00. */
  read(toRead: FilesToRead, languages: ExpressionLanguages): ReadFiles {
    const { ofDecisions, options, judge } = prepare(toRead, languages);
    const { definitions, forms, ...read } = readDeployment(ofDecisions.others, options);
    const judged = judge(read);
    const isRefused = judged.problems.some(({ severity }) => severity === 'ERROR');
    return {
      ...judged,
      processes: isRefused ? [] : definitions.map(toReadProcess),
      decisions: isRefused ? [] : ofDecisions.decisions,
      forms: isRefused ? [] : forms,
    };
  },
  /** Judges files without making definitions of them. */
  check(toRead: FilesToRead, languages: ExpressionLanguages): CheckedFiles {
    const { ofDecisions, options, judge } = prepare(toRead, languages);
    const { counts, ...checked } = checkDeployment(ofDecisions.others, options);
    const counted = ({ errors, warnings }: ProblemCounts): ProblemCounts => ({
      errors: errors + ofDecisions.problems.length,
      warnings,
    });
    const { strict, spec, lenient } = counts;
    return { ...judge(checked), counts: { strict: counted(strict), spec: counted(spec), lenient: counted(lenient) } };
  },
  /** Compiles one process of a stored file; `texts` are those of the files beside it. Throws where it does not compile. */
  compile(
    bytes: Uint8Array,
    key: string,
    { languages, texts }: { readonly languages: ExpressionLanguages; readonly texts: ReadonlyMap<string, string> },
  ): CompiledProcess {
    const resource = (name: string) => texts.get(name) ?? null;
    const { model, uniqueBusinessKey, searchable } = readDefinition(bytes, key, { languages, resource });
    if (model === null) throw new Error(`the process ${key} is stored as executable and does not compile`);
    return { model, uniqueBusinessKey, searchable };
  },
  /** Lists the nodes of one process of a stored file, in document order. */
  nodes: (bytes: Uint8Array, key: string): readonly ModelNode[] => readNodes(bytes, key),
};

function prepare({ files, strictness, outside }: FilesToRead, languages: ExpressionLanguages) {
  const ofDecisions = readDecisionFiles(files);
  const { lookup, asked } = lookOutside(ofDecisions, outside);
  const options = {
    ...optionsFor('server', { languages, calendar: CALENDAR, isPattern }),
    outside: lookup,
    strictness,
  };
  /** Judges files; problems of DMN files stand beside those of the others, and each is an error. */
  const judge = ({ problems, problemCount, duplicateKeys }: CheckedDeployment): JudgedFiles => ({
    problems: [...ofDecisions.problems, ...problems].toSorted(errorsFirst(files)).slice(0, PROBLEMS_MAX),
    problemCount: problemCount + ofDecisions.problems.length,
    duplicateKeys: [...duplicateKeys, ...ofDecisions.duplicateKeys],
    asked: { decisions: [...asked.decisions], forms: [...asked.forms], processes: [...asked.processes] },
  });
  return { ofDecisions, options, judge };
}

/**
 * Makes the rules' view of what lies outside, and notes what they ask for. Every file of a deployment is read, so no process comes from
 * another one (PRC-07).
 */
function lookOutside({ decisions, fileNames }: ReadDecisionFiles, outside: Outside | undefined) {
  const keys = new Set(decisions.map(({ key }) => key));
  const asked = { decisions: new Set<string>(), forms: new Set<string>(), processes: new Set<string>() };
  if (outside === undefined) return { lookup: {}, asked };
  const lookup: OutsideLookup = {
    nativeCall: (name) => outside.nativeCalls.get(name) ?? null,
    hasFile: (name) => fileNames.has(name),
    hasDecision(key) {
      if (keys.has(key)) return true;
      asked.decisions.add(key);
      return outside.decisions?.has(key) ?? true;
    },
    hasForm(key) {
      asked.forms.add(key);
      return outside.forms?.has(key) ?? true;
    },
    callable(key) {
      asked.processes.add(key);
      return outside.processes === undefined ? PLAIN_CALLABLE : (outside.processes.get(key) ?? null);
    },
  };
  return { lookup, asked };
}

/** What a process offers of which nothing is known: it starts by a call, and takes and gives no data. */
const PLAIN_CALLABLE: OutsideCallable = { startsPlainly: true, inputs: [], outputs: [] };

/** Whether files that were read before anybody looked would be judged the same now. */
export function isAsAssumed(
  { decisions, forms, processes }: AskedOutside,
  found: Required<Omit<Outside, 'nativeCalls'>>,
): boolean {
  return (
    decisions.every((key) => found.decisions.has(key)) &&
    forms.every((key) => found.forms.has(key)) &&
    processes.every((key) => isPlain(found.processes.get(key)))
  );
}

function isPlain(callable: OutsideCallable | 'unknown' | undefined): boolean {
  if (callable === undefined || callable === 'unknown') return false;
  return callable.startsPlainly && callable.inputs.length + callable.outputs.length === 0;
}

/** A process of a stored file, ready to run. */
export interface CompiledProcess {
  readonly model: ProcessModel;
  readonly uniqueBusinessKey: boolean;
  readonly searchable: readonly string[];
}

/** Orders problems, errors first; within a file they stay in their order. */
function errorsFirst(files: readonly DeploymentFile[]) {
  const places = new Map(files.map(({ name }, index) => [name, index]));
  const placeOf = ({ file }: DeploymentProblem) => places.get(file) ?? 0;
  return (left: DeploymentProblem, right: DeploymentProblem): number =>
    Number(left.severity === 'WARNING') - Number(right.severity === 'WARNING') || placeOf(left) - placeOf(right);
}

function toReadProcess({ model, ...definition }: ReadDefinition): ReadProcess {
  const starts = model === null ? null : processStartsOf(model);
  const elements = model === null ? null : elementNamesOf(model);
  return { ...definition, contentSha256: definition.canonicalContent, starts, elements, ...namedStarts(starts) };
}

/** Lists the names of elements, by the index that the history has. */
export function elementNamesOf({ nodes }: ProcessModel): readonly ElementNames[] {
  return nodes.map(({ id, name, type }) => [id, name, type]);
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
