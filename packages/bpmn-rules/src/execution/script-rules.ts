// Rules of scripts, wherever a model may hold one: language, size and syntax.
import { compileExpression } from '@keelson/bpmn-core';
import { type ExpressionLanguage, scriptLanguage } from '../facts/expression-language.ts';
import { type ScriptPlace, scriptFactPlace, scriptTaskPlace } from '../facts/script-facts.ts';
import { type BpmnElement, childrenOfType, type ExtensionFact, type SourcePosition } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

/** Bound of the bytes of a script: 256 KiB of UTF-8. */
export const SCRIPT_BYTES_MAX = 262_144;

interface Script {
  readonly element: BpmnElement;
  readonly place: ScriptPlace;
  readonly position: SourcePosition;
}

function* scripts(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['scriptTask', 'globalScriptTask']))) {
    const place = scriptTaskPlace(element);
    // ACT-05 reports a script without language, ACT-06 one without text.
    if (place.format === '') continue;
    const { position } = childrenOfType(element, 'script')[0] ?? element;
    yield* checkScript(context, { element, place, position });
  }
  for (const element of context.document.elements) {
    for (const fact of element.extensions.flatMap(scriptFacts)) {
      const { position } = fact;
      const place = scriptFactPlace(fact);
      if (place.written.trim() === '' && place.resource === null)
        yield finding('EXE-06', element, { position, values: { problem: 'empty' } });
      else yield* checkScript(context, { element, place, position });
    }
  }
}

/** Lists the scripts of an extension, at any depth. */
function scriptFacts(fact: ExtensionFact): readonly ExtensionFact[] {
  if (fact.family !== 'engine' || fact.kind !== 'element') return [];
  return fact.name === 'script' ? [fact] : fact.children.flatMap(scriptFacts);
}

function* checkScript(context: RuleContext, { element, place, position }: Script): Iterable<Finding> {
  const { format, written, resource } = place;
  const language = scriptLanguage(format);
  if (language === 'unknown') {
    yield finding('EXE-05', element, { position: languagePosition(element, position), values: { x: format } });
    return;
  }
  const source = resource === null ? written : context.resource(resource);
  if (resource !== null && written.trim() !== '') {
    const values = { x: 'script', why: `the text is that of ${resource}`, whyTr: `metin ${resource} dosyasındadır` };
    yield finding('W-19', element, { position, values });
  }
  const missing = `file ${resource} is not in the deployment`;
  const problem = source === null ? missing : problemOf(context, language, source);
  if (problem !== null) yield finding('EXE-06', element, { position, values: { problem } });
}

/** Answers where the language of a task is written: in the task's own attribute. */
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
