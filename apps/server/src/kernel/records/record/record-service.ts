// Saves, changes, removes and finds records of one kind for whoever calls; a module adds its rules alone.
import { isDeepStrictEqual } from 'node:util';
import { resolvePageable } from '@keelson/contract';
import type { Clock } from '../../database/clock.ts';
import type { Database, Transaction } from '../../database/database.types.ts';
import type { Ids } from '../../database/ids.ts';
import type { Caller } from '../../request/caller.ts';
import type { ArgumentProblem } from '../../request/errors.ts';
import type { Act } from '../act.ts';
import type { DefinedEvent } from '../event-definition.ts';
import { pageBody } from '../page.ts';
import type { Typed } from './column.ts';
import type { DefinedRecord } from './define-record.ts';
import type { RecordChange, RecordShape, TenantScope } from './record.types.ts';

type PageableOf<S extends RecordShape> = Parameters<typeof resolvePageable<S['sort']>>[0];

/** Names the models of the interface. */
export interface RecordModels<S extends RecordShape> {
  readonly save: S['newBody'];
  readonly update: S['changeBody'] & { readonly version: number };
  readonly query: object & { readonly pageable?: PageableOf<S> };
  readonly answer: object;
}

/** Does not compile where a body lacks a field that the record reads from bodies. */
type Whole<S extends RecordShape, M extends RecordModels<S>> = [
  Exclude<S['bodyField'], keyof M['save']> | Exclude<keyof S['changeBody'], keyof M['update']>,
] extends [never]
  ? unknown
  : {
      readonly bodiesLack: Exclude<S['bodyField'], keyof M['save']> | Exclude<keyof S['changeBody'], keyof M['update']>;
    };

type Awaitable<T> = T | Promise<T>;

/** Find problems in bodies by rules of the module; they are answered together with those that the kernel finds. */
interface CheckRules<S extends RecordShape, M extends RecordModels<S>> {
  save?(act: Act, given: { readonly body: M['save'] }): readonly ArgumentProblem[];
  update?(act: Act, given: { readonly body: M['update']; readonly row: S['row'] }): readonly ArgumentProblem[];
}

/**
 * Values that they answer replace the plain fields of the body, the uuid of a new record too; an error refuses the
 * change before anything was written.
 */
interface BeforeRules<S extends RecordShape, M extends RecordModels<S>> {
  save?(
    tx: Transaction,
    act: Act,
    given: { readonly body: M['save']; readonly fields: S['bodyValues'] },
  ): Awaitable<(S['changes'] & { readonly uuid?: string }) | undefined>;
  update?(
    tx: Transaction,
    act: Act,
    given: { readonly body: M['update']; readonly row: S['row']; readonly changes: S['changes'] },
  ): Awaitable<S['changes'] | undefined>;
  remove?(tx: Transaction, act: Act, given: { readonly row: S['row'] }): Awaitable<S['changes'] | undefined>;
}

/** Run in the transaction once the record is written; it is read again after them, for the answer and the event. */
interface AfterRules<S extends RecordShape, M extends RecordModels<S>> {
  save?(tx: Transaction, act: Act, given: { readonly row: S['row']; readonly body: M['save'] }): Awaitable<void>;
  update?(
    tx: Transaction,
    act: Act,
    given: { readonly row: S['row']; readonly before: S['row']; readonly body: M['update'] },
  ): Awaitable<void>;
  remove?(tx: Transaction, act: Act, given: { readonly row: S['row'] }): Awaitable<void>;
}

export interface RecordRules<S extends RecordShape, M extends RecordModels<S>> {
  readonly models: Typed<M> & Whole<S, M>;
  /** Events of the changes; a record that cannot be changed has no `updated`. */
  readonly events: { readonly saved: DefinedEvent; readonly updated?: DefinedEvent; readonly removed: DefinedEvent };
  toModel(row: S['row'], act: Act): M['answer'];
  readonly check?: CheckRules<S, M>;
  readonly before?: BeforeRules<S, M>;
  readonly after?: AfterRules<S, M>;
  /** Answers the tenant of a new record; the caller's where it is left out. */
  tenantOf?(tx: Transaction, act: Act, body: M['save']): Awaitable<string>;
  /** Bounds what is got, changed and removed; the caller's tenant where it is left out. */
  scopeOf?(act: Act): TenantScope;
  /** Bounds pages and lists; the caller's tenant where it is left out. */
  pageScopeOf?(act: Act, body: M['query']): TenantScope;
  /** Answers the filters of a page, those of the server's own among them; the body's where it is left out. */
  query?(act: Act, body: M['query']): Awaitable<S['query']>;
}

interface ServiceGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The tenants that a caller sees: every one with TENANT_ALL. */
export function visibleScope(caller: Caller): TenantScope {
  return caller.holds('TENANT_ALL') ? { tenantIdentifier: null } : caller;
}

