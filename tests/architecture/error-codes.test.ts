// Error codes: what the source of a module throws is declared by its operations, and what is declared is provoked by a test.
import { dirname, posix } from 'node:path';
import { type BuiltOperation, type ErrorCode, errorCatalogue, errorCodesOf, modules } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { isTest, type SourceFile, typeScriptFiles } from './source-files.ts';

const thrown = /\b(?:fail|new ServiceError|problem)\(\s*'([A-Z][A-Z_]+)'/g;
const catalogueCodes = new Set(Object.keys(errorCatalogue));

/** Codes of the catalogue that a file names where it throws; codes that are computed are beyond this check. */
function codesThrownIn({ text }: SourceFile): readonly ErrorCode[] {
  return [...text.matchAll(thrown)]
    .map((match) => match[1] ?? '')
    .filter((code) => catalogueCodes.has(code)) as ErrorCode[];
}

const built = modules.flatMap((module) =>
  Object.entries(module.operations).flatMap(([key, operation]) =>
    operation.built ? [{ module: module.name, key, operation }] : [],
  ),
);
const moduleNames = [...new Set(built.map(({ module }) => module))];

function declaredBy(module: string): ReadonlySet<ErrorCode> {
  return new Set(built.filter((entry) => entry.module === module).flatMap(({ operation }) => errorCodesOf(operation)));
}

describe('codes that the source throws', () => {
  it.each(moduleNames)('%s declares on one of its operations', (name) => {
    const files = typeScriptFiles.filter(
      (file) => file.path.startsWith(`apps/server/src/modules/${name}/`) && !isTest(file),
    );
    expect(files.length).toBeGreaterThan(0);
    const declared = declaredBy(name);
    const undeclared = files.flatMap((file) =>
      codesThrownIn(file)
        .filter((code) => !declared.has(code))
        .map((code) => `${file.path}: ${code}`),
    );
    expect(undeclared).toEqual([]);
  });

  it('are declared nowhere in vain: each code of the catalogue belongs to an operation or to no address', () => {
    const addressless = ['OPERATION_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'OPERATION_NOT_IMPLEMENTED'];
    const declared = new Set<string>([...moduleNames.flatMap((name) => [...declaredBy(name)]), ...addressless]);
    expect(Object.keys(errorCatalogue).filter((code) => !declared.has(code))).toEqual([]);
  });
});

/** Codes that no test can provoke at an operation from outside, as `module key: code`, each with its reason. */
const notProvoked: Readonly<Record<string, string>> = {};

const testFiles = typeScriptFiles
  .filter((file) => isTest(file) && /^(apps|tests)\//.test(file.path))
  .filter(({ path }) => !path.startsWith('tests/architecture/'));
const textOf = new Map(testFiles.map(({ path, text }) => [path, text]));

/** A test often calls an operation by a fixture: its text counts as that of the test. */
const testTexts = testFiles.map(({ path, text }) => {
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map((match) => posix.join(dirname(path), match[1] ?? ''));
  return { text: [text, ...imported.map((file) => textOf.get(file) ?? '')].join('\n') };
});

/** What a test that calls the operation must contain: its address up to the first parameter, or its name at a client. */
function tracesOf(key: string, { path, aliases = [] }: BuiltOperation): readonly string[] {
  return [`.${key}(`, ...[path, ...aliases].map((address) => address.split('{')[0]?.replace(/\/$/, '') ?? address)];
}

describe('codes that operations declare', () => {
  it('are each named by a test', () => {
    const declared = [...new Set(built.flatMap(({ operation }) => errorCodesOf(operation)))];
    expect(declared.filter((code) => !testTexts.some(({ text }) => text.includes(code)))).toEqual([]);
  });

  it('are named by a test that calls the operation, where they do not follow from its kind', () => {
    const silent = built.flatMap(({ module, key, operation }) => {
      const traces = tracesOf(key, operation);
      const texts = testTexts.filter(({ text }) => traces.some((trace) => text.includes(trace)));
      return operation.errors
        .filter((code) => !texts.some(({ text }) => text.includes(code)))
        .map((code) => `${module} ${key}: ${code}`);
    });
    expect(silent.filter((id) => notProvoked[id] === undefined)).toEqual([]);
    expect(Object.keys(notProvoked).filter((id) => !silent.includes(id))).toEqual([]);
  });
});
