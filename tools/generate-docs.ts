// Writes the documents that follow from the contract and the declared settings; with --check it fails when the stored ones differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { securityProfile } from '../apps/server/src/kernel/settings.ts';
import { authenticationSettings } from '../apps/server/src/modules/authentication/authentication.settings.ts';
import { mailSettings } from '../apps/server/src/modules/mail-notification/mail.settings.ts';
import { sessionSettings } from '../apps/server/src/modules/session/session.settings.ts';
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

/** As far as this document reads a definition; its own type knows which values it takes. */
interface AnySetting {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly defaultValue: unknown;
  readonly minValue: number | null;
  readonly maxValue: number | null;
  readonly allowedValueList: readonly string[] | null;
  readonly tenantEditable: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: takes the values of its own definition, which are what it is given here.
  readonly strict: ((value: any) => unknown) | null;
}

function limitsOf({ minValue, maxValue, allowedValueList, defaultValue }: AnySetting): string {
  if (allowedValueList !== null) return allowedValueList.join(', ');
  return typeof defaultValue === 'boolean' ? 'true, false' : `${minValue} to ${maxValue}`;
}

/** What is left of the limits under STRICT. */
function strictOf({ strict, minValue, maxValue, allowedValueList, defaultValue }: AnySetting): string {
  if (strict === null) return '';
  if (allowedValueList !== null) return [...new Set(allowedValueList.map((value) => strict(value)))].join(', ');
  if (typeof defaultValue === 'boolean') return String(strict(defaultValue));
  const [least, most] = [strict(minValue), strict(maxValue)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function settings(): string {
  const groups: readonly AnySetting[][] = [authenticationSettings, sessionSettings, mailSettings].map((group) =>
    Object.values(group),
  );
  return [
    '# Settings and limits',
    '',
    'Made from the declared settings by `tools/generate-docs.ts`. Under the security profile STRICT ' +
      `(\`${securityProfile.code}\`) the effective value is the stricter of what is set and the bound. Until there is an ` +
      'operation that writes settings, each has its default.',
    ...groups.flatMap((group) => [
      '',
      row('Code', 'What', 'Unit', 'Default', 'Limits', 'Under STRICT', 'Tenant may edit'),
      row(...Array.from({ length: 7 }, () => '---')),
      ...group.map((setting) =>
        row(
          `\`${setting.code}\``,
          setting.name,
          setting.unit === 'NONE' ? '' : setting.unit,
          String(setting.defaultValue),
          limitsOf(setting),
          strictOf(setting),
          setting.tenantEditable ? 'yes' : 'no',
        ),
      ),
    ]),
    '',
  ].join('\n');
}

const documents = {
  'docs/openapi.json': openapi,
  'docs/errors.md': errors,
  'docs/coverage.md': coverage,
  'docs/settings.md': settings,
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
