// Keeps what people say about tasks and instances.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { ChangeSet, GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { type Columns, createDefineWriter, insertInto } from '../../runtime/state/engine-writer.store.ts';
import type { RemarkedOn } from './places.ts';
import { defineRemarkReader, type Remark } from './remark.store.ts';

export interface Comment extends Remark {
  readonly text: string;
  readonly changedAt: Date | null;
}

export const { lock: lockComment, page: pageComments } = defineRemarkReader<Comment>(
  'bpm_comment',
  'text, changed_at AS "changedAt"',
);

/** A comment that has not been changed yet. */
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

/** Makes the writer that adds a comment to the commit of what it is about. */
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

const CHANGE = sql('bpm_comment_change', 'UPDATE bpm_comment SET text = $2, changed_at = $3 WHERE id = $1');
const REMOVE = sql('bpm_comment_remove', 'DELETE FROM bpm_comment WHERE id = $1');

export async function saveComment(tx: Transaction, comment: NewComment): Promise<void> {
  await tx.execute(SAVE, [...withoutTime(comment), comment.createdAt]);
}

export async function changeComment(tx: Transaction, { id, text, changedAt }: Comment): Promise<void> {
  await tx.execute(CHANGE, [id, text, changedAt]);
}

export async function removeComment(tx: Transaction, id: string): Promise<void> {
  await tx.execute(REMOVE, [id]);
}
