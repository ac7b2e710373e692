// Rules of scripts, wherever a model may hold one: language, size and syntax.
import { compileExpression } from '@keelson/bpmn-core';
import { type ExpressionLanguage, scriptLanguage } from '../facts/expression-language.ts';
import { type BpmnElement, childrenOfType, type ExtensionFact, type SourcePosition } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

/** A script is 256 KiB of UTF-8 at most. */
export const SCRIPT_BYTES_MAX = 262_144;

interface ScriptText {
  readonly element: BpmnElement;
  readonly format: string;
  readonly source: string;
  readonly position: SourcePosition;
}

function* scripts(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['scriptTask', 'globalScriptTask']))) {
    const script = childrenOfType(element, 'script')[0];
    const format = element.attributes.get(element.type === 'scriptTask' ? 'scriptFormat' : 'scriptLanguage') ?? '';
    // ACT-05 tells a script without language, ACT-06 one without text.
    if (format.trim() === '') continue;
    const { text, position } = script ?? { text: '', position: element.position };
    yield* checkScript(context, { element, format, source: text, position });
  }
  for (const element of context.document.elements) {
    for (const fact of element.extensions.flatMap(scriptFacts)) {
      const format = fact.attributes.get('scriptFormat') ?? fact.attributes.get('language') ?? '';
      const source = fact.value;
      if (source.trim() === '')
        yield finding('EXE-06', element, { position: fact.position, values: { problem: 'empty' } });
      else yield* checkScript(context, { element, format, source, position: fact.position });
    }
  }
}

/** Finds scripts at any depth. */
function scriptFacts(fact: ExtensionFact): readonly ExtensionFact[] {
  if (fact.family !== 'engine' || fact.kind !== 'element') return [];
  return fact.name === 'script' ? [fact] : fact.children.flatMap(scriptFacts);
}

function* checkScript(context: RuleContext, { element, format, source, position }: ScriptText): Iterable<Finding> {
  const language = scriptLanguage(format);
  if (language === 'unknown') {
    yield finding('EXE-05', element, { position: languagePosition(element, position), values: { x: format.trim() } });
    return;
  }
  const problem = problemOf(context, language, source);
  if (problem !== null) yield finding('EXE-06', element, { position, values: { problem } });
}

/** The language of a task is the task's own attribute. */
function languagePosition(element: BpmnElement, position: SourcePosition): SourcePosition {
  return element.type === 'scriptTask' || element.type === 'globalScriptTask' ? element.position : position;
}

function problemOf({ languages }: RuleContext, language: ExpressionLanguage, source: string): string | null {
  const text = source.trim();
  if (text === '') return null;
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > SCRIPT_BYTES_MAX) return `${bytes} bytes, at most ${SCRIPT_BYTES_MAX}`;
  if (language === 'javascript') return languages.javascriptProblem(source)?.problem ?? null;
  const compiled = language === 'feel' ? languages.feel(text) : compileExpression(text, { bare: true });
  return 'problem' in compiled ? compiled.problem : null;
}

export const SCRIPT_RULES: readonly Rule[] = [scripts];
