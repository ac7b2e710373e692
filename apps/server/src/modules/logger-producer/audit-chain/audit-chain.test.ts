// Tests that whatever is done to the audit in the database is found: in its events, in their seals, and at the end of the chain.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { type ChainGround, createChainGround } from './audit-chain.fixture.ts';
import { eventHashOf, NO_HASH, sealHashOf } from './seal-hash.ts';
import { CONTENT, TIME_MICROS } from './sealed-content.store.ts';

let ground: ChainGround;
beforeAll(async () => {
  ground = await createChainGround();
});
beforeEach(() => ground.empty());
afterAll(() => ground.close());

const seal = (where: string) => `(SELECT event_uuid FROM log_audit_seal WHERE ${where})`;
const event = (sequence: number) => `uuid = ${seal(`sequence = ${sequence} AND tenant_identifier = 'default'`)}`;

it('logger-producer 16: what was sealed and not touched is valid, tenant by tenant, and a second run adds nothing', async () => {
  await ground.happen(2_500);
  await ground.happen(3, 'other');
  const one = ground.processWith();
  await one.run();
  await one.run();
  const answer = await one.verify();
  expect(answer).toMatchObject({
    valid: true,
    complete: true,
    checkedCount: 2_500,
    headSequence: 2_500,
    problemList: [],
  });
  expect(answer).toMatchObject({ nextSequence: null, unsealedCount: 0, oldestUnsealedMillis: 0 });
  expect(await ground.count('log_audit_seal')).toBe(2_503);
  // Whoever has no time left learns where to go on.
  const part = await one.verify({}, 0);
  expect(part).toMatchObject({ valid: true, complete: false, checkedCount: 1_000, nextSequence: 1_001 });
  expect(await one.verify({ sequenceFrom: 1_001 })).toMatchObject({ valid: true, complete: true, checkedCount: 1_500 });
  // From anywhere to anywhere, and behind the end.
  expect(await one.verify({ sequenceFrom: 2_000, sequenceTo: 2_100 })).toMatchObject({
    valid: true,
    checkedCount: 101,
  });
  expect(await one.verify({ sequenceFrom: 2_501 })).toMatchObject({ valid: true, checkedCount: 0 });
});

it.each([
  ['a byte of an event', `UPDATE log_event_audit SET message = 'Event  3' WHERE message = 'Event 3'`, 'EVENT_CHANGED'],
  [
    'its time',
    `UPDATE log_event_audit SET observed_time = observed_time + interval '1 microsecond' WHERE ${event(3)}`,
    'EVENT_CHANGED',
  ],
  [
    'a key of its map',
    `UPDATE log_event_audit SET attribute_map = attribute_map - 'b' WHERE ${event(3)}`,
    'EVENT_CHANGED',
  ],
  ['an empty text for none', `UPDATE log_event_audit SET action = '' WHERE ${event(3)}`, 'EVENT_CHANGED'],
  ['an event', `DELETE FROM log_event_audit WHERE ${event(3)}`, 'EVENT_MISSING'],
  ['the hash of a seal', `UPDATE log_audit_seal SET hash = sha256('x') WHERE sequence = 3`, 'SEAL_CHANGED'],
  ['a seal', 'DELETE FROM log_audit_seal WHERE sequence = 3', 'SEQUENCE_GAP'],
  [
    'two that are swapped',
    `UPDATE log_audit_seal s SET event_hash = o.event_hash FROM log_audit_seal o WHERE (s.sequence, o.sequence) IN ((3, 4), (4, 3))`,
    'SEAL_CHANGED',
  ],
  ['the last seals', 'DELETE FROM log_audit_seal WHERE sequence > 8', 'EVENT_WITHOUT_SEAL'],
  [
    'one that was put in before others',
    `INSERT INTO log_event_audit SELECT (jsonb_populate_record(e, jsonb_build_object('uuid', gen_random_uuid(), 'xid', '3'))).* FROM log_event_audit e WHERE ${event(3)}`,
    'EVENT_WITHOUT_SEAL',
  ],
])('logger-producer 16: a change is named: %s', async (_what, text, kind) => {
  await ground.happen(10);
  const one = ground.processWith();
  await one.run();
  expect(await one.verify()).toMatchObject({ valid: true, headSequence: 10 });
  await ground.tamper(text);
  const answer = await one.verify();
  expect(answer.valid).toBe(false);
  expect(answer.problemList.map((problem) => problem.kind)).toContain(kind);
});

