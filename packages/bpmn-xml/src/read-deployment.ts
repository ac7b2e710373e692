// Reads the files of a deployment: every problem of all of them at once, or the definitions they make.
import {
  type BpmnDocument,
  buildFlowGraphs,
  buildLaneIndex,
  type Finding,
  fileFinding,
  judgeDocuments,
  type LocatedProblem,
  type OutsideLookup,
  type Problem,
  type RuleOptions,
  type SourcePosition,
  type Strictness,
  shownElement,
  toProblem,
  type Verdict,
  validateDocuments,
  withoutProcess,
} from '@keelson/bpmn-rules';
import { BARE_COMPILE_OPTIONS, type CompileOptions } from './compile/compilation/compile-options.ts';
import { FORM_NAME, type FormProblem, readForm } from './forms/read-form.ts';
import { type ModelNode, readModelNodes } from './read/model-nodes.ts';
import { readDocument } from './read/read-document.ts';
import { definitionsOf, type ReadDefinition } from './read-definition.ts';
import { checkSchema } from './schema/check-schema.ts';
import { BPMN_NAMESPACE, isDmnNamespace, isImportNamespace } from './tree/namespaces.ts';
import { parseXml, XML_LIMITS } from './tree/tree.ts';
import type { XmlDocument, XmlElement, XmlProblem, XmlResult } from './tree/tree.types.ts';

/** A file as it was uploaded. */
export interface DeploymentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What `parseXml` made of the bytes, where the caller has it already. */
  readonly parsed?: XmlResult;
}

/** How rules with the marks L and S are taken, and what the caller knows beside the files. */
export interface ReadOptions extends Omit<RuleOptions, 'resource'> {
  readonly strictness: Strictness;
}

/** A process id that more than one file defines. */
export interface DuplicateKey {
  readonly key: string;
  readonly files: readonly string[];
}

/** Numbers of problems under each strictness. */
export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** What the rules say of the files of a deployment. */
export interface CheckedDeployment {
  /** Problems: errors first, then by file and line; at most `PROBLEMS_MAX`. */
  readonly problems: readonly Problem[];
  /** Number of all problems, with those left out of `problems`. */
  readonly problemCount: number;
  /** Process ids that two files share (PRC-07), with the names of the files. */
  readonly duplicateKeys: readonly DuplicateKey[];
}

export interface CountedDeployment extends CheckedDeployment {
  readonly counts: Readonly<Record<Strictness, ProblemCounts>>;
}

/** A form of the deployment, ready to be stored. */
export interface ReadForm {
  readonly key: string;
  readonly resourceName: string;
}

/** What the files of a deployment say. */
export interface ReadDeployment extends CheckedDeployment {
  /** Number of elements that a person sees, by the name of each model that could be read. */
  readonly elementCounts: ReadonlyMap<string, number>;
  /** Definitions; empty when any problem is an error. */
  readonly definitions: readonly ReadDefinition[];
  /** Forms; empty when any problem is an error. */
  readonly forms: readonly ReadForm[];
}

/** Bound of the problems: what a person can still work through. */
export const PROBLEMS_MAX = 1_000;

interface ReadFile {
  readonly tree: XmlDocument;
  readonly document: BpmnDocument;
  readonly findings: readonly Finding[];
}

/** Reads the files of a deployment, whose names must differ. */
export function readDeployment(files: readonly DeploymentFile[], options: ReadOptions): ReadDeployment {
  const { read, forms, compileOptions, judge, summarize } = judgeFiles(files, options);
  const judged = judge(options.strictness);
  const imports = read.map(({ document }) => document);
  return {
    ...summarize(judged),
    elementCounts: new Map(read.map(({ document }) => [document.file, countElements(document)])),
    definitions:
      judged.counts.errors > 0
        ? []
        : judged.verdicts.flatMap((verdict, index) =>
            definitionsOf(verdict, rootOf(read[index]), { ...compileOptions, imports }),
          ),
    forms: judged.counts.errors > 0 ? [] : forms,
  };
}

/** Checks files without making definitions of them; one reading counts their problems under every strictness. */
export function checkDeployment(files: readonly DeploymentFile[], options: ReadOptions): CountedDeployment {
  const { judge, summarize } = judgeFiles(files, options);
  const judged = { strict: judge('strict'), spec: judge('spec'), lenient: judge('lenient') };
  const { strict, spec, lenient } = judged;
  const counts = { strict: strict.counts, spec: spec.counts, lenient: lenient.counts };
  return { ...summarize(judged[options.strictness]), counts };
}

