// Writes `docs/schema.sql`: the tables of every module after all migrations.
import { serverModules } from '../../apps/server/src/app-modules.ts';
import type { ProgramDescription } from './program-description.ts';
import type { TableDescription } from './schema-catalogue.store.ts';

function tableText({
  name,
  unlogged,
  options,
  partitionKey,
  columns,
  constraints,
  indexes,
  triggers,
}: TableDescription) {
  const tail = [
    ...(partitionKey === null ? [] : [` PARTITION BY ${partitionKey}`]),
    ...(options.length === 0 ? [] : [` WITH (${options.join(', ')})`]),
  ].join('');
  return [
    `CREATE ${unlogged ? 'UNLOGGED ' : ''}TABLE ${name} (`,
    [...columns, ...constraints].map((line) => `  ${line}`).join(',\n'),
    `)${tail};`,
    // All of them stand in one schema, so its name says nothing.
    ...[...indexes, ...triggers].map((statement) => `${statement.replaceAll(/ (ON|ON ONLY) public\./g, ' $1 ')};`),
  ].join('\n');
}

export function schemaDocument({ schema, ownerOf }: ProgramDescription): string {
  const owners = ['kernel', ...serverModules.map(({ contract }) => contract.name)];
  return [
    '-- The database after all migrations, by module and name. Made by tools/generate-docs.ts from the catalogue; nothing runs it.',
    ...schema.extensions.map((name) => `CREATE EXTENSION ${name};`),
    ...owners.flatMap((owner) => [
      `-- ${owner}`,
      ...schema.functions
        .filter(({ name }) => ownerOf(name) === owner)
        .map(({ statement }) => `${statement.replace(' public.', ' ').trimEnd()};`),
      ...schema.tables.filter(({ name }) => ownerOf(name) === owner).map(tableText),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}
