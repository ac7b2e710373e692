// Tests what a service learns of a request, what makes two requests one, and on whose account events are written.
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../database/database.types.ts';
import type { ChangeSet } from '../group-commit/group-commit.types.ts';
import type { Caller } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { type ActInput, createActFactory } from './act.ts';
import { defineEvents } from './event-definition.ts';
import type { EventRecorder } from './events.ts';
import type { Idempotency, IdempotentRequest } from './idempotency.ts';

const caller = { username: 'ayşe', tenantIdentifier: 'north', identifier: 'session-of-ayse' } as Caller;
const context = { remoteAddress: '10.1.2.3', requestId: 'request-1', idempotencyKey: 'key-1' } as Context;
const nothing: ActInput = { params: {}, query: {}, body: undefined };
const tx = {} as Transaction;
const kinds = defineEvents({
  saved: { name: 'thing.saved', type: 'AUDIT', description: { en: 'A thing was saved.', tr: 'Bir şey kaydedildi.' } },
});

/** Acts of one operation, with what they asked of the kernel. */
function recorded({ idempotent = true } = {}) {
  const requests: IdempotentRequest[] = [];
  const events: unknown[] = [];
  const idempotency = {
    run: (request: IdempotentRequest, work: (claim: never) => unknown) => {
      requests.push(request);
      return work({ needed: true } as never);
    },
  } as unknown as Idempotency;
  const recorder = {
    record: async (...given: unknown[]) => void events.push(given),
    add: (...given: unknown[]) => void events.push(given),
  } as EventRecorder;
  const actOf = createActFactory({ events: recorder, idempotency }, { name: 'things.save', idempotent });
  return { requests, events, actOf: (input = nothing, at = context) => actOf(caller, at, input) };
}

/** Answers the hash that the idempotency is given for an input. */
async function hashOf(input: Partial<ActInput>): Promise<string> {
  const { requests, actOf } = recorded();
  await actOf({ ...nothing, ...input }).once(async () => undefined);
  return requests[0]!.bodyHash;
}

describe('an act', () => {
  it('knows its operation, who calls and from where', () => {
    const act = recorded().actOf();
    expect(act.operation).toBe('things.save');
    expect(act.caller).toBe(caller);
    expect(act.context).toBe(context);
    expect(act.actor).toEqual({
      username: 'ayşe',
      tenantIdentifier: 'north',
      ipAddress: '10.1.2.3',
      requestId: 'request-1',
    });
  });

  it('names somebody whom the request has made known as an actor at the same place', () => {
    const actor = recorded().actOf().actorNamed('deniz', 'south');
    expect(actor).toEqual({
      username: 'deniz',
      tenantIdentifier: 'south',
      ipAddress: '10.1.2.3',
      requestId: 'request-1',
    });
  });

  it('records and adds events as its actor', async () => {
    const { events, actOf } = recorded();
    const act = actOf();
    const changes = {} as ChangeSet;
    await act.record(tx, kinds.saved, 'a-thing', { size: 1 });
    act.add(changes, kinds.saved, { name: 'b-thing', tenantIdentifier: 'south' });
    expect(events).toEqual([
      [tx, kinds.saved, act.actor, 'a-thing', { size: 1 }],
      [changes, kinds.saved, act.actor, { name: 'b-thing', tenantIdentifier: 'south' }, undefined],
    ]);
  });

  it('runs its work once by caller, operation and key, and says that it did', async () => {
    const { requests, actOf } = recorded();
    const act = actOf();
    expect(act.ranOnce).toBe(false);
    expect(await act.once(async ({ needed }) => ({ needed }))).toEqual({ needed: true });
    expect(act.ranOnce).toBe(true);
    expect(requests).toMatchObject([
      { tenantIdentifier: 'north', callerIdentifier: 'session-of-ayse', operation: 'things.save', key: 'key-1' },
    ]);
  });

  it('costs no hash without a key', async () => {
    const { requests, actOf } = recorded();
    await actOf({ ...nothing, body: { a: 1 } }, { ...context, idempotencyKey: null }).once(async () => undefined);
    expect(requests).toMatchObject([{ key: null, bodyHash: '' }]);
  });

  it('refuses to run once what the contract does not declare idempotent', () => {
    expect(() =>
      recorded({ idempotent: false })
        .actOf()
        .once(async () => undefined),
    ).toThrow('the contract does not declare things.save idempotent');
  });

  it('tells requests apart by parameters, query, body and the bytes of files', async () => {
    const file = (text: string, fileName = 'a.bpmn') => ({
      body: { files: { xmlFile: [{ fieldName: 'xmlFile', fileName, bytes: Buffer.from(text) }] }, fields: {} },
    });
    const inputs: Partial<ActInput>[] = [
      {},
      { params: { id: '1' } },
      { query: { id: '1' } },
      { body: { id: '1' } },
      { body: { files: [] } },
      file('one'),
      file('two'),
      file('one', 'b.bpmn'),
    ];
    const hashes = await Promise.all(inputs.map(hashOf));
    expect(new Set(hashes).size).toBe(inputs.length);
    expect(await Promise.all(inputs.map(hashOf))).toEqual(hashes);
  });
});
