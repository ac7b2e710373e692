// Works off rows that are due now or later, in any process and exactly by one: one timer for the earliest row, and no polling.
import type { AnyLeasedWork, LeaseDefinition, LeasedWork, LeaseGround, Leases } from './lease.types.ts';
import { channelOf, LeaseWorker, workNameOf } from './lease-worker.ts';

export type { Lease, LeasedWork, LeaseGround, Leases } from './lease.types.ts';

export function createLeases(ground: LeaseGround): Leases {
  const { metrics, notify, processes, clock } = ground;
  const works: AnyLeasedWork[] = [];
  const lateness = metrics.histogram({
    name: 'lease_lateness_seconds',
    help: 'Time from when a row was due to when its work began.',
    labelNames: ['name'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  });
  metrics.gauge({
    name: 'lease_running',
    help: 'Rows at work in this process.',
    labelNames: ['name'],
    collect: (self) => {
      for (const work of works) self.set({ name: work.job.name }, work.running());
    },
  });
  metrics.gauge({
    name: 'lease_due',
    help: 'Rows that are due, those at work among them, in all processes together.',
    labelNames: ['name'],
    async collect(self) {
      for (const { job, outlook } of works) {
        const due = await outlook().catch(() => null);
        if (due === null) self.remove({ name: job.name });
        else self.set({ name: job.name }, due.due);
      }
    },
  });
  return {
    define<Row>(definition: LeaseDefinition<Row>): LeasedWork<Row> {
      const observe = (late: number): void =>
        lateness.observe({ name: workNameOf(definition) }, Math.max(0, late) / 1_000);
      const worker = new LeaseWorker<Row>(ground, definition, observe);
      const work = worker.leasedWork();
      notify.listen(channelOf(definition), (tenant) => worker.hear(tenant));
      notify.onReconnect(work.job.wake);
      processes.onDeath(work.job.wake);
      clock.onMoved?.(work.job.wake);
      works.push(work);
      return work;
    },
    all: () => works,
  };
}
