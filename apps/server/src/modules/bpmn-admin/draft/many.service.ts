// Moves and deletes several processes, each on its own, with a result for each.
import type { SvcBpmnProcessOutcomeModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { bpmnAdminEvents } from '../bpmn-admin.events.ts';
import { type Process, processes } from '../record/process.store.ts';

type Change = (tx: Transaction, row: Process) => Promise<void>;

export type ManyService = ReturnType<typeof createManyService>;

export function createManyService({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  const changeOf = ({ caller }: Act) => ({ by: caller.username, now: new Date(clock.now()) });

  /** Changes the processes in the order of their ids, so that two parallel requests never wait for each other. */
  async function each(act: Act, ids: readonly number[], change: Change): Promise<SvcBpmnProcessOutcomeModel[]> {
    const outcomes = new Map<number, string | null>();
    for (const id of [...new Set(ids)].sort((left, right) => left - right)) {
      try {
        await database.transaction(async (tx) => change(tx, await processes.lock(tx, act.caller, { id })));
        outcomes.set(id, null);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        outcomes.set(id, error.code);
      }
    }
    return ids.map((id) => ({ id, errorCode: outcomes.get(id) ?? null }));
  }

  const subjectOf = ({ code, tenantIdentifier }: Process) => ({ name: code, tenantIdentifier });

  return {
    move: (act: Act, ids: readonly number[], namespace: string) =>
      each(act, ids, async (tx, before) => {
        if (before.namespace === namespace) return;
        const row = await processes.update(tx, before, { namespace }, changeOf(act));
        await act.record(tx, bpmnAdminEvents.moved, subjectOf(row), processes.detail(before, row));
      }),
    remove: (act: Act, ids: readonly number[]) =>
      each(act, ids, async (tx, before) => {
        await processes.remove(tx, before, changeOf(act));
        await act.record(tx, bpmnAdminEvents.removed, subjectOf(before), processes.detail(before, null));
      }),
  };
}
