// Compiles small BPMN texts straight from the document read, whatever the rules would say of them.
import { compileExpression, type ExpressionLanguages, type FlowNode, type ProcessModel } from '@keelson/bpmn-core';
import { type BpmnDocument, buildFlowGraphs, buildLaneIndex } from '@keelson/bpmn-rules';
import { BARE_COMPILE_OPTIONS, type CompileOptions } from '../compile/compilation/compile-options.ts';
import { compileProcess } from '../compile/compile-process.ts';
import { readDocument } from '../read/read-document.ts';
import { parseXml } from '../tree/tree.ts';
import { model, utf8 } from './texts.ts';

/** FEEL as far as it looks like UEL, and any JavaScript: enough to see which text is handed to which language. */
export const TEST_LANGUAGES: ExpressionLanguages = {
  feel: (text) => {
    const expression = compileExpression(text, { bare: true });
    return 'problem' in expression ? expression : { ...expression, text: `feel:${text}` };
  },
  javascriptProblem: () => null,
};

interface FileOptions extends Partial<CompileOptions> {
  readonly key?: string;
  /** Texts of other files. */
  readonly imports?: readonly string[];
}

function read(text: string): BpmnDocument {
  const { tree, problem } = parseXml(utf8(text));
  if (tree === undefined) throw new Error(problem.message);
  return readDocument(tree, 'model.bpmn');
}

/** Compiles the process of this id, the first without one. */
export function compileFile(text: string, options: FileOptions = {}): ProcessModel {
  const document = read(text);
  const { key, imports = [], ...rest } = options;
  const process = document.processes.find(({ id }) => key === undefined || id === key);
  if (process === undefined) throw new Error(`no process ${key ?? ''}`);
  const graphs = buildFlowGraphs(document);
  const source = { document, imports: imports.map(read), graphs, lanes: buildLaneIndex(document) };
  return compileProcess({ ...BARE_COMPILE_OPTIONS, languages: TEST_LANGUAGES, ...rest, ...source }, process);
}

/** Makes a process of this content, and root elements beside it. */
export function compileText(content: string, roots = '', attributes?: string): ProcessModel {
  return compileFile(model(content, attributes).replace('</definitions>', `${roots}</definitions>`));
}

export function nodeOf(compiled: ProcessModel, id: string): FlowNode {
  const node = compiled.nodes.find((each) => each.id === id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}