interface JudgedFiles {
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly LocatedProblem[];
  readonly counts: ProblemCounts;
}

/** Reads the files and applies the rules to them, once for all strictnesses. */
function judgeFiles(files: readonly DeploymentFile[], options: ReadOptions) {
  const models = files.filter(({ name }) => !EXPRESSION_NAME.test(name) && !FORM_NAME.test(name));
  const results = models.map(readFile);
  const { forms, problems: ofForms } = readForms(files, options);
  const read = results.flatMap((result) => (result !== null && 'document' in result ? result : []));
  const unread = results.flatMap((result) => (result === null || 'document' in result ? [] : result));
  unread.push(...ofForms);
  const compileOptions = compileOptionsOf(files, options);
  const outside = withForms(options.outside, forms);
  const verdictsUnder = judgeDocuments(read, { ...options, ...compileOptions, outside });
  return {
    read,
    forms,
    compileOptions,
    judge(strictness: Strictness): JudgedFiles {
      const verdicts = verdictsUnder(strictness);
      const problems = [...unread, ...verdicts.flatMap((verdict) => verdict.problems)];
      const errors = problems.filter(({ severity }) => severity === 'ERROR').length;
      return { verdicts, problems, counts: { errors, warnings: problems.length - errors } };
    },
    summarize: ({ problems }: JudgedFiles): CheckedDeployment => ({
      problems: sortProblems(problems, files).slice(0, PROBLEMS_MAX).map(withoutProcess),
      problemCount: problems.length,
      duplicateKeys: [...findDuplicateKeys(read), ...findDuplicateForms(forms)],
    }),
  };
}

/** Reads every form file, and reports what is wrong with it at its first place: JSON has no lines. */
function readForms(files: readonly DeploymentFile[], { isPattern }: ReadOptions) {
  const forms: ReadForm[] = [];
  const problems: LocatedProblem[] = [];
  for (const { name, bytes } of files.filter((file) => FORM_NAME.test(file.name))) {
    const result = readForm(bytes, isPattern);
    if ('form' in result) forms.push({ key: result.form.key, resourceName: name });
    else problems.push(...result.problems.map((problem) => located(name, formFinding(problem))));
  }
  return { forms, problems };
}

function formFinding({ field, problem }: FormProblem): Finding {
  const values =
    field === null
      ? { problem: `The form is invalid: ${problem}`, problemTr: `Form geçersiz: ${problem}` }
      : { problem: `Field ${field} is invalid: ${problem}`, problemTr: `${field} alanı geçersiz: ${problem}` };
  return fileFinding('EXE-19', { line: 1, column: 1 }, { values, id: field });
}

/** Adds the forms of the deployment itself to those that the caller knows. */
function withForms(outside: OutsideLookup = {}, forms: readonly ReadForm[]): OutsideLookup {
  const { hasForm } = outside;
  if (hasForm === undefined) return outside;
  const own = new Set(forms.map(({ key }) => key));
  return { ...outside, hasForm: (key) => own.has(key) || hasForm(key) };
}

/** Makes the options of the compiler, which finds files that a condition names beside the model. */
function compileOptionsOf(files: readonly DeploymentFile[], { languages }: ReadOptions): CompileOptions {
  const resource = (name: string) => {
    const file = files.find((each) => each.name === name);
    return file === undefined ? null : new TextDecoder().decode(file.bytes);
  };
  return { languages: languages ?? BARE_COMPILE_OPTIONS.languages, resource };
}

/**
 * Reads the definition of this key from bytes that were deployed before; `resourceName` is empty. What the rules say now does not matter:
 * what was accepted once stays readable. Throws when the bytes hold no process of this id.
 */
export function readDefinition(bytes: Uint8Array, key: string, options: Partial<CompileOptions> = {}): ReadDefinition {
  const { read, process } = readStored(bytes, key);
  // Under `lenient` everything is executable that was so under any strictness.
  const compileOptions = { ...BARE_COMPILE_OPTIONS, ...options };
  const imported = importedFiles(read.document, compileOptions);
  const verdicts = validateDocuments([read, ...imported], 'lenient', compileOptions).slice(0, 1);
  const imports = imported.map(({ document }) => document);
  const [definition] = verdicts.flatMap((verdict) =>
    definitionsOf(verdict, read.tree.root, { ...compileOptions, imports }, process),
  );
  if (definition === undefined) throw new Error(`process ${key} of a stored file makes no definition`);
  return definition;
}

/**
 * Lists the nodes of a process of bytes that were deployed before, in document order; nothing is checked or compiled. Throws as
 * `readDefinition`.
 */
