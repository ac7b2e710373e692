// Scripts wherever a model may hold one: script tasks, listeners and parameters.
import type { Expression, ScriptModel } from '@keelson/bpmn-core';
import {
  type BpmnElement,
  type ExtensionFact,
  type ScriptPlace,
  scriptFactPlace,
  scriptLanguage,
  scriptTaskPlace,
} from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionFlag, firstExtensionText } from '../compilation/elements.ts';
import { compileBare, compileFeel, compileJavaScript } from '../compilation/expressions.ts';

/** A compiled script: an expression where it is evaluated in the core, source where it is JavaScript. */
export interface CompiledScript {
  readonly language: ScriptModel['language'];
  readonly source: string;
  readonly expression: Expression | null;
}

export function compileScript(compilation: Compilation, place: ScriptPlace): CompiledScript {
  const { format, written, resource } = place;
  const source = resource === null ? written : compilation.resource(resource);
  if (source === null) throw new Error(`the script file ${resource} is not there`);
  switch (scriptLanguage(format)) {
    case 'javascript':
      compileJavaScript(compilation, source);
      return { language: 'javascript', source, expression: null };
    case 'feel':
      return { language: 'feel', source, expression: compileFeel(compilation, source) };
    case 'uel':
      return { language: 'uel', source, expression: compileBare(source) };
    default:
      throw new Error(`a script in ${format} passed the rules`);
  }
}

/** Compiles an extension's `script` element; tools name its language in two ways. */
export function compileScriptFact(compilation: Compilation, fact: ExtensionFact): CompiledScript {
  return compileScript(compilation, scriptFactPlace(fact));
}

/** Compiles a script task, or a global one, which calls its format its language. */
export function compileScriptTask(compilation: Compilation, element: BpmnElement): ScriptModel {
  return {
    ...compileScript(compilation, scriptTaskPlace(element)),
    resultVariable: firstExtensionText(element, 'resultVariable', 'resultVariableName'),
    autoStoreVariables: extensionFlag(element, 'autoStoreVariables'),
  };
}