it('logger-producer 16: a chain that was cut off with its events, or rewritten as a whole, does not fit what was signed or kept outside', async () => {
  await ground.happen(10);
  const one = ground.processWith();
  await one.run();
  const { headSequence, headHash } = await one.verify();
  const checkpoint = { sequence: headSequence, hash: headHash };
  const told = one.lines.find((line) => line.includes('stands here'));
  expect(told).toContain(headHash);
  await ground.tamper(`DELETE FROM log_event_audit WHERE ${event(10)}; DELETE FROM log_audit_seal WHERE sequence = 10`);
  expect((await one.verify()).problemList).toEqual([{ sequence: 10, eventUuid: null, kind: 'CHECKPOINT_MISMATCH' }]);
  // Whoever removes what was signed, too, is not found inside: only by what somebody kept.
  await ground.script('DELETE FROM log_audit_checkpoint');
  expect(await one.verify()).toMatchObject({ valid: true });
  expect((await one.verify({ checkpoint })).problemList).toMatchObject([{ kind: 'CHECKPOINT_MISMATCH' }]);

  await ground.empty();
  await ground.happen(10);
  const again = ground.processWith();
  await again.run();
  const kept = await again.verify();
  await ground.tamper(`UPDATE log_event_audit SET message = 'Nothing happened' WHERE ${event(2)}`);
  await rewriteChain();
  await ground.script('DELETE FROM log_audit_checkpoint');
  expect(await again.verify()).toMatchObject({ valid: true });
  const outside = { sequence: kept.headSequence, hash: kept.headHash };
  expect((await again.verify({ checkpoint: outside })).problemList).toMatchObject([{ kind: 'CHECKPOINT_MISMATCH' }]);
});

/** Makes every seal anew, as somebody would who knows how they are made. */
async function rewriteChain(): Promise<void> {
  type Row = { uuid: string; tenantIdentifier: string; timeMicros: number; content: string; sequence: number };
  const rows = await ground.database.rows<Row>(
    sql(
      't_chain',
      `SELECT f.uuid, f.tenant_identifier AS "tenantIdentifier", ${TIME_MICROS} AS "timeMicros", ${CONTENT} AS content, s.sequence
       FROM log_event_audit f JOIN log_audit_seal s ON s.event_uuid = f.uuid ORDER BY s.sequence`,
    ),
  );
  let previousHash = NO_HASH;
  for (const { content, ...row } of rows) {
    const made = { ...row, eventHash: eventHashOf(content), previousHash };
    const sealHash = sealHashOf(made);
    const values = [row.sequence, made.eventHash, previousHash, sealHash];
    await ground.database.execute(
      sql('t_rewrite', 'UPDATE log_audit_seal SET event_hash = $2, previous_hash = $3, hash = $4 WHERE sequence = $1'),
      values,
    );
    previousHash = sealHash;
  }
}

it('logger-producer 16: a checkpoint or a cut that nobody signed is a finding', async () => {
  await ground.happen(3);
  const one = ground.processWith();
  await one.run();
  await ground.script(`UPDATE log_audit_checkpoint SET date = date + interval '1 hour'`);
  expect((await one.verify()).problemList).toMatchObject([{ kind: 'SIGNATURE_INVALID', sequence: 3 }]);
  await ground.script('DELETE FROM log_audit_checkpoint');
  await ground.script(
    `INSERT INTO log_audit_cut VALUES ('default', 'infinity', now(), 'retention', 'first', sha256('x') || sha256('y'))`,
  );
  await ground.tamper(`DELETE FROM log_event_audit WHERE ${event(2)}`);
  const kinds = (await one.verify()).problemList.map(({ kind }) => kind);
  expect(kinds).toEqual(['SIGNATURE_INVALID', 'EVENT_MISSING']);
});

it('logger-producer 16: events that were removed because they were past leave the chain valid, younger ones do not', async () => {
  const old = 450 * DAY_MS;
  await ground.script(`CREATE TABLE log_event_audit_old (LIKE log_event_audit INCLUDING ALL)`);
  const from = new Date(ground.clock.now() - old - DAY_MS).toISOString();
  const until = new Date(ground.clock.now() - old + DAY_MS).toISOString();
  await ground.script(
    `ALTER TABLE log_event_audit ATTACH PARTITION log_event_audit_old FOR VALUES FROM ('${from}') TO ('${until}')`,
  );
  await ground.happen(5, 'default', old);
  await ground.happen(5);
  const one = ground.processWith();
  await one.run();
  await ground.database.transaction((tx) => one.cut(tx, 'default', new Date(ground.clock.now() - 400 * DAY_MS)));
  await ground.script('DROP TABLE log_event_audit_old');
  expect(await one.verify()).toMatchObject({ valid: true, checkedCount: 10 });
  await ground.tamper(`DELETE FROM log_event_audit WHERE message = 'Event 1'`);
  expect((await one.verify()).problemList.map(({ kind }) => kind)).toEqual(['EVENT_MISSING']);
});

