// Puts the cluster under the load of the tests of one machine, watches how it goes on, and holds what is there against what was acknowledged.
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLoad, eventAuthorities, eventDifferences, startEventLoad } from '../../tests/chaos/event-load.ts';
import { differences, readBooks } from '../../tests/chaos/ledger.ts';
import { chaosModel, clerkAuthorities, type Load, startLoad } from '../../tests/chaos/load.ts';
import {
  startWaitingLoad,
  type WaitingLoad,
  waitingDifferences,
  waitingModel,
} from '../../tests/chaos/waiting-load.ts';
import type { Person } from '../../tests/support/people.ts';
import { until } from '../../tests/support/until.ts';
import type { Layout } from '../cluster/layout.ts';
import { createClerk } from './people.ts';

/** With the four senders of events these are eight connections and that of a worker. */
const CLERKS = 3;
const WAITING_CLERKS = 1;
const LOOK_MS = 20;
/** The load goes on within this time after any blow, or something is stuck. */
const GO_ON_MS_MAX = 90_000;
/** A spool is taken over and stored within this time. */
const EVENTS_MS_MAX = 60_000;

export interface Pressure {
  /** Resolves when so many more calls of clerks were answered. */
  goOn(acknowledgements: number): Promise<void>;
  /** Ends the load; answers what it came to and everything that does not agree with what was acknowledged. */
  finish(): Promise<Verdict>;
  /** Ends a load that may have broken off over what it lost; answers what the ledger misses. */
  finishBroken(): Promise<readonly string[]>;
}

export interface Verdict {
  /** Counts the answered calls of clerks, the instances, and the events. */
  readonly acknowledged: number;
  readonly instances: number;
  readonly events: number;
  /** Is the longest time without any answer to a clerk. */
  readonly longestPauseMs: number;
  readonly differences: readonly string[];
}

interface Watch {
  longestPauseMs(): number;
  stop(): void;
}

/** Measures for how long nobody was answered. */
function watchPauses(load: Load): Watch {
  let [seen, since, longest] = [0, performance.now(), 0];
  const look = (): void => {
    const count = load.cases.length + load.cases.filter(({ completed }) => completed).length;
    const now = performance.now();
    longest = Math.max(longest, now - since);
    if (count === seen) return;
    seen = count;
    since = now;
  };
  const timer = setInterval(look, LOOK_MS);
  return { longestPauseMs: () => Math.round(longest), stop: () => clearInterval(timer) };
}

/** A search may be answered by a standby, which is so far behind at most. */
const STALE_MS_MAX = 6_000;

interface Loads {
  readonly load: Load;
  readonly waiting: WaitingLoad;
  readonly events: EventLoad;
}

async function judge({ load, waiting, events }: Loads, clerk: Person): Promise<readonly string[]> {
  // All are stored behind the first look, and every standby has them behind the pause.
  await eventDifferences(events, clerk, EVENTS_MS_MAX);
  await pause(STALE_MS_MAX);
  const unfinished = load.cases.filter(({ completed }) => !completed);
  return [
    ...unfinished.map(({ businessKey }) => `${businessKey} was not completed`),
    ...(await differences(load.cases, await readBooks(clerk))),
    ...(await waitingDifferences(waiting.cases, clerk)),
    ...(await eventDifferences(events, clerk, EVENTS_MS_MAX)),
  ];
}

/** Answers a clerk of a new tenant, with the models of the load. */
export async function prepareLoad(layout: Layout): Promise<Person> {
  const tenant = `chaos-${Date.now().toString(36)}`;
  const clerk = await createClerk(layout, tenant, [...clerkAuthorities, ...eventAuthorities]);
  for (const bytes of [chaosModel, waitingModel]) {
    await clerk.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'chaos.bpmn', bytes }] } });
  }
  return clerk;
}

/** Starts the load in a tenant of its own, which begins empty, through the one address of the cluster. */
export async function startPressure(layout: Layout): Promise<Pressure> {
  const clerk = await prepareLoad(layout);
  const url = (): string => layout.url;
  const loads: Loads = {
    load: startLoad(CLERKS, url, clerk.token),
    waiting: startWaitingLoad(WAITING_CLERKS, url, clerk.token),
    events: startEventLoad(url, clerk.token),
  };
  const { load, waiting, events } = loads;
  const watch = watchPauses(load);
  return {
    async goOn(acknowledgements) {
      const goal = load.acknowledged() + acknowledgements;
      const isThere = (): boolean => {
        waiting.check();
        return load.acknowledged() >= goal;
      };
      await until('the load to go on', isThere, { timeoutMs: GO_ON_MS_MAX, pollMs: LOOK_MS }).catch(
        (error: unknown) => {
          throw new Error(`${error}\n${load.waiting().join('\n')}`);
        },
      );
    },
    async finish() {
      watch.stop();
      await Promise.all([load.finish(), waiting.finish(), events.finish()]);
      return {
        acknowledged: load.acknowledged(),
        instances: load.cases.length + waiting.cases.length,
        events: Object.values(events.acknowledged).flat().length,
        longestPauseMs: watch.longestPauseMs(),
        differences: await judge(loads, clerk),
      };
    },
    async finishBroken() {
      watch.stop();
      await Promise.allSettled([load.finish(), waiting.finish(), events.finish()]);
      return differences(load.cases, await readBooks(clerk));
    },
  };
}
