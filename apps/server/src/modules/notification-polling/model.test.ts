// Tests random operations on two processes against a model that keeps a row for each user and announcement.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Announced,
  act,
  announce,
  countOf,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  readAll,
  sharedKeys,
  signInWith,
  startPollingServer,
} from './polling-server.fixture.ts';

/** More of them by hand: POLLING_SEQUENCES=1000. */
const SEQUENCES = Number(process.env.POLLING_SEQUENCES ?? 12);
const STEPS = 20;

interface Row {
  read: boolean;
  archived: boolean;
  dismissed: boolean;
  acknowledged: boolean;
  readonly required: boolean;
  /** Is the number at which the row came. */
  seq: number;
}

interface Person {
  readonly name: string;
  readonly token: string;
  readonly rows: Map<string, Row>;
  asOf: { readonly token: string; readonly covered: ReadonlySet<string> };
}

let servers: readonly [PollingServer, PollingServer];
let manager: string;
let random: () => number;

/** Repeats what it made when it is given the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const server = () => pick(servers);

beforeAll(async () => {
  const first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  servers = [first, await joinPollingServer(first, sharedKeys)];
  manager = await signInWith(first, 'manager', ['ROLE_TENANT_ADMIN']);
});
afterAll(async () => {
  await servers?.[1].stop();
  await servers?.[0].stop();
});

class Model {
  readonly persons: readonly Person[];
  readonly sent: { item: Announced; users: readonly string[] | null }[] = [];
  constructor(persons: readonly Person[]) {
    this.persons = persons;
  }
  /** Gives each of its readers a row: unread, and no longer what it was. */
  live(item: Announced, users: readonly string[] | null): void {
    for (const { name, rows } of this.persons) {
      rows.delete(item.uuid);
      if (users !== null && !users.includes(name)) continue;
      const fresh = { read: false, archived: false, dismissed: false, acknowledged: false };
      rows.set(item.uuid, { ...fresh, required: item.acknowledgementRequired, seq: item.publishSeq! });
    }
  }
  gone({ uuid }: Announced): void {
    for (const { rows } of this.persons) rows.delete(uuid);
  }
}

const steps: Readonly<Record<string, (model: Model, person: Person) => Promise<void>>> = {
  async send(model) {
    const users = random() < 0.5 ? null : [pick(model.persons).name];
    const audience = users === null ? {} : { audience: { users } };
    const item = await announce(server(), { ...audience, acknowledgementRequired: random() < 0.3 }, manager);
    model.sent.push({ item, users });
    model.live(item, users);
  },
  async withdraw(model) {
    if (model.sent.length === 0) return;
    const [{ item }] = model.sent.splice(Math.floor(random() * model.sent.length), 1) as [(typeof model.sent)[0]];
    await act(server(), manager, 'withdraw', item);
    model.gone(item);
  },
  async change(model) {
    if (model.sent.length === 0) return;
    const one = pick(model.sent);
    const significant = random() < 0.5;
    const body = { uuid: one.item.uuid, version: one.item.version, title: `T${random()}` };
    const path = `/polling/announcement?significant=${significant}`;
    one.item = (await server().as<Announced>(manager, 'PUT', path, body)).body;
    if (significant) model.live(one.item, one.users);
  },
  async mark(model, { token, rows }) {
    if (model.sent.length === 0) return;
    const { item } = pick(model.sent);
    const verb = pick(['read', 'unread', 'archive', 'unarchive', 'dismiss', 'acknowledge']);
    const { status } = await act(server(), token, verb, item);
    const row = rows.get(item.uuid);
    const isHeld = row?.required === true && !row.acknowledged && (verb === 'archive' || verb === 'dismiss');
    expect(status).toBe(row === undefined ? 404 : isHeld ? 409 : 200);
    if (row === undefined || isHeld) return;
    if (verb === 'unarchive') row.archived = false;
    else row.read = verb !== 'unread';
    if (verb === 'archive') row.archived = true;
    if (verb === 'dismiss') row.dismissed = true;
    if (verb === 'acknowledge') row.acknowledged = true;
  },
  async look(_, person) {
    const { asOf } = await pageOf(server(), person.token);
    const covered = [...person.rows].map(([uuid, { seq }]) => `${uuid} ${seq}`);
    person.asOf = { token: asOf, covered: new Set(covered) };
  },
  async readAll(_, { token, rows, asOf }) {
    await readAll(server(), token, asOf.token);
    for (const [uuid, row] of rows) if (asOf.covered.has(`${uuid} ${row.seq}`)) row.read = true;
  },
};

async function compare(model: Model): Promise<void> {
  for (const { token, rows } of model.persons) {
    const [counted, open, archived] = [
      await countOf(server(), token),
      await pageOf(server(), token),
      await pageOf(server(), token, { archived: true }),
    ];
    const found = [...open.data, ...archived.data].map((one) => [
      one.uuid,
      one.read,
      one.archived,
      one.dismissed,
      one.acknowledged,
    ]);
    const isRead = (row: Row) => (row.required ? row.acknowledged : row.read);
    const wanted = [...rows].map(([uuid, row]) => [uuid, isRead(row), row.archived, row.dismissed, row.acknowledged]);
    expect(found.sort()).toEqual(wanted.sort());
    expect(counted).toBe([...rows.values()].filter((row) => !isRead(row) && !row.archived).length);
  }
}

it('notification-polling 26: random operations on two processes agree with a model that keeps a row for each user and announcement', async () => {
  const [first] = servers;
  const tokens = [];
  for (const name of ['ann', 'ben', 'cem']) tokens.push({ name, token: await signInWith(first, name) });
  for (let seed = 1; seed <= SEQUENCES; seed += 1) {
    random = seeded(seed);
    await query(first, 'DELETE FROM polling_receipt WHERE true');
    await query(
      first,
      `WITH head AS (UPDATE polling_head SET change_seq = change_seq + 1 RETURNING change_seq)
       UPDATE polling_announcement a SET status = 'WITHDRAWN', change_seq = head.change_seq FROM head`,
    );
    const persons: Person[] = [];
    for (const one of tokens) {
      const asOf = { token: (await pageOf(first, one.token)).asOf, covered: new Set<string>() };
      persons.push({ ...one, rows: new Map(), asOf });
    }
    const model = new Model(persons);
    const trail: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const name = pick(['send', 'send', 'withdraw', 'change', 'mark', 'mark', 'mark', 'mark', 'look', 'readAll']);
      trail.push(name);
      await steps[name]!(model, pick(model.persons));
    }
    try {
      await compare(model);
    } catch (error) {
      throw new Error(`seed ${seed}: ${trail.join(' ')}`, { cause: error });
    }
  }
}, 600_000);
