// These rules judge the languages that a file names for its expressions and types.
import { isKnownLanguageName } from '../facts/expression-language.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import { isAbsoluteUri } from './lexical.ts';

function* ofFile({ document }: RuleContext): Iterable<Finding> {
  const { definitions } = document;
  for (const attribute of ['expressionLanguage', 'typeLanguage']) {
    const language = definitions.attributes.get(attribute)?.trim() ?? '';
    if (language === '' || isAbsoluteUri(language)) continue;
    const about = `attribute ${attribute}`;
    if (attribute === 'expressionLanguage' && !isKnownLanguageName(language)) {
      yield finding('DOC-13', definitions, { about, values: { l: language } });
    } else yield finding('DOC-12', definitions, { about, values: { a: attribute } });
  }
}

function* ofExpressions({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (!element.formal) continue;
    const language = element.attributes.get('language')?.trim() ?? '';
    if (language === '' || isAbsoluteUri(language) || isKnownLanguageName(language)) continue;
    yield finding('DOC-13', element, { about: 'language', values: { l: language } });
  }
}

export const LANGUAGE_RULES: readonly Rule[] = [ofFile, ofExpressions];