/** Makes the writes that take part in a transaction of the caller. */
function createWrites<S extends RecordShape, M extends RecordModels<S>>(
  { clock, ids }: Pick<ServiceGround, 'clock' | 'ids'>,
  record: DefinedRecord<S>,
  rules: RecordRules<S, M>,
) {
  const { check, before, after, events } = rules;
  const changeOf = ({ caller }: Act): RecordChange => ({ by: caller.username, now: new Date(clock.now()) });
  const scopeOf = (act: Act): TenantScope => rules.scopeOf?.(act) ?? act.caller;
  const again = ({ uuid }: S['row'], tx: Transaction) => record.get(tx, { tenantIdentifier: null }, { uuid });

  function recordEvent(
    tx: Transaction,
    act: Act,
    event: DefinedEvent | undefined,
    [old, row]: readonly [S['row'] | null, S['row'] | null],
  ) {
    if (event === undefined) throw new Error('no event is declared of a change');
    const of = (row ?? old)!;
    const subject = {
      name: String(of[record.subject]),
      tenantIdentifier: of.tenantIdentifier ?? act.caller.tenantIdentifier,
    };
    return act.record(tx, event, subject, record.detail(old, row));
  }

  async function saveIn(tx: Transaction, act: Act, body: M['save']): Promise<S['row']> {
    const fields = record.fieldsOf(body, check?.save?.(act, { body }));
    const tenantIdentifier = (await rules.tenantOf?.(tx, act, body)) ?? act.caller.tenantIdentifier;
    const own = await before?.save?.(tx, act, { body, fields });
    const saved = { uuid: ids.uuidV7(), ...fields, ...own, tenantIdentifier };
    const written = await record.insert(tx, saved, changeOf(act));
    await after?.save?.(tx, act, { row: written, body });
    const row = after?.save === undefined ? written : await again(written, tx);
    await recordEvent(tx, act, events.saved, [null, row]);
    return row;
  }

  async function updateIn(tx: Transaction, act: Act, key: S['key'], body: M['update']): Promise<S['row']> {
    const row = await record.lock(tx, scopeOf(act), key, body.version);
    const changes = record.changesOf(body, row, check?.update?.(act, { body, row }));
    const own = await before?.update?.(tx, act, { body, row, changes });
    const written = await record.update(tx, row, { ...changes, ...own }, changeOf(act));
    await after?.update?.(tx, act, { row: written, before: row, body });
    const changed = after?.update === undefined ? written : await again(written, tx);
    await recordEvent(tx, act, events.updated, [row, changed]);
    return changed;
  }

  /** Changes fields that no body holds, as switching on and off does; where nothing differs nothing is written. */
  async function changeIn(
    tx: Transaction,
    act: Act,
    key: S['key'],
    changes: S['changes'],
    event: DefinedEvent | undefined = events.updated,
  ): Promise<S['row']> {
    const row = await record.lock(tx, scopeOf(act), key);
    if (isDeepStrictEqual({ ...row, ...changes }, row)) return row;
    const changed = await record.update(tx, row, changes, changeOf(act));
    await recordEvent(tx, act, event, [row, changed]);
    return changed;
  }

  async function removeIn(tx: Transaction, act: Act, key: S['key'], version?: number): Promise<void> {
    const row = await record.lock(tx, scopeOf(act), key, version);
    const own = await before?.remove?.(tx, act, { row });
    const removed = await record.remove(tx, row, changeOf(act), own ?? {});
    await after?.remove?.(tx, act, { row: removed });
    await recordEvent(tx, act, events.removed, [row, null]);
  }

  return { saveIn, updateIn, changeIn, removeIn };
}

/** The functions whose names end in `In` work in a transaction of the caller's, and answer rows. */
export function createRecordService<S extends RecordShape, const M extends RecordModels<S>>(
  ground: ServiceGround,
  record: DefinedRecord<S>,
  rules: RecordRules<S, M>,
) {
  const { database } = ground;
  const { toModel } = rules;
  const writes = createWrites(ground, record, rules);
  const { saveIn, updateIn, changeIn, removeIn } = writes;
  const pageScopeOf = (act: Act, body: M['query']): TenantScope => rules.pageScopeOf?.(act, body) ?? act.caller;
  const queryOf = (act: Act, body: M['query']) => rules.query?.(act, body) ?? (body as S['query']);

  return {
    ...writes,
    /** Saves a new record; the contract declares the operation `idempotent`. */
    save: (act: Act, body: M['save']): Promise<M['answer']> =>
      act.once((claim) =>
        database.transaction(async (tx) => {
          const answer = toModel(await saveIn(tx, act, body), act);
          await claim.save(tx, answer);
          return answer;
        }),
      ),
    update: async (act: Act, key: S['key'], body: M['update']): Promise<M['answer']> =>
      toModel(await database.transaction((tx) => updateIn(tx, act, key, body)), act),
    change: async (act: Act, key: S['key'], changes: S['changes'], event?: DefinedEvent): Promise<M['answer']> =>
      toModel(await database.transaction((tx) => changeIn(tx, act, key, changes, event)), act),
    remove: (act: Act, key: S['key'], version?: number): Promise<void> =>
      database.transaction((tx) => removeIn(tx, act, key, version)),
    get: async (act: Act, key: S['key']): Promise<M['answer']> =>
      toModel(await record.get(database, rules.scopeOf?.(act) ?? act.caller, key), act),
    async page(act: Act, body: M['query']) {
      const pageable = resolvePageable(body.pageable, record.sort.standard);
      const { rows, total } = await record.page(database, pageScopeOf(act, body), await queryOf(act, body), pageable);
      const models: M['answer'][] = rows.map((row) => toModel(row, act));
      return pageBody(models, total, pageable);
    },
    async list(act: Act, body: M['query']): Promise<readonly M['answer'][]> {
      const pageable = resolvePageable(body.pageable, record.sort.standard);
      const rows = await record.list(database, pageScopeOf(act, body), await queryOf(act, body), pageable);
      return rows.map((row) => toModel(row, act));
    },
  };
}
