// Tests what becomes of groups: saved, changed, moved, ordered and deleted, and what is refused on the way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type ReportServer, signInWith, startReportServer } from '../report-server.fixture.ts';

let server: ReportServer;
let writer: string;
beforeAll(async () => {
  server = await startReportServer();
  const own = ['REPORT_GROUP_VIEW', 'REPORT_GROUP_MANAGE', 'REPORT_GROUP_DELETE', 'REPORT_MANAGE', 'LOG_VIEW'];
  writer = await signInWith(server, 'writer', own);
});
afterAll(() => server?.stop());

const right = (authority: string, permission: string) => ({ authority, permission });
const put = (body: object, token = server.admin) => server.refusal(token, 'PUT', '/report-groups', body);
const get = async (uuid: string) =>
  (await server.as<Record<string, unknown>>(server.admin, 'GET', `/report-groups/by-uuid/${uuid}`)).body;
const codes = (groups: readonly { readonly code: string }[]) => groups.map(({ code }) => code);

describe('a group that is saved', () => {
  it('report 1: is told by its address, and again under the same key', async () => {
    const body = { code: 'told', name: '  Told  ' };
    const headers = { 'idempotency-key': 'told-once' };
    const answers = [
      await server.as(server.admin, 'POST', '/report-server/report-groups', body, headers),
      await server.as(server.admin, 'POST', '/report-server/report-groups', body, headers),
    ];
    const [first, again] = answers.map(({ headers: told }) => told.get('location'));
    expect(first).toMatch(/^\/report-groups\/by-uuid\/[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(await server.groups({ code: 'told' })).toMatchObject([{ name: 'Told', version: 0 }]);
  });

  it('report 18: has the identifier that was chosen, and the taken field is named', async () => {
    const uuid = '0190aaaa-0000-7000-8000-000000000001';
    await server.group('chosen', { uuid });
    const save = (body: object) => server.refusal(server.admin, 'POST', '/report-groups', body);
    expect(await save({ code: 'chosen-2', name: 'chosen-2', uuid })).toEqual([
      409,
      'REPORT_GROUP_ALREADY_EXISTS',
      'uuid',
    ]);
    expect(await save({ code: 'chosen', name: 'other' })).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'code']);
    expect(await save({ code: 'chosen-3', name: 'chosen' })).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'name']);
    const above = await server.group('chosen-above');
    await server.group('chosen-4', { name: 'chosen', parentUuid: above });
    await server.group('chosen-5', { name: 'CHOSEN' });
  });

  it('report 18: is refused below a group that is not there, is disabled, or is ten deep', async () => {
    const save = (parentUuid: string) =>
      server.refusal(server.admin, 'POST', '/report-groups', { code: 'no', name: 'no', parentUuid });
    expect(await save('0190aaaa-0000-7000-8000-0000000000ff')).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
    const off = await server.group('off', { enabled: false });
    expect(await save(off)).toEqual([409, 'REPORT_GROUP_DISABLED']);
    let deepest = await server.group('deep-1');
    const top = deepest;
    for (let level = 2; level <= 10; level += 1) deepest = await server.group(`deep-${level}`, { parentUuid: deepest });
    expect(await save(deepest)).toEqual([422, 'REPORT_GROUP_TOO_DEEP']);
    const other = await server.group('deep-other');
    expect(await put({ uuid: top, version: 0, parentUuid: other })).toEqual([422, 'REPORT_GROUP_TOO_DEEP']);
    expect(await server.groups({ parentUuid: top, includeDescendants: true })).toHaveLength(9);
  });

  it('report 18: cannot lock out whoever saves it, nor ask for what nobody can hold', async () => {
    const save = (authorityList: object[], token: string) =>
      server.refusal(token, 'POST', '/report-groups', { code: 'locked', name: 'locked', authorityList });
    expect(await save([right('LOG_VIEW', 'EXECUTE')], writer)).toEqual([409, 'SELF_LOCKOUT']);
    expect(await save([right('NOBODY_HAS_IT', 'READ')], server.admin)).toEqual([
      422,
      'AUTHORITY_UNKNOWN',
      'authorityList',
    ]);
    expect(await save([{ permission: 'READ' }], server.admin)).toEqual([
      400,
      'VALIDATION_FAILED',
      'authorityList[0] REQUIRED',
    ]);
    const uuid = await server.group('kept-open', { authorityList: [right('LOG_VIEW', 'WRITE')] }, writer);
    const closed = { uuid, version: 0, authorityList: [right('LOG_VIEW', 'READ')] };
    expect(await put(closed, writer)).toEqual([409, 'SELF_LOCKOUT']);
    expect(await put(closed)).toEqual([200, undefined]);
    expect(await put({ ...closed, version: 1, name: 'again' }, writer)).toEqual([403, 'ACCESS_DENIED']);
  });

  it('report 18: is refused to a tenant that has 10,000', async () => {
    const fill = `INSERT INTO report_group (uuid, version, tenant_identifier, code, name, name_folded, display_order, enabled,
        authority_list, path, created_by, updated_by, date_created, date_updated, deleted)
      SELECT gen_random_uuid(), 0, 'default', 'fill-' || n, 'fill-' || n, 'fill-' || n, 0, true, '[]', '{}', 'x', 'x', now(), now(), false
      FROM generate_series(1, 10000) n`;
    await query(server, fill);
    const refused = await server.refusal(server.admin, 'POST', '/report-groups', {
      code: 'one-more',
      name: 'one-more',
    });
    const list = await server.refusal(server.admin, 'POST', '/report-groups/data/list', {});
    const lookup = await server.refusal(server.admin, 'POST', '/report-groups/data/lookup/list', {});
    await query(server, `DELETE FROM report_group WHERE code LIKE 'fill-%'`);
    expect([refused, list, lookup]).toEqual([
      [409, 'REPORT_LIMIT_REACHED'],
      [422, 'RESULT_TOO_LARGE'],
      [422, 'RESULT_TOO_LARGE'],
    ]);
  });
});

