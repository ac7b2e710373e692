// Proves that a service saves, changes and removes records under its rules, and tells of each once, as it is afterwards.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createManualClock } from '../../database/clock.ts';
import type { Transaction } from '../../database/database.types.ts';
import { createIds } from '../../database/ids.ts';
import { fail } from '../../request/errors.ts';
import type { Act } from '../act.ts';
import { type DefinedEvent, defineEvents } from '../event-definition.ts';
import type { EventSubject } from '../events.ts';
import { typed } from './column.ts';
import { type Book, books, createBookDatabase, lend } from './record.fixture.ts';
import { createRecordService, visibleScope } from './record-service.ts';

const text = { en: 'Happened.', tr: 'Oldu.' };
const events = defineEvents({
  saved: { name: 'book.saved', type: 'AUDIT', description: text },
  updated: { name: 'book.updated', type: 'AUDIT', description: text },
  removed: { name: 'book.removed', type: 'AUDIT', description: text },
  switched: { name: 'book.switched', type: 'AUDIT', description: text },
});

interface BookModels {
  readonly save: Parameters<typeof books.fieldsOf>[0] & {
    readonly uuid?: string;
    readonly readers?: readonly string[];
  };
  readonly update: Parameters<typeof books.changesOf>[0] & { readonly version: number };
  readonly query: Parameters<typeof books.page>[2] & { readonly pageable?: { readonly pageSize?: number } };
  readonly answer: ReturnType<typeof books.toModel> & { readonly reader: string };
}

let test: TestDatabase;
let told: unknown[];
beforeAll(async () => {
  test = await createBookDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  told = [];
  await test.database.withConnection((connection) => connection.script('TRUNCATE t_book, t_loan'));
});

/** Answers an act whose events are kept in `told`; the claim of what runs once keeps nothing. */
function actOf(tenantIdentifier: string, ...authorities: readonly string[]): Act {
  const holds = (authority: string) => authorities.includes(authority);
  return {
    caller: { username: 'ada', tenantIdentifier, holds },
    once: (work: (claim: object) => unknown) => work({ save: async () => undefined }),
    record: async (_tx: Transaction, { name }: DefinedEvent, subject: EventSubject, detail: object) =>
      void told.push([name, subject, detail]),
  } as unknown as Act;
}

const clock = createManualClock();
const ids = createIds(clock);

const problemsOf = (shelf: number | null | undefined) =>
  (shelf ?? 0) < 100 ? [] : [{ field: 'shelf', code: 'OUT_OF_RANGE', message: 'There is no such shelf.' }];

function serve() {
  const { database } = test;
  return createRecordService({ database, clock, ids }, books, {
    models: typed<BookModels>(),
    events,
    toModel: (row: Book, { caller }) => ({ ...books.toModel(row), reader: caller.username }),
    scopeOf: ({ caller }) => visibleScope(caller),
    query: (_act, { pageable: _page, ...query }) => ({ ...query, lent: false }),
    check: {
      save: (_act, { body }) => problemsOf(body.shelf),
      update: (_act, { body, row }) => (body.shelf === row.shelf ? [] : problemsOf(body.shelf)),
    },
    before: {
      async save(_tx, _act, { fields, body }) {
        if (fields.code === 'FORBIDDEN') fail('ACCESS_DENIED');
        return { pass: `sealed for ${body.code}`, subtitle: 'By the rule', ...(body.uuid ? { uuid: body.uuid } : {}) };
      },
      async update(_tx, _act, { row, changes }) {
        if (row.shelf > (changes.shelf ?? 0)) fail('ACCESS_DENIED');
        return { pass: `changed from ${row.version}` };
      },
      remove: async () => ({ pass: null }),
    },
    after: {
      async save(tx, _act, { row, body }) {
        for (const reader of body.readers ?? []) await tx.execute(lend, [row.id, reader]);
      },
    },
  });
}

const [north, south] = [actOf('north'), actOf('south')];

it('a new record has what the body and the rules say, and is answered and told as it is in the end', async () => {
  const uuid = ids.uuidV7();
  const made = await serve().save(north, { uuid, code: 'A', subtitle: 'Of the body', readers: ['x', 'y'] });
  expect(made.uuid).toBe(uuid);
  expect(made).toMatchObject({
    code: 'A',
    subtitle: 'By the rule',
    tenantIdentifier: 'north',
    loans: 2,
    reader: 'ada',
  });
  const subject = { name: 'A', tenantIdentifier: 'north' };
  expect(told).toMatchObject([['book.saved', subject, { old: null, new: { code: 'A', loans: 2, pass: '***' } }]]);
  expect(await books.get(test.database, north.caller, { code: 'A' })).toMatchObject({ pass: 'sealed for A' });
});

it('a rule that refuses before or after the write leaves nothing behind and tells nothing', async () => {
  const service = serve();
  await expect(service.save(north, { code: 'FORBIDDEN' })).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  await expect(service.save(north, { code: 'B', readers: [null as never] })).rejects.toThrow(/null value/);
  expect(await service.page(north, {})).toMatchObject({ data: [], totalElements: 0 });
  expect(told).toEqual([]);
});

