// What a process of a checked file becomes: its facts, its compiled model and the list of its elements.
import type { ProcessModel } from '@keelson/bpmn-core';
import {
  type BpmnDocument,
  type BpmnElement,
  buildFlowGraphs,
  buildLaneIndex,
  callableFacts,
  type HistoryLevel,
  type LocatedProblem,
  type OutsideCallable,
  type Problem,
  readProcessFacts,
  type Verdict,
  withoutProcess,
} from '@keelson/bpmn-rules';
import { BARE_COMPILE_OPTIONS, type CompileOptions } from './compile/compilation/compile-options.ts';
import { compileProcess } from './compile/compile-process.ts';
import { canonicalContents } from './read/canonical-content.ts';
import { readModelNodes } from './read/model-nodes.ts';
import type { XmlElement } from './tree/tree.types.ts';

/** Bound of the warnings kept with a definition, for its page; all of them are reported when it is deployed. */
const WARNINGS_MAX = 200;

/** One process of a deployment, ready to be stored. */
export interface ReadDefinition {
  /** Id of the process. */
  readonly key: string;
  readonly name: string | null;
  readonly description: string | null;
  /** Target namespace of the file. */
  readonly category: string;
  readonly versionTag: string | null;
  /** Name of the file. */
  readonly resourceName: string;
  readonly executable: boolean;
  /** Whether it is executable, and can be started without message or timer. */
  readonly startable: boolean;
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  /** Time that history is kept, an ISO 8601 duration; null where the setting holds. */
  readonly historyTimeToLive: string | null;
  /** History level; null where the setting holds. */
  readonly historyLevel: HistoryLevel | null;
  readonly hasDiagram: boolean;
  readonly searchable: readonly string[];
  readonly uniqueBusinessKey: boolean;
  readonly startableInTasklist: boolean;
  readonly startFormKey: string | null;
  /** What it offers to those who call it from files deployed later. */
  readonly callable: OutsideCallable;
  /** Warnings of this process come first, then those of the file's own level; 200 in all are kept. */
  readonly warnings: readonly Problem[];
  /** SHA-256 of the canonical form: equal content makes no new version. See `canonicalContents`. */
  readonly canonicalContent: string;
  /** Compiled model; null when the process is not executable. */
  readonly model: ProcessModel | null;
}

/** Makes the definitions of all processes of a checked file, or of the one wanted. */
export function definitionsOf(
  verdict: Verdict,
  root: XmlElement,
  { imports = [], ...options }: CompileOptions & { readonly imports?: readonly BpmnDocument[] } = BARE_COMPILE_OPTIONS,
  wanted?: BpmnElement,
): readonly ReadDefinition[] {
  const { document } = verdict;
  const lanes = buildLaneIndex(document);
  const graphs = buildFlowGraphs(document);
  const source = { ...options, document, imports: imports.filter((each) => each !== document), graphs, lanes };
  const contents = canonicalContents(root, document);
  const nodes = readModelNodes(document, graphs, lanes);
  const warnings = groupByProcess(verdict.problems);
  const fileWarnings = (warnings.get(null) ?? []).slice(0, WARNINGS_MAX);
  return document.processes.flatMap((process) => {
    if (process.id === null || (wanted !== undefined && process !== wanted)) return [];
    const model = verdict.executable.has(process) ? compileProcess(source, process) : null;
    return {
      key: process.id,
      name: process.name,
      description: process.documentation,
      category: document.targetNamespace,
      resourceName: document.file,
      ...readProcessFacts(process),
      executable: model !== null,
      startable: model !== null && model.startNodes.length > 0,
      callable: callableFacts(document, process),
      hasDiagram: (nodes.get(process) ?? []).some((node) => node.bounds !== null),
      warnings: [...(warnings.get(process) ?? []), ...fileWarnings].slice(0, WARNINGS_MAX),
      canonicalContent: contents.get(process) ?? '',
      model,
    };
  });
}

function groupByProcess(problems: readonly LocatedProblem[]) {
  const groups = new Map<BpmnElement | null, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(problem.process) ?? [];
    groups.set(problem.process, group);
    group.push(withoutProcess(problem));
  }
  return groups;
}
