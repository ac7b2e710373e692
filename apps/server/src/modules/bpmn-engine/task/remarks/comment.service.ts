// Lets people say something about a task or an instance, and change or take back what they have said.
import { type Pageable, remarkSortStandard, resolvePageable } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { type Comment, changeComment, lockComment, pageComments, removeComment, saveComment } from './comment.store.ts';
import { commentToWire } from './comment.wire.ts';
import { holdOpen } from './place.store.ts';
import { type FindPlace, failClosed, type Place, requireAdder, requireAuthor } from './places.ts';

/** Creates the service for comments of tasks or of instances, as `findPlace` is given. */
export function createCommentService(
  { clock, database, ids }: Pick<Kernel, 'clock' | 'database' | 'ids'>,
  findPlace: FindPlace,
) {
  const missing = (commentId: string): never => failNotFound('COMMENT_NOT_FOUND', { commentId });

  /** Does something with a comment that is locked; whoever neither made it nor manages the place is refused. */
  const withOwn = <T>(
    act: Act,
    place: Place,
    commentId: string,
    work: (tx: Transaction, comment: Comment) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      const comment = (await lockComment(tx, place, commentId)) ?? missing(commentId);
      requireAuthor(act.caller, place, comment.author);
      return work(tx, comment);
    });

  return {
    async page({ caller }: Act, id: string, asked: Partial<Pick<Pageable, 'pageNumber' | 'pageSize'>>) {
      const place = await findPlace(caller, id);
      const request = resolvePageable(asked, remarkSortStandard);
      return { ...(await pageComments(database, place, request)), request };
    },

    add: (act: Act, id: string, text: string) =>
      act.once(async (claim) => {
        const place = await findPlace(act.caller, id);
        requireAdder(place);
        const createdAt = new Date(clock.now());
        const comment = { ...place, id: ids.uuidV7(), author: act.caller.username, text, createdAt };
        const answer = commentToWire({ ...comment, changedAt: null });
        await database.transaction(async (tx) => {
          if (!(await holdOpen(tx, place))) failClosed(place);
          await saveComment(tx, comment);
          await claim.save(tx, answer);
        });
        return answer;
      }),

    async change(act: Act, id: string, { commentId, text }: { readonly commentId: string; readonly text: string }) {
      const place = await findPlace(act.caller, id);
      if (!place.isOpen) failClosed(place);
      const changed = await withOwn(act, place, commentId, async (tx, comment) => {
        if (comment.taskNumber !== place.taskNumber) missing(commentId);
        const now = { ...comment, text, changedAt: new Date(clock.now()) };
        await changeComment(tx, now);
        await act.record(tx, bpmnEngineEvents.commentChanged, commentId, {
          ...detailOf(comment),
          text: { old: comment.text, new: text },
        });
        return now;
      });
      return commentToWire(changed);
    },

    async remove(act: Act, id: string, commentId: string): Promise<undefined> {
      const place = await findPlace(act.caller, id);
      await withOwn(act, place, commentId, async (tx, comment) => {
        await removeComment(tx, comment.id);
        await act.record(tx, bpmnEngineEvents.commentRemoved, commentId, {
          ...detailOf(comment),
          text: { old: comment.text, new: null },
        });
      });
    },
  };
}

export type CommentService = ReturnType<typeof createCommentService>;

function detailOf(comment: Comment) {
  const { taskId, processInstanceId, author, time } = commentToWire(comment);
  return { taskId, processInstanceId, author, time };
}
