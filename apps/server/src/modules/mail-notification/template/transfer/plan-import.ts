// Plans the import of each template of a document, as if those that it uses were stored already.
import type { SvcNotificationTemplateImportItemModel, SvcNotificationTemplateImportModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { invalid, ServiceError } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { failExists, isSame, requireFree, sensitiveProblems } from '../plan-update.ts';
import { listContents, listSameCodes, recompile } from '../record/template.store.ts';
import type { Template, VersionSnapshot } from '../record/template.types.ts';
import { type CompiledDraft, failCircle, type Library, placeDraft } from '../rendered/template-sources.ts';
import { knownOf, type TemplateGround } from '../template-ground.ts';
import { readTemplate } from '../template-input.ts';
import { orderByUse } from './import-order.ts';
import { createImportRoom, type ImportRoom } from './import-room.ts';

export type Existing = 'SKIP' | 'REPLACE';

/** Plan of one template of the document. */
export interface PlannedItem {
  readonly index: number;
  readonly code: string;
  readonly action: 'CREATE' | 'UPDATE' | 'UNCHANGED' | 'SKIP' | 'REFUSE';
  /** Template that has the code already. */
  readonly found: Template | null;
  readonly error: ServiceError | null;
  /** Compiled draft; null where nothing is stored. */
  readonly compiled: CompiledDraft | null;
  readonly store: ((tx: Transaction) => Promise<Template>) | null;
}

export interface ImportPlan {
  /** Items in the order of the document. */
  readonly items: readonly PlannedItem[];
  /** Stores the recompiled templates that use replaced ones. */
  readonly storeUsers: (tx: Transaction) => Promise<void>;
}

/** Codes that do not concern a single template: the whole import fails with them. */
const NOT_OF_ONE = new Set(['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL_ERROR']);

interface Entry {
  readonly index: number;
  readonly code: string;
  readonly item: SvcNotificationTemplateImportItemModel;
  readonly uses: readonly string[];
}

/** State while the templates are planned one after the other. */
interface Round {
  readonly act: Act;
  readonly existing: Existing;
  /** Stored templates by folded code. */
  readonly stored: ReadonlyMap<string, Template>;
  readonly library: Library;
  /** Codes of new templates, which others of the document may use although they are disabled. */
  readonly created: Set<string>;
  readonly room: ImportRoom;
}

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError && !NOT_OF_ONE.has(error.code)) return error;
  throw error;
}

async function planCreate({ sources, storeNew }: TemplateGround, round: Round, entry: Entry): Promise<PlannedItem> {
  const { act, library, created, room } = round;
  const { index, code, item } = entry;
  const after = readTemplate(item);
  room.requireTime();
  const compiled = await sources.compile(act.caller.tenantIdentifier, { ...after, known: created }, library);
  room.take(compiled);
  const enabled = item.enabled ?? true;
  const draft = { ...after, compiled };
  placeDraft(library, draft, enabled);
  created.add(code);
  const store = storeNew(act.caller, after, compiled, enabled);
  return { index, code, action: 'CREATE', found: null, error: null, compiled: draft, store };
}

/**
 * Plans a replacement. A missing field takes its default, except that nothing becomes less secret, or is enabled or
 * disabled, by omission.
 */
async function planReplace(
  { database, sources, storeVersion }: TemplateGround,
  round: Round,
  { index, code, item }: Entry,
  found: Template,
): Promise<PlannedItem> {
  const { act, library, created, room } = round;
  const before = { template: found, contents: await listContents(database, found.id) };
  const written = { ...item, sensitive: item.sensitive ?? found.sensitive };
  const after: VersionSnapshot = readTemplate(written, (fields) => sensitiveProblems(found, fields));
  const planned = { index, code, found, error: null };
  if (isSame(before, after)) return { ...planned, action: 'UNCHANGED', compiled: null, store: null };
  await requireFree(database, found, after.fields);
  const known = new Set([...knownOf(before), ...created]);
  room.requireTime();
  const compiled = await sources.compile(act.caller.tenantIdentifier, { ...after, known }, library);
  room.take(compiled);
  const draft = { ...after, compiled };
  placeDraft(library, draft, found.enabled);
  return { ...planned, action: 'UPDATE', compiled: draft, store: storeVersion(act.caller, before, after, compiled) };
}

