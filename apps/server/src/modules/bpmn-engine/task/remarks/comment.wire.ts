// Shows comments as the interface shows them.
import type { SvcBpmnCommentModel } from '@keelson/contract';
import { isoDateOrNull } from '../../interface/iso-date.ts';
import type { Comment } from './comment.store.ts';
import { remarkToWire } from './remark.wire.ts';

export function commentToWire(comment: Comment): SvcBpmnCommentModel {
  const { text, changedAt } = comment;
  return { ...remarkToWire(comment), changeTime: isoDateOrNull(changedAt), text };
}
