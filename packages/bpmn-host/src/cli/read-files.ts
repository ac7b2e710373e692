// Reads the files of the command line as one deployment.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Executor, optionsFor, type Strictness } from '@keelson/bpmn-rules';
import { type DeploymentFile, isDmnNamespace, parseXml, type ReadDefinition, readDeployment } from '@keelson/bpmn-xml';
import { createCalendar } from '../calendar/calendar.ts';
import type { DecisionGraph } from '../dmn/model/dmn-model.ts';
import { readDmn } from '../dmn/read/read-dmn.ts';
import { newAllowance } from '../dmn/read/reading.ts';
import { createFeel } from '../feel/feel.ts';
import type { ScriptSandbox } from '../script/script-sandbox.ts';
import { UsageError } from './arguments/cli-arguments.ts';

/** A problem as it is printed. `rule` may be one of DMN, which has no help of its own. */
export interface FileProblem {
  readonly ruleId: string;
  readonly severity: 'ERROR' | 'WARNING';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly elementId: string | null;
  readonly elementType: string | null;
  readonly elementName: string | null;
  readonly message: string;
  readonly help: string | null;
}

export interface FileDecision {
  readonly key: string;
  readonly name: string;
  readonly file: string;
  readonly graph: DecisionGraph;
}

export interface ReadFiles {
  readonly problems: readonly FileProblem[];
  /** Number of all problems, with those left out of `problems`. */
  readonly problemCount: number;
  /** Number of elements that a person sees, by model. */
  readonly elementCounts: ReadonlyMap<string, number>;
  readonly isRefused: boolean;
  /** Definitions; empty when the files are refused. */
  readonly definitions: readonly ReadDefinition[];
  readonly decisions: readonly FileDecision[];
}

/** Reads files. Throws `UsageError` for files that cannot be opened. */
export function readFiles(
  paths: readonly string[],
  { strictness, executor }: { readonly strictness: Strictness; readonly executor: Executor },
  { javascriptProblem }: ScriptSandbox,
): ReadFiles {
  const files = paths.map(openFile);
  const pathOf = new Map(files.map(({ name }, index) => [name, paths[index]!]));
  if (pathOf.size < files.length) throw new UsageError('two files have the same name; one deployment cannot hold both');
  const dmn = files.filter(isDmn);
  const others = files.filter((file) => !dmn.includes(file));
  const languages = { feel: createFeel(), javascriptProblem };
  // For the core nothing is said of what lies outside: it counts as present.
  const options = optionsFor(executor, { languages, calendar: createCalendar() });
  const read = readDeployment(others, { ...options, strictness });
  const allowance = newAllowance();
  const readDmns = dmn.map(({ name, bytes, parsed }) => ({ name, result: readDmn(bytes, parsed, allowance) }));
  const ofDmn = readDmns.flatMap(({ name, result }) =>
    (result.problems ?? []).map((problem): FileProblem => ({ ...problem, severity: 'ERROR', file: name, help: null })),
  );
  const problems = [...read.problems.map(({ messageTr: _, helpTr: __, ...problem }) => problem), ...ofDmn];
  const named = problems.map((problem) => ({ ...problem, file: pathOf.get(problem.file) ?? problem.file }));
  return {
    problems: named,
    problemCount: read.problemCount + ofDmn.length,
    elementCounts: new Map([...read.elementCounts].map(([name, count]) => [pathOf.get(name) ?? name, count])),
    isRefused: problems.some(({ severity }) => severity === 'ERROR'),
    definitions: read.definitions,
    decisions: readDmns.flatMap(({ name, result }) => decisionsOf(pathOf.get(name) ?? name, result.graph)),
  };
}

type OpenFile = Required<DeploymentFile>;

/** Opens a file, which is parsed once, whatever it holds. */
function openFile(path: string): OpenFile {
  const bytes = readBytes(path);
  return { name: basename(path), bytes, parsed: parseXml(bytes) };
}

/** Reads a file. Throws `UsageError` where it cannot be opened. */
export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function isDmn({ parsed: { tree } }: OpenFile): boolean {
  return tree !== undefined && isDmnNamespace(tree.root.namespace);
}

function decisionsOf(file: string, graph: DecisionGraph | undefined): readonly FileDecision[] {
  if (graph === undefined) return [];
  return [...graph.decisions.values()].map(({ id, name }) => ({ key: id, name, file, graph }));
}
