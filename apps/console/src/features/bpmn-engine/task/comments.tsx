// Shows what people have said about a task, and lets the person say something.
import { Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { peopleQuery } from '../../../lib/people/people.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import { type Comment, commentsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';
import './task.css';

const COMMENT_MAX = 4_000;

export function Comments({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const can = useCan();
  const comments = useQuery(commentsQuery(taskId));
  const shown = comments.data?.data ?? [];
  const names = useQuery(peopleQuery(shown.map(({ author }) => author))).data ?? {};
  const older = (comments.data?.totalElements ?? 0) - shown.length;
  return (
    <Section title={texts.comments}>
      <Stack>
        {comments.isPending ? <Loading lines={1} /> : null}
        {comments.isError ? <Failed error={comments.error} onRetry={() => void comments.refetch()} /> : null}
        {comments.data?.totalElements === 0 ? <Text size="sm">{texts.noComments}</Text> : null}
        {shown.length === 0 ? null : (
          <ul className="k-remarks" aria-label={texts.comments}>
            {shown.map((comment) => (
              <OneComment key={comment.id} comment={comment} author={names[comment.author] ?? comment.author} />
            ))}
          </ul>
        )}
        {older > 0 ? <Text size="sm">{texts.olderComments(older)}</Text> : null}
        {can('bpmnEngine.addTaskComment') ? <Say taskId={taskId} /> : null}
      </Stack>
    </Section>
  );
}

/** Its author takes it back. */
function OneComment({ comment, author }: { readonly comment: Comment; readonly author: string }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const { username } = useSession();
  const { id: commentId, taskId, text, time, changeTime } = comment;
  const remove = async (): Promise<void> => {
    await api.bpmnEngine.deleteTaskComment({ params: { id: taskId ?? '', commentId } });
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'comments'] });
  };
  return (
    <li>
      <Text size="sm" c="dimmed" component="div">
        {author} · <When date={time} />
        {changeTime === null ? null : ` · ${texts.changedAt}`}
      </Text>
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
    </li>
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
