// Writes down what a person asked for and the process could not do, when everything else of it was taken back.
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { type Columns, createDefineWriter, insertInto } from './engine-writer.store.ts';

export interface FailedOperation {
  /** Instance; null of a start. */
  readonly instanceId: string | null;
  /** Time in epoch milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly taskNumber: number | null;
  readonly tenantIdentifier: string;
  readonly definitionId: string;
  readonly actor: string;
  readonly actorFolded: string;
  readonly elementId: string | null;
  readonly code: string;
  readonly detail: string;
}

const COLUMNS: Columns = {
  instance_id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  task_number: 'int4',
  tenant_identifier: 'text',
  definition_id: 'text',
  actor: 'text',
  actor_folded: 'text',
  element_id: 'text',
  code: 'text',
  detail: 'text',
};

export function createFailedOperationStore(groupCommit: GroupCommit) {
  const writer = createDefineWriter(groupCommit)('operation_failed', COLUMNS, insertInto('bpm_operation', COLUMNS));
  return {
    /** Saves an entry by itself; resolves once it is committed. */
    async save(failed: FailedOperation): Promise<void> {
      const changes = groupCommit.createChangeSet();
      const { instanceId, at, kind, taskNumber, tenantIdentifier, definitionId } = failed;
      const place = [instanceId, at, kind, taskNumber, tenantIdentifier, definitionId];
      changes.add(writer, [...place, failed.actor, failed.actorFolded, failed.elementId, failed.code, failed.detail]);
      await groupCommit.commit(changes);
    },
  };
}

export type FailedOperationStore = ReturnType<typeof createFailedOperationStore>;
