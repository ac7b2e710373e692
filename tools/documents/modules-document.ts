// Writes `docs/modules.md`: what each module offers, needs and keeps.
import { serverModules } from '../../apps/server/src/app-modules.ts';
import type { DataSetDefinition } from '../../apps/server/src/kernel/data-sets.ts';
import type { DeclaredModule } from '../../apps/server/src/kernel/module.ts';
import { readModuleSource, type SourceMember } from './module-source.ts';
import type { ProgramDescription } from './program-description.ts';
import { row } from './table-row.ts';

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function memberTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]) {
  if (rows.length === 0) return [];
  return ['', title, '', row(...columns), row(...columns.map(() => '---')), ...rows.map((cells) => row(...cells))];
}

/** `Pick<SessionApi, 'begin' | 'close'>` names what is needed; a whole interface stands for all of it. */
function neededOf(type: string): string {
  const picked = [...type.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '');
  return picked.length === 0 ? `\`${type}\`` : codes(picked);
}

function dataSetRow({ code, authority, labelMap, columnList, requiredFilter, eventName }: DataSetDefinition) {
  const columns = codes(columnList.map(({ name }) => name));
  const filter = requiredFilter === undefined ? '' : `. Each report filters by \`${requiredFilter}\``;
  const event = eventName === undefined ? '' : `. Each run writes \`${eventName}\``;
  return [`\`${code}\``, labelMap.en, `\`${authority}\``, `${columns}${filter}${event}`];
}

const first = ({ name, comment }: SourceMember): readonly string[] => [`\`${name}\``, comment];

function chapter(module: DeclaredModule, { schema, ownerOf, jobs }: ProgramDescription): readonly string[] {
  const { contract, events, settings = {}, dataSets = [], migrations } = module;
  const { offers, needs, locks } = readModuleSource(new URL('../', migrations));
  const operations = Object.values(contract.operations);
  const built = operations.filter((operation) => operation.built).length;
  const tables = schema.tables.filter(({ name }) => ownerOf(name) === contract.name).map(({ name }) => name);
  const work = (jobs.get(contract.name) ?? []).map(({ name, everywhere }) =>
    everywhere ? `\`${name}\` (in every process)` : `\`${name}\``,
  );
  return [
    '',
    `## ${contract.title}`,
    '',
    row('What', 'How many', 'Which'),
    row('---', '---', '---'),
    row('Operations', String(operations.length), `${built} built, ${operations.length - built} planned`),
    row('Tables', String(tables.length), codes(tables)),
    row('Events', String(Object.keys(events).length), codes(Object.values(events).map(({ name }) => name))),
    row('Settings', String(Object.keys(settings).length), codes(Object.values(settings).map(({ code }) => code))),
    row('Jobs', String(work.length), work.join(', ')),
    ...memberTable('It offers to the other modules:', ['Member', 'What it does'], offers.map(first)),
    ...memberTable(
      'It is handed of the others:',
      ['Peer', 'What it needs of it'],
      needs.map(({ name, type }) => [`\`${name}\``, neededOf(type)]),
    ),
    ...memberTable('Reports read these of it:', ['Data set', 'What', 'Authority', 'Columns'], dataSets.map(dataSetRow)),
    ...memberTable(
      'It takes these advisory locks:',
      ['Lock', 'Class', 'Who holds it'],
      locks.map(({ name, type, comment }) => [`\`${name}\``, type, comment]),
    ),
  ];
}

export function modulesDocument(program: ProgramDescription): string {
  return [
    '# Modules',
    '',
    'Made from `app-modules.ts`, the interfaces of the modules and a migrated database by `tools/generate-docs.ts`. The tables ' +
      'stand in [schema.sql](schema.sql), the operations in [coverage.md](coverage.md), the events in [events.md](events.md), the ' +
      'settings in [settings.md](settings.md).',
    ...serverModules.flatMap((module) => chapter(module, program)),
    '',
  ].join('\n');
}