it('events of audit are not changed, removed or emptied by a statement of the program', async () => {
  await ground.happen(1);
  for (const text of [
    `UPDATE log_event SET message = 'x'`,
    'DELETE FROM log_event',
    'TRUNCATE log_event',
    'TRUNCATE log_event_audit_2026_01',
    `SET keelson.log_retention = 'on'; UPDATE log_event SET message = 'x'`,
  ]) {
    const refused = await ground.script(`BEGIN; ${text}`).then(
      () => null,
      (error: Error) => error.message,
    );
    await ground.script('ROLLBACK').catch(() => null);
    expect(refused, text).toContain('events of audit are not changed');
  }
});

it('logger-producer 28: two sealers at once make one chain, and a key that was taken away leaves what it signed valid', async () => {
  const both = [ground.processWith(), ground.processWith()];
  for (let round = 0; round < 10; round++) {
    await ground.happen(300);
    await Promise.all(both.map((one) => one.run()));
  }
  await Promise.all(both.map((one) => one.run()));
  expect(await both[0]!.verify()).toMatchObject({ valid: true, checkedCount: 3_000 });
  expect(await ground.count('log_audit_checkpoint')).toBeGreaterThan(1);

  const rotated = ground.processWith(ground.newKey('second'));
  ground.clock.advance(601_000);
  await ground.happen(1);
  await rotated.run();
  expect(await ground.count('log_audit_key')).toBe(2);
  expect(rotated.lines.some((line) => line.includes('signs the chain'))).toBe(true);
  expect(await rotated.verify()).toMatchObject({ valid: true, checkedCount: 3_001 });
});

it('logger-producer 17: transactions that commit late and in any order are sealed, each once', async () => {
  const { database } = ground;
  const one = ground.processWith();
  const commits = new Map<number, () => void>();
  const open = Array.from({ length: 3 }, (_, number) =>
    database.transaction(async (tx) => {
      await tx.execute(
        sql(
          't_late',
          `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
             event_type, service, truncated, content_hash)
           VALUES (gen_random_uuid(), 'default', $1, $1, 'AUDIT', 9, 'INFO', 'x', 'x', 'AUDIT', 'x', false, 'h')`,
        ),
        [new Date(ground.clock.now() + number)],
      );
      await new Promise<void>((resolve) => commits.set(number, resolve));
    }),
  );
  while (commits.size < open.length) await ground.happen(1);
  for (const commit of [1, 2, 0]) {
    commits.get(commit)?.();
    await open[commit];
    await ground.happen(1);
    await one.run();
    expect(await ground.count('log_audit_seal')).toBeLessThanOrEqual(await ground.count('log_event_audit'));
  }
  await one.run();
  expect(await ground.count('log_audit_seal')).toBe(await ground.count('log_event_audit'));
  expect(await one.verify()).toMatchObject({ valid: true });
});

it('logger-producer 32: after a restore into a cluster with lower numbers of transactions sealing goes on, and nothing is sealed twice', async () => {
  await ground.happen(1_500);
  await ground.processWith().run();
  await ground.happen(1_200);
  // As if all of it, sealed or not, had been written elsewhere, a long time of transactions ahead.
  await ground.tamper(`UPDATE log_event_audit SET xid = (xid::text::int8 + 1000000000)::text::xid8;
    UPDATE log_audit_state SET xid = (xid::text::int8 + 1000000000)::text::xid8`);
  const restored = ground.processWith();
  await ground.happen(1);
  await restored.run();
  expect(await restored.verify()).toMatchObject({ valid: true, checkedCount: 2_701, unsealedCount: 0 });
  await ground.happen(1);
  await restored.run();
  expect(await restored.verify()).toMatchObject({ valid: true, checkedCount: 2_702 });
});

it('an event that waits for its seal is counted, and after a minute it is a finding', async () => {
  await ground.happen(2);
  const one = ground.processWith();
  ground.clock.advance(1_500);
  expect(await one.verify()).toMatchObject({ valid: true, unsealedCount: 2, oldestUnsealedMillis: 1_500 });
  ground.clock.advance(60_000);
  expect((await one.verify()).problemList).toMatchObject([{ kind: 'UNSEALED' }, { kind: 'UNSEALED' }]);
});
