// Declares the form that editors save a model with: the same names plainly, as `all[name]`, as `all.name`, or as JSON in `all`.
import type { Static, TObject } from 'typebox';
import { closed, list, maybe, text } from '../../../models/schema.ts';

/** The fields that a save reads, with what each is. */
export const nodeFields = {
  bpmn_xml: 'New content. At most 10 MiB.',
  json_xml: 'The source of the editor, JSON; what begins with < is taken as bpmn_xml.',
  svg_xml: 'Picture of the content. At most 5 MiB.',
  name: 'Name for people.',
  description: 'What it is about.',
  comment: 'What was changed; stands at the version.',
  version: 'Version of the record that was read; without it the last writer wins.',
  newversion: 'false keeps the change in the working copy; default true.',
  namespace: 'Name that groups processes.',
} as const;
export type NodeField = keyof typeof nodeFields;

const several = (description: string) => maybe(list(text('Value.'), `${description} The first of several counts.`));

type NodeForm = TObject<Record<string, ReturnType<typeof several>>>;

/** The form of a save. Every name is text: a version that is no number is refused by its name and never left out. */
export const nodeForm: NodeForm = closed({
  ...Object.fromEntries(
    Object.entries(nodeFields).flatMap(([name, description]) => [
      [name, several(description)],
      [`all[${name}]`, several(`As ${name}, which wins.`)],
      [`all.${name}`, several(`As ${name}, which wins.`)],
    ]),
  ),
  all: several('A JSON object of the same names.'),
  empty: several('Is not read.'),
});
export type NodeFormValues = Static<NodeForm>;
