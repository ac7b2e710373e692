// Proves over the running program that whoever is renamed or deleted is followed in every table that holds a name of a person.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  joinSettingServer,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from './testing/setting-server.ts';
import {
  beforeModulesHear,
  endNameReservations,
  renameUser,
  signIn,
  USER_PASSWORD,
  untilModulesHeard,
} from './testing/sign-in.ts';

const env = { KEELSON_SECRET_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64url')}` };
let first: SettingServer;
let second: SettingServer;
beforeAll(async () => {
  first = await startSettingServer({ env, settings: { 'session.max-per-user': 0 } });
  second = await joinSettingServer(first, env);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

/** Rows that are a person's own, by `tenant_identifier` and `username_folded`; each is made with the same key for every name. */
const ownRows: Readonly<Record<string, string>> = {
  mail_preference: `(tenant_identifier, username_folded, entries)
    VALUES ('default', $1, '[{"category": "news", "group": null, "enabled": false}]')`,
  polling_user_state: `(tenant_identifier, username_folded, read_seq, baseline_seq, change_seq) VALUES ('default', $1, 1, 1, 1)`,
  polling_receipt: `(tenant_identifier, username_folded, announcement_id, publish_seq, read) VALUES ('default', $1, 1, 1, true)`,
  polling_notification: `(tenant_identifier, username_folded, unique_key, uuid, version, title, content_type, type, metadata,
      created_by, updated_by, date_created, date_updated)
    VALUES ('default', $1, 'key', gen_random_uuid(), 1, 'Title', 'TEXT', 'INFO', '{}', '', '', now(), now())`,
  polling_preference: `(tenant_identifier, username_folded, muted_types, muted_applications) VALUES ('default', $1, '{}', '{a}')`,
  system_menu_favorite: `(tenant_identifier, username_folded, username, path, uuid, version, order_number, date_created, date_updated)
    VALUES ('default', $1, $1, '/a', gen_random_uuid(), 1, 1, now(), now())`,
  system_menu_recent: `(tenant_identifier, username_folded, path, opened_date, open_count) VALUES ('default', $1, '/a', now(), 1)`,
  system_menu_user_app_order: `(tenant_identifier, username_folded, app_uuids) VALUES ('default', $1, '{}')`,
  system_menu_user_state: `(tenant_identifier, username_folded, favorites_version, order_version) VALUES ('default', $1, 1, 1)`,
  system_setting_user_value: `(tenant_identifier, username_folded, code, uuid, version, value, removed, date_updated)
    VALUES ('default', $1, 'a', gen_random_uuid(), 1, '1', false, now())`,
};
/** Its numbers go on under a name that nobody has: a browser may hold tags of whoever had it. */
const OUTLIVES = 'system_menu_user_state';

/** Follow a rename in ways of their own: the test that says how. */
const followed: Readonly<Record<string, string>> = {
  'bpm_batch.created_by_folded': 'modules/bpmn-engine/batch/batch.test.ts',
  'bpm_definition.run_as': 'modules/bpmn-engine/deployment/changing/run-as.test.ts',
  'bpm_hi_instance.start_user_folded': 'modules/bpmn-engine/directory/people.test.ts',
  'bpm_hi_task.assignee_folded': 'modules/bpmn-engine/history/finding/past-pages.test.ts',
  'bpm_instance.start_user_folded': 'modules/bpmn-engine/directory/people.test.ts',
  'bpm_operation.actor_folded': 'modules/bpmn-engine/history/finding/operations.test.ts',
  'bpm_task.assignee_folded': 'modules/bpmn-engine/directory/people.test.ts',
  'bpm_task.owner_folded': 'modules/bpmn-engine/directory/people.test.ts',
  'bpm_task_link.name_folded': 'modules/bpmn-engine/directory/people.test.ts',
  'log_event.username_folded': 'modules/logger-producer/reading/own-events.test.ts',
  'mail.created_by_folded': 'modules/mail-notification/directory/directory.test.ts',
  'mail_calendar_event.created_by_folded': 'modules/mail-notification/calendar/calendar.test.ts',
  'polling_announcement.created_by_folded': 'modules/notification-polling/directory/directory.test.ts',
  'report_execution.username_folded': 'modules/report/execution/retention.test.ts',
  'session_entry.username_folded': 'modules/authentication/flows/accounts/user-administration.test.ts',
};

/** Stay as they were written, and why. */
const kept: Readonly<Record<string, string>> = {
  'auth_api_key.name_folded': 'is the name of a key',
  'auth_directory_event.previous_username': 'is what is told of the rename',
  'auth_directory_event.username': 'is what is told of the rename',
  'auth_released_name.username_folded': 'is the name that the rename set free',
  'auth_user.username_folded': 'is the name that was changed',
  'bpm_definition.candidate_starter_users': 'is what the deployed model says',
  'bpm_directory_change.previous_username': 'is the rename that the engine follows',
  'bpm_directory_change.username': 'is the rename that the engine follows',
  'bpm_history_event.start_user_folded': 'tells what happened, and when',
  'log_username_change.username_folded': 'says until when the name was whose',
  'mail_dkim_key.created_by_folded': 'tells who made it under which name',
  'mail_file.owner': 'has the uuid of the user in it',
  'mail_provider.created_by_folded': 'tells who made it under which name',
  'mail_provider.username': 'is the name of the suite at the mail server',
  'kernel_directory_change.previous_folded': 'is the rename that a module follows',
  'kernel_directory_change.username_folded': 'is the rename that a module follows',
  'mail_sender.created_by_folded': 'tells who made it under which name',
  'mail_template.created_by_folded': 'tells who made it under which name',
  'session_entry.actor_username': 'tells who acted as the user; the session is closed with a rename of either',
  'system_setting_definition.owner': 'is the module or person that defined it',
  'system_setting_history.username': 'tells what happened, and when',
};

const namesOf = async () => {
  const rows = await query<{ name: string }>(
    first,
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'text[]'::regtype)
       AND a.attname ~ '(user(name|s$|_id|_folded)|_by$|_by_folded$|owner|assignee|actor|previous|^name_folded$|run_as)'`,
  );
  return new Set(rows.map(({ name }) => name));
};

/** Is told and shown beside the row, and nobody is found by it; where somebody is, the folded name stands beside it. */
const isToldAlone = (name: string, all: ReadonlySet<string>): boolean =>
  /_by$/.test(name) || all.has(`${name}_folded`) || all.has(name.replace(/_id$/, '_folded'));

const countsOf = async (name: string) => {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(ownRows)) {
    const text = `SELECT count(*)::int AS count FROM ${table} WHERE tenant_identifier = 'default' AND username_folded = $1`;
    counts[table] = (await query<{ count: number }>(first, text, [name]))[0]!.count;
  }
  return counts;
};
const each = (count: number, outliving = count) => ({
  ...Object.fromEntries(Object.keys(ownRows).map((table) => [table, count])),
  [OUTLIVES]: outliving,
});
async function seed(name: string): Promise<void> {
  for (const [table, row] of Object.entries(ownRows)) await query(first, `INSERT INTO ${table} ${row}`, [name]);
}
const refusals = () =>
  [first, second].flatMap(({ logLines }) => logLines.filter((line) => line.includes('a module refused')));

describe('the tables of the program', () => {
  it('have no column with the name of a person that is not in these lists', async () => {
    const all = await namesOf();
    const own = Object.keys(ownRows).map((table) => `${table}.username_folded`);
    const listed = [...own, ...Object.keys(followed), ...Object.keys(kept)];
    expect(listed.filter((name) => !all.has(name))).toEqual([]);
    expect([...all].filter((name) => !listed.includes(name) && !isToldAlone(name, all)).toSorted()).toEqual([]);
    for (const file of new Set(Object.values(followed))) {
      const path = new URL(file, import.meta.url);
      expect([file, existsSync(path) && /renam/i.test(readFileSync(path, 'utf8'))]).toEqual([file, true]);
    }
  });

  it('have everything under the new name after a rename, also where both names have the same row, and nothing after a deletion', async () => {
    await signInWith(first, 'from');
    await seed('from');
    await seed('beside');
    await seed('into');
    const { uuid } = await renameUser(first, first.admin, 'from', 'into');
    expect(await untilModulesHeard(first)).toEqual([]);
    expect([await countsOf('from'), await countsOf('into')]).toEqual([each(0, 1), each(1)]);
    expect(await query(first, "SELECT username FROM system_menu_favorite WHERE username_folded = 'into'")).toHaveLength(
      1,
    );
    await first.as(first.admin, 'DELETE', `/users/by-uuid/${uuid}`);
    expect(await untilModulesHeard(first)).toEqual([]);
    expect([await countsOf('into'), await countsOf('beside')]).toEqual([each(0, 1), each(1)]);
  });

  it('have everything under the new name after a rename to one that has no row', async () => {
    await signInWith(first, 'plain');
    await seed('plain');
    const { uuid } = await renameUser(first, first.admin, 'plain', 'plainer');
    expect(await untilModulesHeard(first)).toEqual([]);
    expect([await countsOf('plain'), await countsOf('plainer')]).toEqual([each(0, 1), each(1)]);
    await first.as(first.admin, 'DELETE', `/users/by-uuid/${uuid}`);
    expect(await untilModulesHeard(first)).toEqual([]);
    expect(await countsOf('plainer')).toEqual(each(0, 1));
  });
});

type Muted = { readonly mutedApplicationList: readonly string[] };
type Wanted = readonly { readonly category: string; readonly enabled: boolean }[];

const pages = ['a', 'b', 'c', 'd'];
/** Reads what is kept for a person in every module whose rows are found by the name; each has the pages that were opened. */
async function keptBy(server: SettingServer, token: string) {
  const [favorites, muted, wanted, values] = await Promise.all([
    server.as<readonly { path: string }[]>(token, 'GET', '/menu-favorites/data/list'),
    server.as<Muted>(token, 'GET', '/polling/user/preference'),
    server.as<Wanted>(token, 'GET', '/notification/preference/user'),
    server.as<Record<string, string>>(token, 'GET', '/settings/user/values'),
  ]);
  return {
    favorites: favorites.body.map(({ path }) => path.slice(1)).toSorted(),
    values: pages.filter((page) => values.body[`demo.${page}`] === 'opened'),
    muted: muted.body.mutedApplicationList.toSorted(),
    mails: wanted.body.map(({ category }) => category).toSorted(),
  };
}
/** Signs in, asks for everything and adds something to it, as somebody does who opens a page. */
async function open(server: SettingServer, name: string, page: string): Promise<void> {
  const token = await signIn(server, name, USER_PASSWORD);
  const { muted, mails } = await keptBy(server, token);
  const wanted = [...mails, page].map((category) => ({ category, enabled: false }));
  const answers = await Promise.all([
    server.as(token, 'POST', '/menu-favorites', { path: `/${page}` }),
    server.as(token, 'POST', '/menu-recents', { path: `/${page}` }),
    server.as(token, 'GET', '/polling/user/unread'),
    server.as(token, 'PUT', '/polling/user/preference', { mutedApplicationList: [...muted, page] }),
    server.as(token, 'PUT', '/notification/preference/user', wanted),
    server.as(token, 'PUT', '/settings/user/value', { code: `demo.${page}`, value: 'opened' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}
const keptUnder = async (name: string) => keptBy(second, await signIn(second, name, USER_PASSWORD));
const opened = (...names: readonly string[]) => ({ favorites: names, values: names, muted: names, mails: names });

describe('people who come back under a new name at once', () => {
  beforeAll(async () => {
    const model = { type: 'STRING', defaultValue: 'none', userOverridable: true };
    for (const page of pages) await first.define({ code: `demo.${page}`, ...model });
  });

  it('keep everything, ten of them at the same moment on two processes, and what happens to tenants goes on', async () => {
    const people = Array.from({ length: 10 }, (_, index) => index);
    for (const index of people) {
      await signInWith(first, `one-${index}`);
      await open(first, `one-${index}`, 'a');
    }
    const tenant = await first.as<{ uuid: string }>(first.admin, 'POST', '/tenants', {
      identifier: 'ten',
      name: 'Ten',
    });
    await Promise.all(
      people.map(async (index) => {
        const [here, there] = index % 2 === 0 ? [first, second] : [second, first];
        await renameUser(here, first.admin, `one-${index}`, `two-${index}`);
        await open(there, `two-${index}`, 'b');
      }),
    );
    await first.as(first.admin, 'POST', `/tenants/deactivate/by-uuid/${tenant.body.uuid}`);
    expect(await untilModulesHeard(first)).toEqual([]);
    // A list that was read before the module heard of it, and saved after, has taken the place of what came meanwhile.
    const { favorites, values } = opened('a', 'b');
    for (const index of people) expect(await keptUnder(`two-${index}`)).toMatchObject({ favorites, values });
    expect(refusals()).toEqual([]);
  });

  it('keep everything when they go back and forth before a module hears of it', async () => {
    await signInWith(first, 'there');
    await open(first, 'there', 'a');
    await beforeModulesHear([first, second], async () => {
      await renameUser(first, first.admin, 'there', 'here');
      await open(second, 'here', 'b');
      await renameUser(second, first.admin, 'here', 'there');
      await open(first, 'there', 'c');
      await renameUser(first, first.admin, 'there', 'here');
      await open(second, 'here', 'd');
    });
    expect(await untilModulesHeard(first)).toEqual([]);
    expect(await keptUnder('here')).toEqual(opened('a', 'b', 'c', 'd'));
    expect(await countsOf('there')).toMatchObject({
      system_menu_favorite: 0,
      polling_user_state: 0,
      mail_preference: 0,
    });
    expect(refusals()).toEqual([]);
  });

  it('keep their own when two of them swap names, or one gets a name that another one left', async () => {
    for (const name of ['mine', 'yours']) {
      await signInWith(first, name);
      await open(first, name, 'a');
    }
    const move = async (from: string, to: string, page: string) => {
      await beforeModulesHear([first, second], async () => {
        await renameUser(first, first.admin, from, to);
        await open(second, to, page);
        const taken = await first.as(first.admin, 'POST', '/users', { username: from });
        expect(taken.error?.errorCode).toBe('USERNAME_RESERVED');
      });
      expect(await untilModulesHeard(first)).toEqual([]);
      await endNameReservations(first);
    };
    await move('mine', 'aside', 'b');
    await move('yours', 'mine', 'c');
    await move('aside', 'yours', 'd');
    expect(await keptUnder('yours')).toEqual(opened('a', 'b', 'd'));
    expect(await keptUnder('mine')).toEqual(opened('a', 'c'));
    expect(refusals()).toEqual([]);
  });
});
