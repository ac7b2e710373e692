// Writes into the text of a model every attribute that changes nothing, so that models may show all of the schema's.
import { ELEMENT_SCHEMAS } from '../schema/tables/schema-table.ts';

/** What an attribute says when nothing is written, or says without changing anything. */
const UNSAID: Readonly<Record<string, string>> = {
  isForCompensation: 'false',
  startQuantity: '1',
  completionQuantity: '1',
  triggeredByEvent: 'false',
  isCollection: 'false',
  parallelMultiple: 'false',
  itemSubjectRef: 'it',
  language: 'uel',
  evaluatesToTypeRef: 'xsd:string',
  gatewayDirection: 'Unspecified',
  implementation: '##unspecified',
};

/** Adds to the text every attribute that changes nothing, and an id and a name wherever the schema has one. */
export function withUnsaid(text: string): string {
  let count = 0;
  const onlyFlow = new Map<string, string | null>();
  for (const [, id = '', source = ''] of text.matchAll(/<sequenceFlow id="(\w+)" sourceRef="(\w+)"/g)) {
    onlyFlow.set(source, onlyFlow.has(source) ? null : id);
  }
  return text.replace(
    /<(\w+)((?:"[^"]*"|[^<>"])*?)(\/?)>/g,
    (tag, element: string, attributes: string, end: string) => {
      const schema = ELEMENT_SCHEMAS[element];
      if (schema === undefined) return tag;
      const formal = attributes.includes('xsi:type="tFormalExpression"') ? ' language evaluatesToTypeRef' : '';
      const added = `${schema.attributes}${formal}`.split(' ').flatMap((part) => {
        const name = part.replace(/!?:.*$/, '');
        if (name === '' || new RegExp(`\\s${name}="`).test(attributes)) return [];
        const own = /\sid="(\w+)"/.exec(attributes)?.[1] ?? '';
        const unsaid = name === 'default' ? onlyFlow.get(own) : UNSAID[name];
        const value = name === 'id' || name === 'name' ? `n${++count}` : unsaid;
        // The type of a reference is that of its data object (DAT-16).
        if (value == null || (element === 'dataObjectReference' && name === 'itemSubjectRef')) return [];
        return [` ${name}="${value}"`];
      });
      return `<${element}${attributes}${added.join('')}${end}>`;
    },
  );
}
