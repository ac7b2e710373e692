// Does the same with all users that were chosen, one after the other, and says of whom it was refused.
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { problemOf } from '../../../lib/error.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { useUsersTexts } from './texts.ts';

type User = Awaited<ReturnType<typeof api.authentication.getUser>>['body'];

interface BulkActsProps {
  readonly chosen: readonly User[];
  readonly onClear: () => void;
}

interface Refused {
  readonly username: string;
  readonly why: string;
}

export function BulkActs({ chosen, onClear }: BulkActsProps) {
  const texts = useUsersTexts();
  const can = useCan();
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const each = (work: (user: User) => Promise<unknown>) => async (): Promise<void> => {
    const failed: Refused[] = [];
    for (const user of chosen) {
      try {
        await work(user);
      } catch (error) {
        failed.push({ username: user.username, why: problemOf(error).message ?? texts.unanswered });
      }
    }
    setRefused(failed);
    tell(texts.doneFor(chosen.length - failed.length));
    onClear();
    await queries.invalidateQueries({ queryKey: ['users'] });
  };
  const names = chosen.map(({ username }) => username).join(', ');
  return (
    <>
      <RefusedList refused={refused} onClose={() => setRefused([])} />
      {chosen.length === 0 ? null : (
        <Group mb="sm" role="group" aria-label={texts.chosen(chosen.length)}>
          <Text size="sm">{texts.chosen(chosen.length)}</Text>
          <Act
            label={texts.activate}
            size="compact-sm"
            run={each(({ uuid }) => api.authentication.activateUser({ params: { uuid } }))}
          />
          <Act
            label={texts.deactivate}
            size="compact-sm"
            question={texts.deactivateQuestion(names)}
            run={each(({ uuid }) => api.authentication.deactivateUser({ params: { uuid } }))}
          />
          <Act
            label={texts.unlock}
            size="compact-sm"
            run={each(({ uuid }) => api.authentication.unlockUser({ params: { uuid } }))}
          />
          {can('session.closeAll2') ? (
            <Act
              label={texts.signOut}
              size="compact-sm"
              question={texts.signOutQuestion(names)}
              run={each(({ username }) => api.session.closeAll2({ params: { username } }))}
            />
          ) : null}
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {texts.clear}
          </Button>
        </Group>
      )}
    </>
  );
}

function RefusedList({ refused, onClose }: { readonly refused: readonly Refused[]; readonly onClose: () => void }) {
  const texts = useUsersTexts();
  if (refused.length === 0) return null;
  return (
    <Alert
      mb="sm"
      color="red"
      variant="light"
      role="alert"
      title={texts.refusedFor(refused.length)}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={onClose}
    >
      <List size="sm">
        {refused.map(({ username, why }) => (
          <List.Item key={username}>{`${username}: ${why}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
