// Keeps what people say about tasks and instances.
import type { Pageable } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { ChangeSet, GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { createFilter } from '../../../../kernel/records/page.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { pageRows } from '../../interface/page-rows.store.ts';
import { type Columns, createDefineWriter, insertInto } from '../../runtime/state/engine-writer.store.ts';
import type { RemarkedOn } from './places.ts';

export interface Comment {
  readonly id: string;
  readonly taskNumber: number | null;
  readonly instanceId: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly changedAt: Date | null;
}

/** Has not been changed yet. */
export type NewComment = RemarkedOn & Omit<Comment, 'changedAt'>;

const COLUMNS: Columns = {
  id: 'uuid',
  tenant_identifier: 'text',
  instance_id: 'uuid',
  task_number: 'int4',
  author: 'text',
  author_folded: 'text',
  text: 'text',
  created_at: 'timestamptz',
};

/** Answers what adds a comment to the commit of what it is about. */
export function defineCommentWriter(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const writer = createDefineWriter(groupCommit)('comment_insert', COLUMNS, insertInto('bpm_comment', COLUMNS));
  return (changes: ChangeSet, comment: NewComment): void => {
    changes.add(writer, [...withoutTime(comment), comment.createdAt.getTime()]);
  };
}

function withoutTime({ id, tenantIdentifier, instanceId, taskNumber, author, text }: NewComment) {
  return [id, tenantIdentifier, instanceId, taskNumber, author, foldName(author), text] as const;
}

const SAVE = sql(
  'bpm_comment_save',
  `INSERT INTO bpm_comment (${Object.keys(COLUMNS).join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const SHOWN = `id, task_number AS "taskNumber", instance_id AS "instanceId", author, text, created_at AS "createdAt",
  changed_at AS "changedAt"`;
const ONE = 'id = $1 AND tenant_identifier = $2 AND instance_id = $3 AND ($4::int4 IS NULL OR task_number = $4)';
const LOCK = sql('bpm_comment_lock', `SELECT ${SHOWN} FROM bpm_comment WHERE ${ONE} FOR UPDATE`);
const CHANGE = sql('bpm_comment_change', 'UPDATE bpm_comment SET text = $2, changed_at = $3 WHERE id = $1');
const REMOVE = sql('bpm_comment_remove', 'DELETE FROM bpm_comment WHERE id = $1');

export async function saveComment(tx: Transaction, comment: NewComment): Promise<void> {
  await tx.execute(SAVE, [...withoutTime(comment), comment.createdAt]);
}

/** Locks a comment of the task, or of the instance and all its tasks; null where it has none of this id. */
export async function lockComment(tx: Transaction, place: RemarkedOn, id: string): Promise<Comment | null> {
  const { tenantIdentifier, instanceId, taskNumber } = place;
  const [found] = await tx.rows<Comment>(LOCK, [id, tenantIdentifier, instanceId, taskNumber]);
  return found ?? null;
}

export async function changeComment(tx: Transaction, { id, text, changedAt }: Comment): Promise<void> {
  await tx.execute(CHANGE, [id, text, changedAt]);
}

export async function removeComment(tx: Transaction, id: string): Promise<void> {
  await tx.execute(REMOVE, [id]);
}

/** Pages those of a task, or those of an instance and all its tasks. */
export function pageComments(
  database: Database,
  { tenantIdentifier, instanceId, taskNumber }: RemarkedOn,
  request: Pageable,
): Promise<{ readonly rows: readonly Comment[]; readonly total: number }> {
  const filter = createFilter();
  filter.and('tenant_identifier = $?', tenantIdentifier);
  filter.and('instance_id = $?', instanceId);
  if (taskNumber !== null) filter.and('task_number = $?', taskNumber);
  const table = { columns: SHOWN, from: 'bpm_comment', sort: { time: 'created_at' }, tieBreak: ['id'] };
  return pageRows<Comment>(database, table, { filter, request });
}
