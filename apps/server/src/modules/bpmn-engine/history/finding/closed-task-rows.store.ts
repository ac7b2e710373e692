// Makes rows of the tasks that flushes have closed, for the pages of closed tasks.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { VERSION_OF_ROW } from '../../interface/activity-rows.store.ts';

// How a flush says what it closed stands where it does: `closedTasksText`. Of a tenant that was deleted meanwhile nothing is left.
const ADD = sql(
  'bpm_hi_task_add',
  `INSERT INTO bpm_hi_task (instance_id, number, node, priority, created_at, ended_at, claimed_at, due_at, cancelled, element_named,
     tenant_identifier, definition_id, name, assignee, assignee_folded, candidate_groups)
   SELECT e.instance_id, (c.task->>0)::integer, (c.task->>1)::integer, (c.task->>3)::integer,
     to_timestamp((c.task->>4)::numeric / 1000), coalesce(to_timestamp((c.task->>10)::numeric / 1000), e.at),
     to_timestamp((c.task->>5)::numeric / 1000), to_timestamp((c.task->>6)::numeric / 1000), c.task->>2 <> 'COMPLETED',
     jsonb_typeof(c.task->8) = 'number', h.tenant_identifier, ${VERSION_OF_ROW},
     CASE jsonb_typeof(c.task->8) WHEN 'number' THEN NULL ELSE c.task->>8 END, c.task->>7, c.task->>11,
     CASE WHEN c.task->9 <> '[]' THEN ARRAY(SELECT jsonb_array_elements_text(c.task->9)) END
   FROM bpm_history_event e JOIN bpm_hi_instance h ON h.id = e.instance_id
   CROSS JOIN LATERAL jsonb_array_elements(e.closed_tasks::jsonb) c(task)
   WHERE e.xid >= $1::xid8 AND e.xid < $2::xid8 AND e.closed_tasks IS NOT NULL
   ON CONFLICT DO NOTHING`,
);

/** Adds the rows of transactions from `since` up to `to`, which is not among them. */
export async function addClosedTasks(tx: Transaction, since: string, to: string): Promise<void> {
  await tx.execute(ADD, [since, to]);
}
