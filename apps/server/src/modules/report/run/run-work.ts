// Executes runs in any process: the query into a snapshot, the snapshot into the requested file.
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Lease, LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { BoundQuery } from '../report.types.ts';
import {
  endSnapshots,
  endSnapshotsOf,
  type MakeSnapshot,
  releaseSnapshots,
  type StandingSnapshot,
} from '../snapshot/feature.ts';
import type { SharedRows } from './cache/shared-rows.ts';
import { findExecution, READY } from './execution.store.ts';
import type { Execution, MadeFile, RunEnd } from './execution.types.ts';
import type { FileControl, MakeFile, MakeFileGround } from './file/make-file.ts';
import type { LiveRuns, LiveWork } from './live-runs.ts';
import { type Ending, endingOf } from './run-ending.ts';
import { RunFailure, RunStopped } from './run-failure.ts';
import { createRunPulse } from './run-pulse.ts';
import type { StoreRoom } from './upkeep/store-room.ts';
import {
  type Claim,
  EXECUTION_LEASE_COLUMNS,
  endRun,
  type HeldRun,
  handRunBack,
  holdRun,
  succeedRun,
} from './work.store.ts';

interface RunRow {
  readonly id: number;
  readonly attempts: number;
}

export interface RunWorkGround extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'leases' | 'log'> {
  readonly seal: Seal;
  readonly makeSnapshot: MakeSnapshot;
  readonly sharedRows: SharedRows;
  readonly makeFile: MakeFile;
  /** Finds the report in the version of the run. */
  readonly findVersion: MakeFileGround['findVersion'];
  readonly liveRuns: LiveRuns;
  readonly room: StoreRoom;
  /** Says whether the requester may have it now. */
  readonly isStillAllowed: (run: Execution) => Promise<boolean>;
  /** Called when an earlier attempt has left snapshots to drop. */
  readonly onSnapshotsOver: () => void;
  /** Called when a run has ended. */
  readonly onEnd: (end: Pick<RunEnd, 'errorCode'> | null) => void;
}

/** Runs of one process at a time; two of them make files while the others query. */
const SLOTS = 4;
/** Attempts at a run: a second one after its process or thread has died. */
const ATTEMPTS_MAX = 2;

/** Owner for which the query of a run is sealed. */
export function sealOwnerOf(uuid: string): string {
  return `report-run:${uuid}`;
}

export function createRunWork(ground: RunWorkGround): LeasedWork<RunRow> {
  const { clock, leases } = ground;
  const finish = createFinish(ground, () => work.wakeAt(clock.now()));
  const perform = createPerform(ground);

  async function workOff({ id, attempts }: RunRow, { leaseToken }: Lease): Promise<void> {
    const run = await findExecution(ground.database, Number(id));
    if (run === null) return;
    const claim = { id: run.id, leaseToken };
    // Rows of an earlier attempt belong to that one alone.
    if (await endSnapshotsOf(ground.database, run.id, new Date(clock.now()))) ground.onSnapshotsOver();
    if (attempts > ATTEMPTS_MAX) return finish.end(run, claim, failedBy(new RunFailure('REPORT_WORKER_LOST')));
    try {
      if (!(await ground.isStillAllowed(run))) throw new RunFailure('REPORT_ACCESS_LOST');
      const made = await perform(run, claim);
      if (made === 'WAITING') return;
      if (made === 'OVER') await finish.endCancelled(run, claim);
      else await finish.succeed(run, claim, made.file);
    } catch (error) {
      await settle(run, claim, endingOf(error), attempts);
    }
  }

  async function settle(run: Execution, claim: Claim, ending: Ending, attempts: number): Promise<void> {
    switch (ending.kind) {
      case 'ENDED':
        if (ending.bug !== undefined) ground.log.error({ err: ending.bug, run: run.uuid }, 'a report failed');
        return finish.end(run, claim, ending.end);
      case 'LOST':
        // A cancelled run is ended here; where another process has it nothing is written.
        return finish.endCancelled(run, claim);
      case 'STOPPING':
        return handRunBack(ground.database, claim, new Date(clock.now()), 'UNCOUNTED');
      case 'DIED':
        if (attempts >= ATTEMPTS_MAX) return finish.end(run, claim, failedBy(new RunFailure('REPORT_WORKER_LOST')));
        return handRunBack(ground.database, claim, new Date(clock.now()), 'COUNTED');
      case 'AGAIN':
        throw ending.error;
    }
  }

  const work = leases.define<RunRow>({
    name: 'report_execution',
    key: ['id'],
    columns: EXECUTION_LEASE_COLUMNS,
    ready: READY,
    // The first runs of people come before their second ones.
    priority: '-j.place',
    slots: SLOTS,
    work: workOff,
  });
  return work;
}

const CANCELLED: RunEnd = { status: 'CANCELLED', errorCode: null, errorText: null };

function failedBy({ code, text }: RunFailure): RunEnd {
  return { status: code === 'REPORT_TIMEOUT' ? 'TIMED_OUT' : 'FAILED', errorCode: code, errorText: text };
}

type Pulse = ReturnType<typeof createRunPulse>;

/** Result of a run: its file, or its rows alone. */
interface Performed {
  readonly file: MadeFile | null;
}

