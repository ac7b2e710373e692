// Holds the attributes of an element against its entry in the schema tables.
import { isMediaType } from '@keelson/bpmn-rules';
import type { XmlAttribute, XmlElement } from '../tree/tree.types.ts';
import { lookUpPrefix, positionOf, splitName } from '../tree/xml-access.ts';
import type { CompiledSchema } from './compiled-schema.ts';
import { attributeProblem, isForeign } from './schema-attributes.ts';
import { type Check, type Owner, report } from './schema-findings.ts';

/** Checks DOC-06, DOC-07 and DOC-14 of one element, and prefixes of names that lead nowhere (REF-03). */
export function checkAttributes(check: Check, source: XmlElement, owner: Owner, schema: CompiledSchema): void {
  for (const attribute of source.attributes) {
    if (isForeign(attribute, schema)) continue;
    const rule = attribute.namespace === '' ? schema.attributes.get(attribute.local) : undefined;
    const position = positionOf(attribute);
    const about = `attribute ${attribute.local}`;
    const wrong = attributeProblem(attribute, rule);
    if (wrong !== null) report(check, 'DOC-07', owner, { position, about, values: { ...wrong } });
    else if (rule?.type === 'label') checkLabel(check, source, owner, attribute);
    else if (attribute.local === 'textFormat' && !isMediaType(attribute.value)) {
      report(check, 'DOC-14', owner, { position, about, values: { f: attribute.value } });
    }
  }
  for (const [name, rule] of schema.attributes) {
    if (!rule.required || source.attributes.some(({ local, namespace }) => local === name && namespace === ''))
      continue;
    report(check, 'DOC-06', owner, { position: positionOf(source), about: `attribute ${name}`, values: { a: name } });
  }
}

/** Checks the prefix of a label: it need not lead anywhere, but its prefix must say which vocabulary it is of. */
function checkLabel(check: Check, source: XmlElement, owner: Owner, attribute: XmlAttribute): void {
  const { prefix } = splitName(attribute.value.trim());
  if (lookUpPrefix(source, prefix) !== null) return;
  const about = `label ${attribute.local}`;
  report(check, 'REF-03', owner, { position: positionOf(attribute), about, values: { p: prefix } });
}
