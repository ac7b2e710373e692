// INTERIM: replaced by the kernel's leases.
import { randomUUID } from 'node:crypto';
import { sql } from '../../../../kernel/database/database.ts';
import type { Job, Kernel } from '../../../../kernel/module.ts';
import type { JobRow } from '../waits/job.store.ts';
import type { JobLease } from '../waits/job-queue.ts';

export function interimLeases(
  { database, clock, log }: Pick<Kernel, 'database' | 'clock' | 'log'>,
  {
    columns,
    ready,
    slots,
    work,
  }: { columns: string; ready: string; slots: number; work: (row: JobRow, lease: JobLease) => Promise<void> },
) {
  const me = randomUUID();
  let running = 0;
  let stopped = true;
  let timer: NodeJS.Timeout | null = null;
  const claim = sql(
    'interim_claim',
    `UPDATE bpm_job SET leased_by = $1, lease_token = gen_random_uuid(), attempts = attempts + 1
    WHERE (id, number) IN (SELECT id, number FROM bpm_job WHERE ${ready} AND due_at <= $2 AND leased_by IS NULL ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}, lease_token`,
  );
  const run = (row: JobRow, lease: JobLease) => {
    work(row, lease)
      .catch((err) => log.warn({ err }, 'given back'))
      .finally(() => {
        running--;
        look();
      });
  };
  async function look() {
    if (stopped || running >= slots) return;
    const free = slots - running;
    const rows = await database
      .rows<JobRow & { lease_token: string }>(claim, [me, new Date(clock.now()), free])
      .catch(() => []);
    for (const row of rows) {
      running++;
      run(row, { leasedBy: me, leaseToken: row.lease_token });
    }
  }
  const job: Job = {
    name: 'bpmn-engine jobs',
    intervalMs: () => 50,
    start() {
      stopped = false;
      timer = setInterval(look, 50);
    },
    wake() {
      void look();
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      while (running > 0) await new Promise((r) => setTimeout(r, 5));
    },
  };
  return {
    job,
    reserve: (): JobLease | null => {
      if (stopped || running >= slots) return null;
      running++;
      return { leasedBy: me, leaseToken: randomUUID() };
    },
    begin: (row: JobRow, lease: JobLease) => run(row, lease),
    release: (_: JobLease) => {
      running--;
    },
    wakeAt: (_: number) => {
      void look();
    },
  };
}