export function readNodes(bytes: Uint8Array, key: string): readonly ModelNode[] {
  const { read, process } = readStored(bytes, key);
  const { document } = read;
  return readModelNodes(document, buildFlowGraphs(document), buildLaneIndex(document)).get(process) ?? [];
}

function readStored(bytes: Uint8Array, key: string) {
  const read = readFile({ name: '', bytes });
  if (read === null) throw new Error('a stored file is no model');
  if (!('document' in read)) throw new Error(`a stored file cannot be read: ${read.message}`);
  const process = read.document.processes.find(({ id }) => id === key);
  if (process === undefined) throw new Error(`a stored file holds no process ${key}`);
  return { read, process };
}

/** Lists the BPMN files that a document imports, as far as they are at hand. */
function importedFiles(document: BpmnDocument, { resource }: CompileOptions): readonly ReadFile[] {
  return document.definitions.children.flatMap((element) => {
    const isBpmn = element.type === 'import' && element.attributes.get('importType')?.trim() === BPMN_NAMESPACE;
    const name = isBpmn ? (element.attributes.get('location')?.trim() ?? '') : '';
    const text = name === '' ? null : resource(name);
    const file = text === null ? null : readFile({ name, bytes: new TextEncoder().encode(text) });
    return file !== null && 'document' in file ? file : [];
  });
}

function rootOf(file: ReadFile | undefined): XmlElement {
  if (file === undefined) throw new Error('a verdict without its file');
  return file.tree.root;
}

/** Names of files that conditions of a model may use: no models, and read only where one names them. */
const EXPRESSION_NAME = /\.(js|mjs|feel|uel|juel)$/i;

/** Reads a file; null for types and services that models import: nothing of them is executed. */
function readFile(file: DeploymentFile): ReadFile | LocatedProblem | null {
  const { tree, problem } = file.parsed ?? parseXml(file.bytes);
  if (tree === undefined) return located(file.name, xmlFinding(problem));
  const { namespace, local, name, line, column } = tree.root;
  if (isImportNamespace(namespace)) return null;
  if (isDmnNamespace(namespace)) {
    return located(file.name, notBuilt('DMN', { line, column }));
  }
  if (namespace !== BPMN_NAMESPACE || local !== 'definitions') {
    const x = namespace === null || namespace === '' ? name : `${name} (${namespace})`;
    return located(file.name, fileFinding('DOC-03', { line, column }, { values: { x } }));
  }
  const document = readDocument(tree, file.name);
  return { tree, document, findings: checkSchema(tree, document) };
}

function notBuilt(x: string, position: SourcePosition): Finding {
  return fileFinding('EXE-00', position, { values: { x } });
}

function countElements({ elements, definitions }: BpmnDocument): number {
  const shown = new Set(elements.map(shownElement));
  shown.delete(definitions);
  return shown.size;
}

function findDuplicateKeys(read: readonly ReadFile[]): readonly DuplicateKey[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { document } of read) {
    for (const { id } of document.processes) {
      if (id !== null) filesOf.set(id, (filesOf.get(id) ?? new Set()).add(document.file));
    }
  }
  return [...filesOf].flatMap(([key, files]) => (files.size > 1 ? { key, files: [...files] } : []));
}

function findDuplicateForms(forms: readonly ReadForm[]): readonly DuplicateKey[] {
  const byKey = Map.groupBy(forms, ({ key }) => key);
  return [...byKey].flatMap(([key, same]) =>
    same.length > 1 ? { key, files: same.map(({ resourceName }) => resourceName) } : [],
  );
}

function xmlFinding({ ruleId, message, limit, line, column }: XmlProblem): Finding {
  const position: SourcePosition = { line, column };
  if (limit !== undefined)
    return fileFinding(ruleId, position, { values: { name: limit.name, n: limit.value, max: XML_LIMITS[limit.name] } });
  return fileFinding(ruleId, position, { values: { parser: message } });
}

function located(file: string, finding: Finding): LocatedProblem {
  return toProblem(file, finding, 'ERROR', null);
}

function sortProblems(problems: readonly LocatedProblem[], files: readonly DeploymentFile[]) {
  const fileOrder = new Map(files.map((file, index) => [file.name, index]));
  const order = (problem: LocatedProblem) => fileOrder.get(problem.file) ?? 0;
  return problems.toSorted(
    (left, right) =>
      Number(left.severity === 'WARNING') - Number(right.severity === 'WARNING') ||
      order(left) - order(right) ||
      left.line - right.line ||
      left.column - right.column,
  );
}