describe('a group that is changed', () => {
  it('report 18: keeps what a body leaves out, loses what is null, and can be sent back as it was answered', async () => {
    const uuid = await server.group('kept', { description: 'What it is.', icon: 'chart', displayOrder: 3 });
    expect(await put({ uuid, version: 0, description: null })).toEqual([200, undefined]);
    expect(await get(uuid)).toMatchObject({ version: 1, description: null, icon: 'chart', displayOrder: 3 });
    expect(await put(await get(uuid))).toEqual([200, undefined]);
    expect(await put({ uuid, version: 0, name: 'late' })).toMatchObject([409, 'VERSION_CONFLICT']);
    expect(await put({ uuid, name: 'no version' })).toEqual([400, 'VALIDATION_FAILED', 'version REQUIRED']);
  });

  it('report 18: takes what lies below it along, with the rights that are inherited there', async () => {
    const open = await server.group('go-open');
    const kept = await server.group('go-kept', { authorityList: [right('MENU_VIEW_ALL', 'WRITE')] });
    const moved = await server.group('go', { parentUuid: open });
    const below = await server.group('go-below', { parentUuid: moved });
    expect(codes(await server.groups({ parentUuid: moved }, writer))).toEqual(['go-below']);
    expect(await put({ uuid: moved, version: 0, parentUuid: kept })).toEqual([200, undefined]);
    expect(await server.refusal(writer, 'GET', `/report-groups/by-uuid/${below}`)).toMatchObject([
      404,
      'REPORT_GROUP_NOT_FOUND',
    ]);
    expect(await server.groups({ uuidList: [below] })).toMatchObject([
      { level: 3, pathNameList: ['go-kept', 'go', 'go-below'] },
    ]);
    expect(await put({ uuid: open, version: 0, parentUuid: kept }, writer)).toMatchObject([
      404,
      'REPORT_GROUP_NOT_FOUND',
    ]);
  });

  it('report 18: makes no ring, by itself or with others, and several move together or not at all', async () => {
    const [a, b] = [await server.group('ring-a'), await server.group('ring-b')];
    const c = await server.group('ring-c', { parentUuid: a });
    expect(await put({ uuid: a, version: 0, parentUuid: a })).toEqual([
      422,
      'REPORT_GROUP_CYCLE',
      'parentUuid',
      'parentUuid',
    ]);
    expect(await put({ uuid: a, version: 0, parentUuid: c })).toEqual([
      422,
      'REPORT_GROUP_CYCLE',
      'parentUuid',
      'parentUuid',
    ]);
    const all = (body: object[]) => server.refusal(server.admin, 'POST', '/report-groups/update-all', body);
    const ring = [
      { uuid: a, parentUuid: b, version: 0 },
      { uuid: b, parentUuid: c, version: 0 },
    ];
    expect((await all(ring)).slice(0, 2)).toEqual([422, 'REPORT_GROUP_CYCLE']);
    expect(await all([ring[0]!, { ...ring[1]!, version: 4 }])).toMatchObject([409, 'VERSION_CONFLICT']);
    expect(await all([ring[0]!, ring[0]!])).toEqual([400, 'VALIDATION_FAILED', '[1].uuid DUPLICATE']);
    expect(await get(a)).toMatchObject({ version: 0, parentUuid: null });
    const swapped = [
      { uuid: c, parentUuid: null, version: 0, displayOrder: 1 },
      { uuid: a, parentUuid: c, version: 0 },
    ];
    expect(await all(swapped)).toEqual([200, undefined]);
    expect(await server.groups({ uuidList: [a] })).toMatchObject([{ pathNameList: ['ring-c', 'ring-a'], level: 2 }]);
  });

  it('report 18: 200 moves at random at once leave a tree in which every group is reached from the top', async () => {
    const uuids = await Promise.all(Array.from({ length: 12 }, (_, n) => server.group(`random-${n}`)));
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const move = async (uuid: string, parentUuid: string | null) => {
      const { version } = (await get(uuid)) as { version: number };
      return server.refusal(server.admin, 'PUT', '/report-groups', { uuid, version, parentUuid });
    };
    const answers = [];
    for (let round = 0; round < 10; round += 1) {
      const some = Array.from(
        { length: 20 },
        () => [uuids[random(12)]!, random(5) === 0 ? null : uuids[random(12)]!] as const,
      );
      answers.push(...(await Promise.all(some.map(([uuid, parent]) => move(uuid, parent)))));
    }
    const outcomes = new Set(answers.map(([status, code]) => code ?? status));
    expect([...outcomes].sort()).toEqual([200, 'REPORT_GROUP_CYCLE', 'VERSION_CONFLICT']);
    const found = await server.groups({ searchText: 'random-' });
    expect(found).toHaveLength(12);
    for (const { level, pathNameList, code } of found) {
      expect(pathNameList).toHaveLength(level);
      expect(pathNameList.at(-1)).toBe(code);
    }
  });
});