it('what does not fit by the rules of the module is told along with what does not fit by the declaration', async () => {
  const service = serve();
  const shelf = { field: 'shelf', code: 'OUT_OF_RANGE' };
  const saved = service.save(north, { shelf: 100 } as never);
  await expect(saved).rejects.toMatchObject({
    options: { errorArguments: [{ field: 'code' }, { field: 'title' }, shelf] },
  });
  const { uuid } = await service.save(north, { code: 'A' });
  const changed = service.update(north, { uuid }, { version: 0, shelf: 100, code: 'B' } as never);
  await expect(changed).rejects.toMatchObject({ options: { errorArguments: [{ field: 'code' }, shelf] } });
});

it('a change needs the version that was read, takes the plain fields, and tells what differs', async () => {
  const service = serve();
  const { uuid } = await service.save(north, { code: 'A', shelf: 3 });
  told = [];
  const changed = await service.update(north, { uuid }, { version: 0, shelf: 4, subtitle: null });
  expect(changed).toMatchObject({ shelf: 4, subtitle: null, version: 1 });
  expect(await books.get(test.database, north.caller, { uuid })).toMatchObject({ pass: 'changed from 0' });
  const detail = {
    uuid,
    version: 1,
    old: { shelf: 3, subtitle: 'By the rule', pass: '***' },
    new: { shelf: 4, subtitle: null, pass: '***' },
  };
  expect(told).toEqual([['book.updated', { name: 'A', tenantIdentifier: 'north' }, detail]]);
  const stale = { code: 'VERSION_CONFLICT', options: { errorArguments: [{ index: 0, identifier: uuid, version: 1 }] } };
  await expect(service.update(north, { uuid }, { version: 0, shelf: 9 })).rejects.toMatchObject(stale);
  await expect(service.remove(north, { uuid }, 0)).rejects.toMatchObject(stale);
  await expect(service.update(north, { uuid }, { version: 1, shelf: 1 })).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
  });
  expect(told).toHaveLength(1);
});

it('of two people who change the same version at once one hears of the other', async () => {
  const service = serve();
  const { uuid } = await service.save(north, { code: 'A' });
  const outcomes = await Promise.allSettled(
    [1, 2].map((shelf) => service.update(north, { uuid }, { version: 0, shelf })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'VERSION_CONFLICT' } });
  expect(told).toHaveLength(2);
});

it('switching writes once and tells once, however often it is asked for', async () => {
  const service = serve();
  const { uuid } = await service.save(north, { code: 'A' });
  const lent = () => service.change(north, { uuid }, { lent: true }, events.switched);
  expect(await lent()).toMatchObject({ lent: true, version: 1 });
  expect(await lent()).toMatchObject({ lent: true, version: 1 });
  expect(told.slice(1)).toMatchObject([
    ['book.switched', { name: 'A' }, { old: { lent: false }, new: { lent: true } }],
  ]);
});

it('a removed record is gone with what the rule clears, and is reported as it was', async () => {
  const service = serve();
  const { uuid } = await service.save(north, { code: 'A' });
  await service.remove(north, { uuid });
  const kept = await books.get(test.database, { tenantIdentifier: 'north', deleted: true }, { uuid });
  expect(kept).toMatchObject({ deleted: true, pass: null, updatedBy: 'ada' });
  expect(told.at(-1)).toMatchObject(['book.removed', { name: 'A' }, { old: { code: 'A', pass: '***' }, new: null }]);
  const works = [service.get(north, { uuid }), service.remove(north, { uuid }), service.change(north, { uuid }, {})];
  for (const outcome of await Promise.allSettled(works)) {
    expect(outcome).toMatchObject({ reason: { code: 'ROLE_NOT_FOUND' } });
  }
});

it('another tenant finds and changes nothing, and TENANT_ALL reaches every record but pages the own ones', async () => {
  const service = serve();
  const { uuid } = await service.save(north, { code: 'A' });
  const works = [
    service.get(south, { uuid }),
    service.update(south, { uuid }, { version: 0 }),
    service.remove(south, { uuid }),
  ];
  for (const outcome of await Promise.allSettled(works))
    expect(outcome).toMatchObject({ reason: { code: 'ROLE_NOT_FOUND' } });
  const operator = actOf('south', 'TENANT_ALL');
  expect(await service.get(operator, { uuid })).toMatchObject({ tenantIdentifier: 'north' });
  expect(await service.list(operator, {})).toEqual([]);
  expect(await service.list(north, { code: 'A' })).toHaveLength(1);
});

it('a page takes the filters of the body and those of the server, and the standard order', async () => {
  const service = serve();
  for (const code of ['B', 'A', 'C']) await service.save(north, { code });
  await service.change(north, { code: 'C' }, { lent: true });
  const page = await service.page(north, { searchText: '', pageable: { pageSize: 1 } });
  expect(page).toMatchObject({ data: [{ code: 'A' }], totalElements: 2, totalPages: 2 });
  expect(page.pageable.sort).toEqual({ properties: ['code'], direction: 'ASC' });
});

it('a body that lacks a field of the record does not compile', () => {
  interface Short extends Omit<BookModels, 'save'> {
    readonly save: { readonly code: string };
  }
  const serveShort = () =>
    createRecordService({ database: test.database, clock, ids }, books, {
      // @ts-expect-error: the body of a new book has no title
      models: typed<Short>(),
      events,
      toModel: (row: Book) => ({ ...books.toModel(row), reader: '' }),
    });
  expect(serveShort).toBeTypeOf('function');
});
