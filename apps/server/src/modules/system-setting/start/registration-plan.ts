// Compares declared definitions with the stored ones: new, changed, renamed, retired, or those of a newer version.
import { hash } from 'node:crypto';
import { compareVersions } from '../../../kernel/process/program-version.ts';
import type { AnyDefinition } from '../../../kernel/settings/settings.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import type { DefinitionWrite } from '../records/definition.store.ts';
import { type Definition, type HistoryAction, PROGRAM } from '../system-setting.types.ts';

const ORDER_NUMBER = 1_000;

export interface Plan {
  readonly action: Extract<HistoryAction, 'DEFINE' | 'REDEFINE' | 'RETIRE'>;
  readonly before: Definition | null;
  readonly write: Omit<DefinitionWrite, 'revision' | 'now' | 'uuid'>;
}

/** Answers the fields that the code owns, in the form for its hash. */
function ownedFields(definition: AnyDefinition) {
  const { code, name, nameMap, description, descriptionMap, type, unit, defaultValue, minValue, maxValue } = definition;
  const { pattern, allowedValueList, visibility, tenantOverridable, tenantEditable, userOverridable } = definition;
  const { reauthenticationRequired, restartRequired, formerCodes } = definition;
  return {
    code,
    name,
    nameMap,
    description,
    descriptionMap,
    type,
    unit,
    defaultValue,
    minValue,
    maxValue,
    pattern,
    allowedValueList,
    visibility,
    tenantOverridable,
    tenantEditable,
    userOverridable,
    reauthenticationRequired,
    restartRequired,
    aliasList: [...formerCodes],
  };
}

function prefixOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function writeOf(definition: AnyDefinition, before: Definition | null, version: string): Plan['write'] {
  const fields = ownedFields(definition);
  return {
    ...fields,
    nameMap: { ...fields.nameMap, ...before?.nameMap },
    descriptionMap: { ...fields.descriptionMap, ...before?.descriptionMap },
    groupCode: before?.groupCode ?? prefixOf(definition.code),
    orderNumber: before?.orderNumber ?? ORDER_NUMBER,
    owner: prefixOf(definition.code),
    enabled: true,
    system: true,
    retired: false,
    registeredVersion: version,
    registeredHash: hash('sha256', canonicalJson(fields), 'hex'),
    updatedBy: PROGRAM,
  };
}

export interface Comparison {
  readonly plans: readonly Plan[];
  /** Lists the same definitions, registered by an older version. */
  readonly sameButOlder: readonly string[];
}

interface Customs {
  /** Definitions by folded code. */
  readonly byCode: ReadonlyMap<string, Definition>;
  /** Definitions that lose an alias to declared ones. */
  readonly plans: readonly Plan[];
}

/**
 * Finds definitions of people that have the names of new ones of the program: they neither stop a start nor hide a
 * setting.
 */
function yieldingCustoms(definitions: readonly AnyDefinition[], live: readonly Definition[]): Customs {
  const customs = live.filter(({ system }) => !system);
  const declared = new Set(
    definitions.flatMap(({ code, formerCodes }) => [code, ...formerCodes]).map((name) => name.toLowerCase()),
  );
  const codes = new Set(definitions.map(({ code }) => code.toLowerCase()));
  const plans = customs.flatMap((known): readonly Plan[] => {
    const aliasList = known.aliasList.filter((alias) => !declared.has(alias.toLowerCase()));
    if (aliasList.length === known.aliasList.length || codes.has(known.code.toLowerCase())) return [];
    return [{ action: 'REDEFINE', before: known, write: { ...known, aliasList, updatedBy: PROGRAM } }];
  });
  return { byCode: new Map(customs.map((known) => [known.code.toLowerCase(), known])), plans };
}

/** Finds the writes of a start of this version. */
export function compareDefinitions(
  definitions: readonly AnyDefinition[],
  live: readonly Definition[],
  version: string,
): Comparison {
  const byCode = new Map(live.map((definition) => [definition.code, definition]));
  const byAlias = new Map(
    live.flatMap((definition) => definition.aliasList.map((alias) => [alias, definition] as const)),
  );
  const isNewer = (known: Definition | undefined): boolean =>
    known?.registeredVersion != null && compareVersions(known.registeredVersion, version) > 0;
  const customs = yieldingCustoms(definitions, live);
  const plans: Plan[] = [...customs.plans];
  const sameButOlder: string[] = [];
  const kept = new Set<string>();
  for (const definition of definitions) {
    const former = definition.formerCodes.map((code) => byCode.get(code)).find((known) => known?.system === true);
    const twin = customs.byCode.get(definition.code.toLowerCase());
    const before = byCode.get(definition.code) ?? former ?? twin ?? null;
    if (before !== null) kept.add(before.code);
    // A newer version has renamed it; this code is an alias there.
    if (isNewer(before ?? byAlias.get(definition.code))) continue;
    const owned = writeOf(definition, before, version);
    const aliasList = owned.aliasList.filter((alias) => !customs.byCode.has(alias.toLowerCase()));
    const write = { ...owned, aliasList };
    if (before?.registeredHash !== write.registeredHash || before.retired) {
      plans.push({ action: before === null ? 'DEFINE' : 'REDEFINE', before, write });
    } else if (before.registeredVersion !== version) sameButOlder.push(before.uuid);
  }
  const own = new Set(definitions.map(({ code }) => prefixOf(code)));
  for (const known of live) {
    if (!known.system || known.retired || kept.has(known.code) || !own.has(known.owner) || isNewer(known)) continue;
    plans.push({ action: 'RETIRE', before: known, write: { ...known, retired: true, updatedBy: PROGRAM } });
  }
  return { plans, sameButOlder };
}