describe('a group that is deleted', () => {
  const remove = (uuid: string, mode = '', token = server.admin) =>
    server.refusal(token, 'DELETE', `/report-groups/${uuid}${mode === '' ? '' : `?mode=${mode}`}`);

  it('report 18: stays while something lies in it, and its code is free once it is gone', async () => {
    const uuid = await server.group('full');
    const below = await server.group('full-below', { parentUuid: uuid });
    await server.report('full-report', { reportGroupUuid: uuid });
    expect(await remove(uuid)).toEqual([409, 'REPORT_GROUP_NOT_EMPTY', 'mode']);
    expect(await remove(below)).toEqual([200, undefined]);
    expect(await remove(below)).toMatchObject([404, 'REPORT_GROUP_NOT_FOUND']);
    await server.group('full-below', { parentUuid: uuid });
    expect(
      (await server.groups({ code: 'full-below', includeDeleted: true })).map(({ deleted }) => deleted).sort(),
    ).toEqual([false, true]);
    expect(await server.refusal(writer, 'POST', '/report-groups/data/list', { includeDeleted: true })).toEqual([
      403,
      'ACCESS_DENIED',
    ]);
  });

  it('report 18: leaves its groups and reports to the group above it', async () => {
    const above = await server.group('left-above');
    const uuid = await server.group('left', { parentUuid: above });
    await server.group('left-below', { parentUuid: uuid });
    const { uuid: report } = await server.report('left-report', { reportGroupUuid: uuid });
    await server.group('taken', { name: 'left-below', parentUuid: above });
    expect(await remove(uuid, 'MOVE_TO_PARENT')).toEqual([409, 'REPORT_GROUP_ALREADY_EXISTS', 'name']);
    await query(server, `UPDATE report_group SET name = 'other' WHERE code = 'taken'`);
    expect(await remove(uuid, 'MOVE_TO_PARENT')).toEqual([200, undefined]);
    expect(await server.groups({ parentUuid: above })).toMatchObject([
      { code: 'left-below', level: 2 },
      { code: 'taken' },
    ]);
    const { body } = await server.as<object>(server.admin, 'GET', `/executable-reports/by-uuid/${report}`);
    expect(body).toMatchObject({ reportGroupUuid: above, version: 1 });
    await query(server, `UPDATE report_group SET enabled = false WHERE code = 'left-above'`);
    const [below] = await server.groups({ code: 'left-below' });
    expect(await remove(below!.uuid, 'MOVE_TO_PARENT')).toEqual([409, 'REPORT_GROUP_DISABLED']);
  });

  it('report 18: takes all below it along for an administrator of reports alone', async () => {
    const uuid = await server.group('gone');
    const below = await server.group('gone-below', { parentUuid: uuid });
    const { uuid: report } = await server.report('gone-report', { reportGroupUuid: below });
    expect(await remove(uuid, 'CASCADE', writer)).toEqual([403, 'ACCESS_DENIED']);
    expect(await remove(uuid, 'CASCADE')).toEqual([200, undefined]);
    expect(await server.groups({ searchText: 'gone' })).toEqual([]);
    expect(await server.refusal(server.admin, 'GET', `/executable-reports/by-uuid/${report}`)).toMatchObject([
      404,
      'REPORT_NOT_FOUND',
    ]);
    const told = (await server.events()).filter(({ subject }) => subject?.startsWith('gone'));
    expect(
      told
        .slice(-3)
        .map(({ kind, subject }) => `${kind} ${subject}`)
        .sort(),
    ).toEqual(['report.deleted gone-report', 'report.group-deleted gone', 'report.group-deleted gone-below']);
  });

  it('report 18: hands on nothing that the caller may not write', async () => {
    const uuid = await server.group('mine', {}, writer);
    await server.group('theirs', { parentUuid: uuid, authorityList: [right('MENU_VIEW_ALL', 'WRITE')] });
    expect(await remove(uuid, 'MOVE_TO_PARENT', writer)).toEqual([403, 'ACCESS_DENIED']);
    const other = await server.group('mine-2', {}, writer);
    await server.report('their-report', { reportGroupUuid: other, authorityList: [right('MENU_VIEW_ALL', 'WRITE')] });
    expect(await remove(other, 'MOVE_TO_PARENT', writer)).toEqual([403, 'ACCESS_DENIED']);
  });
});
