// Finds the settings that the expressions and scripts of an element read, by their syntax.
import { settingCodes } from '@keelson/bpmn-core';
import {
  type BpmnDocument,
  type BpmnElement,
  type ExtensionFact,
  expressionLanguage,
  expressionPlace,
  extensionElementSchema,
  extensionTable,
  scriptFactPlace,
  scriptLanguage,
  scriptTaskPlace,
} from '@keelson/bpmn-rules';

/** Lists the settings that the expressions of an element read; only those in the language of the core do. */
export function settingsOf(document: BpmnDocument, element: BpmnElement): readonly string[] {
  return [
    ...[...element.attributes.values(), element.documentation ?? ''].flatMap((text) => settingCodes(text)),
    ...expressionCodes(document, element),
    ...scriptCodes(element),
    ...element.extensions.flatMap((fact) => factCodes(fact, extensionTable(element.type).attributes.get(fact.name))),
  ];
}

function expressionCodes(document: BpmnDocument, element: BpmnElement): readonly string[] {
  const place = expressionPlace(element);
  if (place === undefined || expressionLanguage(document, element).language !== 'uel') return [];
  return settingCodes(element.text, place);
}

function scriptCodes(element: BpmnElement): readonly string[] {
  if (element.type !== 'scriptTask' && element.type !== 'globalScriptTask') return [];
  const { format, written } = scriptTaskPlace(element);
  return scriptLanguage(format) === 'uel' ? settingCodes(written, { bare: true }) : [];
}

/** Lists the settings that an extension reads; `kind` says of an attribute what it holds. */
function factCodes(fact: ExtensionFact, kind: string | undefined): readonly string[] {
  if (fact.kind === 'attribute') return settingCodes(fact.value, { bare: kind === 'bare' });
  const isScript = fact.name === 'script';
  if (isScript && scriptLanguage(scriptFactPlace(fact).format) !== 'uel') return [];
  const kinds = extensionElementSchema(fact.name)?.attributes;
  return [
    ...[...fact.attributes].flatMap(([name, text]) => settingCodes(text, { bare: kinds?.get(name) === 'bare' })),
    ...settingCodes(fact.value, { bare: isScript }),
    ...fact.children.flatMap((child) => factCodes(child, undefined)),
  ];
}
