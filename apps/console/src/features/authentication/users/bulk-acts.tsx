// Does the same with all users that were chosen.
import { Text } from '@mantine/core';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { BulkBar, Names } from '../../../ui/table/bulk.tsx';
import type { Selection } from '../../../ui/table/selection.tsx';
import { useUsersTexts } from './texts.ts';

export type User = Awaited<ReturnType<typeof api.authentication.getUser>>['body'];

const activate = ({ uuid }: User): Promise<unknown> => api.authentication.activateUser({ params: { uuid } });
const deactivate = ({ uuid }: User): Promise<unknown> => api.authentication.deactivateUser({ params: { uuid } });
const unlock = ({ uuid }: User): Promise<unknown> => api.authentication.unlockUser({ params: { uuid } });
const signOut = ({ username }: User): Promise<unknown> => api.session.closeAll2({ params: { username } });

export function BulkActs({ selection }: { readonly selection: Selection<User> }) {
  const texts = useUsersTexts();
  const can = useCan();
  const asking = (question: string) => (
    <>
      <Text size="sm">{question}</Text>
      <Names selection={selection} />
    </>
  );
  return (
    <BulkBar selection={selection} stale={[['users']]}>
      {(each) => (
        <>
          <Act
            label={texts.activate}
            size="compact-sm"
            // Who could sign in before can do so when this is taken back.
            run={() => each(activate, async (user) => (user.enabled ? null : deactivate(user)))}
          />
          <Act
            label={texts.deactivate}
            size="compact-sm"
            question={asking(texts.deactivateQuestion)}
            run={() => each(deactivate, async (user) => (user.enabled ? activate(user) : null))}
          />
          <Act label={texts.unlock} size="compact-sm" run={() => each(unlock)} />
          {can('session.closeAll2') ? (
            <Act
              label={texts.signOut}
              size="compact-sm"
              question={asking(texts.signOutQuestion)}
              run={() => each(signOut)}
            />
          ) : null}
        </>
      )}
    </BulkBar>
  );
}
