// Runs the README's walk-through line by line: against one process, two processes, and a database of one's own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionSettings } from '../../apps/server/src/kernel/database/database-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { requireProgram } from '../support/programs.ts';
import { makeSecretKeys, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { freePort, makeWalkPlace, root, runCommands, type WalkPlace } from './walk.ts';

/** The walk is a start, a kill and a second start, each with npm, which take several times as long on a busy machine. */
const WALK_MS = 90_000;

/** Reads the shell blocks of the README's section. */
function readWalkThrough(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.split('\n## ').find((part) => part.startsWith('A walk through'));
  const blocks = [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
  expect(blocks.length).toBeGreaterThan(5);
  return blocks.join('');
}

/** Writes a `curl` that keeps each answer; where a second server is given, it is asked every other time. */
function curlThatRecords(answers: string, ports: readonly number[]): string {
  const [first, second] = ports;
  const swap =
    second === undefined
      ? ''
      : `case "$*" in *health*) ;; *) if [ $((RANDOM % 2)) = 0 ]; then set -- "\${@//127.0.0.1:${first}/127.0.0.1:${second}}"; fi;; esac\n`;
  return `curl() {
${swap}local answer code=0
answer=$(command curl "$@") || code=$?
printf '%s\\n' "$answer" | tee -a ${answers}
return $code
}
`;
}

beforeAll(() => {
  for (const name of ['bash', 'curl']) requireProgram(name, 'The walk through the README');
});

let place: WalkPlace;
beforeEach(() => {
  place = makeWalkPlace();
});
afterEach(() => place.remove());

interface Walk {
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly ports: readonly number[];
}

/** Answers what all calls were answered, in order. */
async function walk({ environment, port, ports }: Walk): Promise<Record<string, unknown>[]> {
  const answers = join(place.folder, 'answers');
  const stop =
    'trap \'kill $(grep -o "\\"pid\\":[0-9]*" keelson.log | head -n 1 | cut -d: -f2) 2> /dev/null || true; wait\' EXIT\n';
  // Whoever has followed it to its end has nothing left in the background.
  const stopped = 'if command curl -s $URL/health/live; then echo it still runs; exit 1; fi\n';
  const script = `set -eo pipefail\n${stop}${curlThatRecords(answers, ports)}${readWalkThrough()}${stopped}`;
  await runCommands({
    script,
    folder: place.folder,
    environment: { KEELSON_LISTEN: `127.0.0.1:${port}`, ...environment },
    timeoutMs: WALK_MS,
  });
  return readFileSync(answers, 'utf8')
    .split('\n')
    .filter((line) => line.includes('errorDetail'))
    .map((line) => JSON.parse(line));
}

function expectWholeWalk(answers: readonly Record<string, unknown>[]): void {
  const calls = readWalkThrough().match(/curl -s /g)?.length;
  expect(answers).toHaveLength(calls ?? 0);
  const last = answers.at(-1) as { errorDetail: { errorCode: string } };
  expect(last.errorDetail.errorCode).toBe('SESSION_EXPIRED');
  for (const answer of answers.slice(0, -1)) expect(answer.errorDetail).toBeNull();
  const said = answers.map(({ body }) => body as { readonly subject?: string; readonly html?: string } | null);
  expect(said.find((body) => body?.html !== undefined && body.subject === '7 days of leave')).toMatchObject({
    html: expect.stringContaining('Dear <b>Ada &lt;Lovelace&gt;</b>, enjoy your 7 days.'),
    text: expect.stringContaining('Dear Ada <Lovelace>, enjoy your 7 days.'),
  });
  const [instance, page, timeline, activities, ...later] = answers.slice(-23, -2).map(({ body }) => body);
  expect(instance).toMatchObject({
    businessKey: 'LEAVE-1',
    startUserId: 'ada',
    state: 'ENDED',
    endElementIds: ['granted'],
  });
  expect(page).toMatchObject({ totalElements: 1, data: [instance] });
  expect((timeline as { data: { kind: string }[] }).data.at(-1)).toMatchObject({
    kind: 'INSTANCE_ENDED',
    actor: 'ada',
  });
  expect((activities as { data: { elementId: string; assignee: string }[] }).data).toContainEqual(
    expect.objectContaining({ elementId: 'decide', assignee: 'max', state: 'COMPLETED' }),
  );
  expectSettingsMenusAndReports(later);
}

function expectSettingsMenusAndReports(later: readonly unknown[]): void {
  const [changed, , history, , tree, wider, favorite, favorites, , report, runs, ready, , monthly, , own, mail] = later;
  expect(changed).toMatchObject({ value: 3, version: 1, updatedBy: 'admin' });
  const [row] = (history as { data: unknown[] }).data;
  expect(row).toMatchObject({ action: 'SET', newValue: 3, reason: 'attack tonight' });
  const [platform] = (tree as { appList: { itemList: { displayName: string }[] }[] }).appList;
  expect(platform?.itemList.map(({ displayName }) => displayName)).toContain('Görevler');
  expect(JSON.stringify(wider)).toContain('/platform/settings');
  expect(favorites).toEqual([favorite]);
  expect(report).toMatchObject({ code: 'leave-requests', warningList: [] });
  expect((runs as { data: { status: string }[] }).data.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expect(ready).toMatchObject({ totalElements: 1, data: [{ name: 'Durations of processes', tenantIdentifier: null }] });
  expect(monthly).toMatchObject({ cron: '0 6 1 * *', burst: { recipientColumn: 'address' } });
  // The run is over once its mails are queued; they are captured a moment later.
  expect(own).toMatchObject({ totalElements: 1, data: [{ templateCode: 'report.finished' }] });
  expect(mail).toMatchObject({ subject: 'Report: Mails to you', text: expect.stringContaining('Rows: 1.') });
}

function urlOf(settings: ConnectionSettings): string {
  if ('url' in settings) return settings.url;
  const { host, port, user, password, database } = settings;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${query}`;
}

describe('the walk-through of the README', () => {
  it('passes against one process with the embedded database', { timeout: WALK_MS }, async () => {
    const port = await freePort();
    expectWholeWalk(await walk({ environment: { KEELSON_DATA: join(place.data, 'data') }, port, ports: [port] }));
  });

  describe('with a database of one’s own', () => {
    let database: TestDatabase;
    let environment: Record<string, string>;
    beforeEach(async () => {
      database = await createEmptyDatabase();
      environment = { DATABASE_URL: urlOf(database.settings), KEELSON_SECRET_KEYS: makeSecretKeys() };
    });
    afterEach(() => database.close());

    it('passes against DATABASE_URL', { timeout: WALK_MS }, async () => {
      const port = await freePort();
      expectWholeWalk(await walk({ environment, port, ports: [port] }));
    });

    it('passes against two processes on one database, asked in turn', { timeout: WALK_MS }, async () => {
      const port = await freePort();
      let second: ServerProcess | undefined;
      try {
        const secretsOnly = { KEELSON_SECRET_KEYS: environment.KEELSON_SECRET_KEYS ?? '' };
        second = await startServerProcess({
          databaseUrl: environment.DATABASE_URL ?? '',
          environment: { ...secretsOnly, KEELSON_ADMIN_PASSWORD: 'a lake beneath seven hills' },
        });
        const ports = [port, Number(new URL(second.url).port)];
        expectWholeWalk(await walk({ environment, port, ports }));
      } finally {
        await second?.stop();
      }
    });
  });
});
