// Shows what people have said about a task, and lets the person say something.
import { Group, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Remarks } from './remarks.tsx';
import { type Comment, commentsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

const COMMENT_MAX = 4_000;

export function Comments({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const can = useCan();
  return (
    <Remarks
      title={texts.comments}
      none={texts.noComments}
      older={texts.olderComments}
      remarks={useQuery(commentsQuery(taskId))}
      aside={({ changeTime }) => (changeTime === null ? '' : ` · ${texts.changedAt}`)}
      add={can('bpmnEngine.addTaskComment') ? <Say taskId={taskId} /> : null}
    >
      {(comment) => <OneComment comment={comment} />}
    </Remarks>
  );
}

/** One comment, which its author can take back. */
function OneComment({ comment }: { readonly comment: Comment }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const { username } = useSession();
  const { id: commentId, taskId, text } = comment;
  const remove = async (): Promise<void> => {
    await api.bpmnEngine.deleteTaskComment({ params: { id: taskId ?? '', commentId } });
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'comments'] });
  };
  return (
    <>
      <Text className="k-remark">{text}</Text>
      {comment.author === username ? (
        <Act
          size="compact-sm"
          label={texts.removeComment}
          question={texts.removeCommentSure}
          done={texts.commentRemoved}
          run={remove}
        />
      ) : null}
    </>
  );
}

function Say({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  // The same key for every try with this text: a lost answer says nothing twice.
  const key = useRef(newIdempotencyKey());
  const change = (next: string): void => {
    setText(next);
    key.current = newIdempotencyKey();
  };
  const say = async (): Promise<void> => {
    const headers = { 'idempotency-key': key.current };
    await api.bpmnEngine.addTaskComment({ params: { id: taskId }, body: { text }, headers });
    change('');
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'comments'] });
  };
  return (
    <>
      <Textarea
        label={texts.comment}
        rows={2}
        maxLength={COMMENT_MAX}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group>
        <Act label={texts.say} disabled={text.trim() === ''} done={texts.said} run={say} />
      </Group>
    </>
  );
}
