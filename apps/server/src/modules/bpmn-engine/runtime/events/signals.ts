// Brings signals to everybody who hears them: each instance, and each start, by a job of its own.
import type { Variables } from '@keelson/bpmn-core';
import type { Database, Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { ThrowSignal } from '../burst/burst.ts';
import { saveJob } from '../waits/job.store.ts';
import type { MakeJob } from '../waits/new-job.ts';
import type { StartPayload } from './message.types.ts';
import { RECEIVERS_MAX, type SubscriptionStore } from './subscription.store.ts';

/** Id that is smaller than every other one. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Payload of a job that finds who hears a signal. */
export interface ThrowPayload {
  readonly name: string;
  readonly payload: Variables;
  readonly thrownAt: number;
  /** Instance that threw the signal, and has heard it already. */
  readonly throwerId: string | null;
}

/** Payload of a job that brings a signal to one instance. */
export interface HearPayload {
  readonly name: string;
  readonly payload: Variables;
}

export interface Heard {
  readonly subscriptions: number;
  readonly starts: number;
}

export function createSignals({
  clock,
  database,
  makeJob,
  subscriptions,
}: Pick<Kernel, 'clock'> & {
  readonly database: Database;
  readonly makeJob: MakeJob;
  readonly subscriptions: SubscriptionStore;
}) {
  const throwSignal: ThrowSignal = (burst, part, { name, payload }) => {
    const { id, tenantIdentifier } = part.live.state.facts;
    const thrown: ThrowPayload = { name, payload, thrownAt: clock.now(), throwerId: id };
    burst.jobs.push(makeJob(tenantIdentifier, { kind: 'THROW', payload: JSON.stringify(thrown) }));
  };

  /** Orders one job for each who hears the signal; 500 are read at a time. */
  async function spread(tx: Transaction, tenant: string, thrown: ThrowPayload): Promise<Heard> {
    const { name, payload, thrownAt, throwerId } = thrown;
    const hear: HearPayload = { name, payload };
    const begin: Omit<StartPayload, 'trigger' | 'needed'> = { variables: payload, businessKey: null };
    let heard = { subscriptions: 0, starts: 0 };
    for (let after = NO_ID; ; ) {
      const rows = await subscriptions.hearing(tenant, name, thrownAt, after);
      for (const row of rows) {
        if (row.id === throwerId) continue;
        heard = row.starts
          ? { ...heard, starts: heard.starts + 1 }
          : { ...heard, subscriptions: heard.subscriptions + 1 };
        const started = { ...begin, trigger: row.trigger_index, needed: row.triggers_needed };
        await saveJob(
          tx,
          makeJob(tenant, {
            kind: row.starts ? 'START' : 'SIGNAL',
            instanceId: row.starts ? null : row.id,
            definitionId: row.definition_id,
            elementId: row.element_id,
            payload: JSON.stringify(row.starts ? started : hear),
          }),
        );
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < RECEIVERS_MAX) return heard;
      after = last.id;
    }
  }

  return {
    throwSignal,
    /** Throws a signal from outside, to all who hear it now. */
    throwNow: (tenant: string, name: string, payload: Variables): Promise<Heard> =>
      database.transaction((tx) => spread(tx, tenant, { name, payload, thrownAt: clock.now(), throwerId: null })),
    spread,
  };
}

export type Signals = ReturnType<typeof createSignals>;
