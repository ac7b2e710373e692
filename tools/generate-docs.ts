// Writes the documents that follow from the program; with --check it fails when the stored ones differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { serverModules } from '../apps/server/src/app-modules.ts';
import type { DefinedEvent } from '../apps/server/src/kernel/records/event-definition.ts';
import { type AnyDefinition, securityProfile } from '../apps/server/src/kernel/settings/settings.ts';
import { HOST_FEATURES } from '../packages/bpmn-rules/src/index.ts';
import {
  type CoverageChapter,
  type CoverageEntry,
  coverageChapters,
} from '../packages/bpmn-xml/src/support/coverage.ts';
import { featuresOf } from '../packages/bpmn-xml/src/support/host-support.ts';
import {
  type ErrorDefinition,
  errorCatalogue,
  errorCodesOf,
  mergedDocument,
  modules,
  type Operation,
} from '../packages/contract/src/index.ts';
import { modulesDocument } from './documents/modules-document.ts';
import { describeProgram } from './documents/program-description.ts';
import { schemaDocument } from './documents/schema-document.ts';
import { row } from './documents/table-row.ts';

const root = new URL('../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { readonly version: string };

function openapi(): string {
  return `${JSON.stringify(mergedDocument(modules, version), null, 1)}\n`;
}

function usersOf(code: string): string {
  const users = modules.flatMap((module) =>
    Object.entries(module.operations)
      .filter(([, operation]) => operation.built && (operation.errors as readonly string[]).includes(code))
      .map(([key]) => `${module.name} \`${key}\``),
  );
  return users.length === 0 ? 'by its kind' : users.join(', ');
}

function errors(): string {
  const entries = Object.entries<ErrorDefinition>(errorCatalogue);
  return [
    '# Error codes',
    '',
    'Made from `packages/contract/src/errors/` by `tools/generate-docs.ts`.',
    '',
    row('Code', 'Status', 'Class', 'English', 'Turkish', 'Help', 'Declared by'),
    row(...Array.from({ length: 7 }, () => '---')),
    ...entries.map(([code, { status, errorClassName, en, tr, help }]) =>
      row(`\`${code}\``, String(status), errorClassName, en, tr, help, usersOf(code)),
    ),
    '',
  ].join('\n');
}

function coverageRow(key: string, operation: Operation): string {
  return row(
    `\`${key}\``,
    operation.method,
    `\`${operation.path}\``,
    operation.listed ? 'listed' : 'addition',
    operation.built ? 'built' : 'answers 501',
    errorCodesOf(operation).length.toString(),
  );
}

function coverage(): string {
  const all = modules.flatMap((module) => Object.values(module.operations));
  const listed = all.filter((operation) => operation.listed);
  const built = (operations: readonly Operation[]) => operations.filter((operation) => operation.built).length;
  const additions = all.length - listed.length;
  return [
    '# Coverage of the interface',
    '',
    'Made from the contract by `tools/generate-docs.ts`.',
    '',
    `Listed operations: ${listed.length}, built ${built(listed)}. Additions: ${additions}, built ${built(all) - built(listed)}.`,
    ...modules.flatMap((module) => [
      '',
      `## ${module.title}`,
      '',
      row('Operation', 'Method', 'Path', 'Origin', 'State', 'Error codes'),
      row(...Array.from({ length: 6 }, () => '---')),
      ...Object.entries(module.operations).map(([key, operation]) => coverageRow(key, operation)),
    ]),
    '',
  ].join('\n');
}

function limitsOf({ type, minValue, maxValue, pattern, allowedValueList }: AnyDefinition): string {
  if (allowedValueList !== null) return allowedValueList.join(', ');
  if (type === 'BOOLEAN') return 'true, false';
  const length = type === 'STRING' && maxValue !== null ? [`${minValue ?? 0} to ${maxValue} characters`] : [];
  const range = type === 'NUMBER' || type === 'DECIMAL' ? [`${minValue} to ${maxValue}`] : length;
  return [...range, ...(pattern === null ? [] : [`matching \`${pattern}\``])].join(', ');
}

/** Says what is left of the limits under STRICT. */
function strictOf({ type, strict, minValue, maxValue, allowedValueList, defaultValue }: AnyDefinition): string {
  if (strict === null) return '';
  if (allowedValueList !== null) return [...new Set(allowedValueList.map((value) => strict(value)))].join(', ');
  if (type === 'BOOLEAN') return String(strict(defaultValue));
  // The value above the least is looked at too: where 0 stands for no limit it is the greatest.
  const bounds = [minValue ?? 0, (minValue ?? 0) + 1, maxValue ?? 0].map((value) => Number(strict(value)));
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function defaultOf({ defaultValue, unit }: AnyDefinition): string {
  if (defaultValue === null) return 'none';
  if (defaultValue === '') return 'empty';
  return unit === 'NONE' || unit === 'COUNT' ? String(defaultValue) : `${defaultValue} ${unit}`;
}

/** Says who may give it a value of their own, beside whoever sets the one for all. */
function writersOf(definition: AnyDefinition): string {
  const { tenantOverridable, tenantEditable, userOverridable } = definition;
  const tenant = tenantEditable ? 'each tenant' : 'the operator for each tenant';
  const levels = [...(tenantOverridable ? [tenant] : []), ...(userOverridable ? ['each person'] : [])];
  return levels.length === 0 ? 'nobody' : levels.join(', ');
}

/** Says what a write asks for, and when it holds. */
function remarksOf({ type, reauthenticationRequired, restartRequired, visibility }: AnyDefinition): string {
  return [
    ...(reauthenticationRequired ? ['a write needs a fresh sign-in'] : []),
    ...(restartRequired ? ['holds from the next start'] : []),
    ...(type === 'SECRET' ? ['never shown'] : []),
    ...(visibility === 'RESTRICTED' ? [] : [`read by ${visibility === 'PUBLIC' ? 'anybody' : 'whoever is signed in'}`]),
  ].join(', ');
}

function settingTable(title: string, definitions: readonly AnyDefinition[]): readonly string[] {
  return [
    '',
    `## ${title}`,
    '',
    row('Code', 'What it is', 'Default', 'Limits', 'Under STRICT', 'Overridden by', 'Remarks'),
    row(...Array.from({ length: 7 }, () => '---')),
    ...definitions.map((definition) =>
      row(
        `\`${definition.code}\``,
        `**${definition.name}.** ${definition.description}`,
        defaultOf(definition),
        limitsOf(definition),
        strictOf(definition),
        writersOf(definition),
        remarksOf(definition),
      ),
    ),
  ];
}

function settings(): string {
  return [
    '# Settings and limits',
    '',
    'Made from the declared settings by `tools/generate-docs.ts`. A value is set with `PUT /settings/value`, for all or ' +
      'for one tenant, and holds on every process without a restart unless a remark says otherwise. Under the ' +
      `security profile STRICT (\`${securityProfile.code}\`) the effective value is the stricter of what is set and the bound.`,
    ...serverModules.flatMap(({ contract, settings: declared = {} }) =>
      Object.keys(declared).length === 0 ? [] : settingTable(contract.title, Object.values(declared)),
    ),
    '',
    '## Rules between settings',
    '',
    'A write that would break one is refused with 422 `SETTING_RULE_VIOLATED`; two values that are bound are changed ' +
      'together with `PUT /settings/values`.',
    '',
    row('Rule', 'Settings'),
    row('---', '---'),
    ...serverModules
      .flatMap(({ settingRules = [] }) => settingRules)
      .map(({ name, codes }) => row(`\`${name}\``, codes.map((code) => `\`${code}\``).join(', '))),
    '',
  ].join('\n');
}

function eventTable(title: string, events: readonly DefinedEvent[]): readonly string[] {
  return [
    '',
    `## ${title}`,
    '',
    row('Kind', 'Type', 'Level', 'English', 'Turkish'),
    row(...Array.from({ length: 5 }, () => '---')),
    ...events.map(({ name, type, level, description: { en, tr } }) => row(`\`${name}\``, type, level, en, tr)),
  ];
}

function events(): string {
  return [
    '# Events',
    '',
    'Made from the kinds that the modules declare by `tools/generate-docs.ts`. An event is written in the transaction of the ' +
      'change that it is about, with who did it, from where and under which request id. SECURITY is about decisions about ' +
      'who may do what, AUDIT of changed records; an operator should look at what has the level WARN.',
    ...serverModules.flatMap(({ contract, events: declared }) =>
      Object.keys(declared).length === 0 ? [] : eventTable(contract.title, Object.values(declared)),
    ),
    '',
  ].join('\n');
}

function claimCells(entry: CoverageEntry): readonly [core: string, server: string, where: string] {
  const [claim] = entry.claims;
  switch (claim?.kind) {
    case 'executed':
      return ['executed', serverCell(entry), `\`${claim.behaviour}\`, \`${claim.test}\``];
    case 'carried':
      return ['carried', 'carried', claim.why];
    case 'refused':
      return ['refused', 'refused', `${claim.rule}${claim.when === '' ? '' : `: ${claim.when}`}`];
    default:
      return ['', '', ''];
  }
}

/** What the server does not serve yet is refused there by EXE-00, or only where it needs one of the features named. */
function serverCell(entry: CoverageEntry): string {
  const missing = featuresOf(entry).filter(({ name }) => !HOST_FEATURES[name].server);
  if (missing.length === 0) return 'executed';
  const names = missing.map(({ name }) => name).join(', ');
  return missing.some(({ always }) => always) ? `not yet: ${names}` : `but for: ${names}`;
}

function featureTable(): readonly string[] {
  return [
    '',
    '## What needs a host',
    '',
    'The core asks its host for these. What the server of this version does not serve yet it refuses at deployment (EXE-00; FEEL: EXE-06 ' +
      'and EXE-07); `keelson-bpmn check --for SERVER` says the same of a file, `--for CORE` what the core alone would. In the tables below ' +
      '*not yet* stands for what is always refused by the server, *but for* for what is refused where it needs one of those named.',
    '',
    row('Feature', 'What', 'Core', 'Server'),
    row('---', '---', '---', '---'),
    ...Object.entries(HOST_FEATURES).map(([name, { what, server }]) =>
      row(`\`${name}\``, what, 'executed', server ? 'executed' : 'not yet'),
    ),
  ];
}

/** Names of which the same is true share a row; those of elements stand before those of attributes. */
function supportRows({ entries }: CoverageChapter): readonly string[] {
  const groups = new Map<string, { readonly cells: readonly string[]; readonly names: string[] }>();
  for (const entry of entries) {
    const cells = claimCells(entry);
    const key = JSON.stringify([entry.attribute, ...cells]);
    const group = groups.get(key) ?? { cells, names: [] };
    groups.set(key, group);
    group.names.push(entry.element);
  }
  return [...groups].map(([key, { cells, names }]) => {
    const [attribute] = JSON.parse(key) as [string | null];
    const of = [...new Set(names)].map((name) => `\`${name}\``).join(', ');
    return row(of, attribute === null ? '' : `\`${attribute}\``, ...cells);
  });
}

function bpmnSupport(): string {
  const chapters = coverageChapters();
  const kinds = chapters.flatMap(({ entries }) => entries).map((entry) => claimCells(entry)[0]);
  const count = (kind: string) => kinds.filter((each) => each === kind).length;
  return [
    '# What becomes of BPMN',
    '',
    'Made from `packages/bpmn-xml/src/support/` by `tools/generate-docs.ts`. Every element and attribute of the schema of BPMN 2.0 and ' +
      'every name of the extension namespaces is exactly one of *executed* (behaviour, test), *carried* (kept in the file, without ' +
      'effect) or *refused* (at deployment, by rule; for some only certain values). Tests hold the table against the schema, the ' +
      'files and the rules, and run models that have all of it. *Core* is the language core with a host that serves all it asks for, ' +
      '*Server* the server of this version.',
    '',
    `Executed ${count('executed')}, carried ${count('carried')}, refused ${count('refused')} of ${kinds.length}.`,
    ...featureTable(),
    ...chapters.flatMap((chapter) => [
      '',
      `## ${chapter.title}`,
      '',
      row('Element', 'Attribute', 'Core', 'Server', 'By'),
      row('---', '---', '---', '---', '---'),
      ...supportRows(chapter),
    ]),
    '',
  ].join('\n');
}

const documents = {
  'docs/openapi.json': openapi,
  'docs/errors.md': errors,
  'docs/coverage.md': coverage,
  'docs/settings.md': settings,
  'docs/events.md': events,
  'docs/bpmn-support.md': bpmnSupport,
};
/** They are made from a migrated database; `tests/architecture/program-documents.test.ts` holds them, on the one that tests have. */
const documentsOfProgram = {
  'docs/schema.sql': schemaDocument,
  'docs/modules.md': modulesDocument,
};
const check = process.argv.includes('--check');

for (const [path, make] of Object.entries(documents)) {
  const address = new URL(path, root);
  if (!check) {
    writeFileSync(address, make());
    continue;
  }
  let stored = '';
  try {
    stored = readFileSync(address, 'utf8');
  } catch {
    // A missing file differs like an old one.
  }
  if (stored === make()) continue;
  console.error(`${path} differs from the code: run node tools/generate-docs.ts`);
  process.exitCode = 1;
}

if (!check) {
  const program = await describeProgram();
  for (const [path, make] of Object.entries(documentsOfProgram)) writeFileSync(new URL(path, root), make(program));
}
