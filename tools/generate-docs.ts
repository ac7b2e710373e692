// Writes the documents that follow from the contract; with --check it fails when the stored ones differ.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type ErrorDefinition,
  errorCatalogue,
  errorCodesOf,
  mergedDocument,
  modules,
  type Operation,
} from '../packages/contract/src/index.ts';

const root = new URL('../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { readonly version: string };

const cell = (text: string) => text.replaceAll('|', '\\|');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

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
    'Made from `packages/contract/src/errors.ts` by `tools/generate-docs.ts`.',
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
    operation.addition ? 'addition' : 'listed',
    operation.built ? 'built' : 'answers 501',
    errorCodesOf(operation).length.toString(),
  );
}

function coverage(): string {
  const all = modules.flatMap((module) => Object.values(module.operations));
  const listed = all.filter((operation) => !operation.addition);
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

const documents = { 'docs/openapi.json': openapi, 'docs/errors.md': errors, 'docs/coverage.md': coverage };
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
  console.error(`${path} differs from the contract: run node tools/generate-docs.ts`);
  process.exitCode = 1;
}