/** Source of a run's rows: its query, or the snapshot of another run. */
type RowSource = BoundQuery | StandingSnapshot;

/**
 * Creates the execution; it answers OVER where the run was cancelled before it began, WAITING where another one reads
 * its rows.
 */
function createPerform(ground: RunWorkGround) {
  const { database, clock, seal, makeSnapshot, sharedRows, makeFile, findVersion, liveRuns, room } = ground;

  /** Makes the file of a run; a burst has none, as each recipient gets only own rows. */
  async function fileOf(run: Execution, snapshot: StandingSnapshot, control: FileControl): Promise<MadeFile | null> {
    if (run.source !== 'BURST') return makeFile(run, run.outputFormat, snapshot, control);
    const isCut = snapshot.isTruncated && (await findVersion(run))?.truncateMode === 'FAIL';
    if (isCut) throw new RunFailure('REPORT_ROW_LIMIT_EXCEEDED');
    return null;
  }

  async function readRows(
    run: Execution,
    claim: Claim,
    query: BoundQuery,
    { live, pulse }: { readonly live: LiveWork; readonly pulse: Pulse },
  ): Promise<StandingSnapshot> {
    await room.makeRoom();
    const order = {
      tenantIdentifier: run.tenantIdentifier,
      executionId: run.id,
      query,
      rowLimit: run.rowLimit,
      timeZone: run.timeZone,
      timeoutMs: run.timeoutSeconds * 1_000,
      keptMs: run.retentionHours * HOUR_MS,
      bytesMax: room.bytesMax(),
    };
    const { estimated: onEstimate, copied: onRows, growing: onGrowing } = pulse;
    const control = { signal: live.signal, onEstimate, onRows, onGrowing };
    const { id, snapshot, dateCreated } = await makeSnapshot(order, control);
    const { rowCount, isTruncated } = snapshot;
    const rows = { id, rowCount, isTruncated, dateCreated, rowEstimate: pulse.estimate() };
    if (!(await sharedRows.stand(run, claim, rows))) {
      await endSnapshots(database, [id], new Date(clock.now()));
      throw new RunStopped('LOST');
    }
    return { ...snapshot, dateCreated };
  }

  async function performLive(run: Execution, claim: Claim, source: RowSource, live: LiveWork): Promise<Performed> {
    const pulse = createRunPulse({ database, claim, live });
    try {
      const standing = 'table' in source ? source : await readRows(run, claim, source, { live, pulse });
      pulse.percent(0);
      return { file: await fileOf(run, standing, { signal: live.signal, onPercent: pulse.percent }) };
    } finally {
      pulse.stop();
    }
  }

  function openQuery({ uuid }: Execution, sealedQuery: string): BoundQuery {
    const text = seal.open(sealedQuery, sealOwnerOf(uuid));
    if (text === null) throw new RunFailure('REPORT_QUERY_FAILED', 'The key that sealed the query was taken away.');
    return JSON.parse(text) as BoundQuery;
  }

  return async (run: Execution, claim: Claim): Promise<Performed | 'OVER' | 'WAITING'> => {
    const begun = await sharedRows.begin(run, claim);
    if (begun.kind === 'OVER' || begun.kind === 'WAITING') return begun.kind;
    const source = begun.kind === 'TAKEN' ? begun.snapshot : openQuery(run, begun.sealedQuery);
    return liveRuns.during(run.id, run.timeoutSeconds * 1_000, (live) => performLive(run, claim, source, live));
  };
}

/** Writes the end of a run, where this process still has it. */
function createFinish({ database, clock, ids, sharedRows, onEnd }: RunWorkGround, wake: () => void) {
  async function write(
    run: Execution,
    claim: Claim,
    end: (tx: Transaction, held: HeldRun, now: Date) => Promise<void>,
  ) {
    const now = new Date(clock.now());
    await database.transaction(async (tx) => {
      await sharedRows.leave(tx, run);
      const held = await holdRun(tx, run, claim);
      if (held === null) return;
      if (held.status === 'CANCELLING') await stop(tx, held, CANCELLED, now);
      else await end(tx, held, now);
      tx.afterCommit(wake);
    });
  }

  async function stop(tx: Transaction, held: HeldRun, end: RunEnd, now: Date): Promise<void> {
    await endRun(tx, held, end, now);
    tx.afterCommit(() => onEnd(end));
    if (held.snapshotId !== null) await releaseSnapshots(tx, [held.snapshotId], now);
  }

  return {
    succeed: (run: Execution, claim: Claim, file: MadeFile | null): Promise<void> =>
      write(run, claim, (tx, held, now) => {
        const expire = new Date(now.getTime() + run.retentionHours * HOUR_MS);
        tx.afterCommit(() => onEnd(null));
        return succeedRun(tx, held, file && { ...file, uuid: ids.uuidV7() }, { now, expire });
      }),
    end: (run: Execution, claim: Claim, end: RunEnd): Promise<void> =>
      write(run, claim, (tx, held, now) => stop(tx, held, end, now)),
    /** Ends a cancelled run; any other stays as it is. */
    endCancelled: (run: Execution, claim: Claim): Promise<void> => write(run, claim, async () => undefined),
  };
}