async function planOne(ground: TemplateGround, round: Round, entry: Entry, refuse: () => void): Promise<PlannedItem> {
  const { index, code } = entry;
  const found = round.stored.get(foldName(code)) ?? null;
  try {
    refuse();
    if (found === null) return await planCreate(ground, round, entry);
    if (found.code !== code) failExists(code);
    if (round.existing === 'REPLACE') return await planReplace(ground, round, entry, found);
    return { index, code, action: 'SKIP', found, error: null, compiled: null, store: null };
  } catch (error) {
    return { index, code, action: 'REFUSE', found, error: refusalOf(error), compiled: null, store: null };
  }
}

/** Lists the templates of the document with the codes that they use. */
async function readEntries(
  { sources }: TemplateGround,
  act: Act,
  { templateList }: SvcNotificationTemplateImportModel,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const [index, item] of templateList.entries()) {
    const uses = await sources.codesIn(
      act.caller.tenantIdentifier,
      item.layoutCode ?? null,
      Object.values(item.contentMap),
    );
    entries.push({ index, code: item.code, item, uses });
  }
  return entries;
}

function refuseTwins(entries: readonly Entry[]): ReadonlySet<Entry> {
  const seen = new Set<string>();
  return new Set(
    entries.filter(({ code }) => {
      const folded = foldName(code);
      const isSecond = seen.has(folded);
      seen.add(folded);
      return isSecond;
    }),
  );
}

/**
 * Recompiles the users of replaced templates that are not replaced themselves; answers the errors of those that fail.
 */
async function planUsers(
  { sources }: TemplateGround,
  { act, library }: Round,
  items: readonly PlannedItem[],
): Promise<{
  readonly users: Awaited<ReturnType<TemplateGround['sources']['compileUsers']>>;
  readonly refused: Refused;
}> {
  const planned = items.filter(({ store }) => store !== null);
  const except = new Set(planned.map(({ code }) => code));
  const replaced = planned.filter(({ action }) => action === 'UPDATE');
  const refused = new Map<number, ServiceError>();
  const users = await sources.compileUsers(
    act.caller.tenantIdentifier,
    replaced.map(({ compiled }) => compiled!),
    library,
    {
      except,
      onRefused({ template, contents }, error) {
        const uses = knownOf({ template, contents });
        const refusal = refusalOf(error);
        for (const { index, code } of replaced) if (uses.has(code)) refused.set(index, refusal);
      },
    },
  );
  return { users, refused };
}

type Refused = ReadonlyMap<number, ServiceError>;

async function planRound(
  ground: TemplateGround,
  round: Round,
  order: readonly Entry[],
  refusals: ReadonlyMap<number, () => never>,
): Promise<readonly PlannedItem[]> {
  const items: PlannedItem[] = [];
  for (const entry of order) items.push(await planOne(ground, round, entry, () => refusals.get(entry.index)?.()));
  return items.sort((left, right) => left.index - right.index);
}

/** Plans the import. An invalid template is refused, with the ones that depend on it; the others are planned. */
export async function planImport(
  act: Act,
  ground: TemplateGround,
  document: SvcNotificationTemplateImportModel,
  existing: Existing,
): Promise<ImportPlan> {
  const { tenantIdentifier } = act.caller;
  const entries = await readEntries(ground, act, document);
  const twins = refuseTwins(entries);
  const firsts = entries.filter((entry) => !twins.has(entry));
  const own = new Set(firsts.map(({ code }) => code));
  const outside = firsts.flatMap(({ uses }) => uses).filter((code) => !own.has(code));
  const { order, circular } = orderByUse(firsts, await ground.sources.usesOf(tenantIdentifier, outside));
  const codes = firsts.map(({ code }) => code);
  const found = await listSameCodes(ground.database, tenantIdentifier, codes);
  const stored = new Map(found.map((template) => [foldName(template.code), template]));
  const refusals = new Map<number, () => never>();
  const twice = { field: 'code', code: 'DUPLICATE_ENTRY', message: 'Stands in the document twice.' };
  for (const { index } of twins) refusals.set(index, () => invalid(twice));
  for (const { index, code } of firsts) if (circular.has(code)) refusals.set(index, () => failCircle(code));
  const room = createImportRoom();
  for (;;) {
    const round = { act, existing, stored, library: new Map(), created: new Set<string>(), room };
    const items = await planRound(ground, round, [...order, ...twins], refusals);
    const { users, refused } = await planUsers(ground, round, items);
    if (refused.size === 0) {
      return {
        items,
        async storeUsers(tx) {
          for (const { user, compiled } of users) await recompile(tx, user, compiled);
        },
      };
    }
    // Templates compiled with refused ones are compiled again without them.
    room.empty();
    for (const [index, error] of refused) {
      refusals.set(index, () => {
        throw error;
      });
    }
  }
}
