// Offers what an administrator does with a user, as far as it makes sense now.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Secret } from '../../../ui/text/secret.tsx';
import { useUserTexts } from './texts.ts';

type User = Awaited<ReturnType<typeof api.authentication.getUser>>['body'];

interface UserActsProps {
  readonly user: User;
  readonly onChange: () => Promise<void>;
}

export function UserActs({ user, onChange }: UserActsProps) {
  const texts = useUserTexts();
  const can = useCan();
  const navigate = useNavigate();
  const [link, setLink] = useState<string | null>(null);
  const { uuid, username, locked, passwordSet, email, factorTypeList } = user;
  const params = { uuid };
  const andChange = (work: () => Promise<unknown>) => async () => {
    await work();
    await onChange();
  };
  const remove = async (): Promise<void> => {
    await api.authentication.deleteUser({ params });
    await navigate({ to: address('users') });
    await onChange();
  };
  const invite = async (): Promise<void> => {
    setLink((await api.authentication.resendActivation({ params })).body.activationLink);
  };
  return (
    <>
      {link === null ? null : <Secret title={texts.link} why={texts.linkWhy} text={link} />}
      {locked ? (
        <Act
          label={texts.unlock}
          variant="filled"
          done={texts.unlocked}
          run={andChange(() => api.authentication.unlockUser({ params }))}
        />
      ) : null}
      {passwordSet ? null : <Act label={texts.invite} run={invite} />}
      {passwordSet && email !== null ? (
        <Act label={texts.reset} done={texts.resetSent} run={() => api.authentication.sendReset({ params })} />
      ) : null}
      {can('session.closeAll2') ? (
        <Act
          label={texts.closeSessions}
          question={texts.closeQuestion(username)}
          done={texts.closed}
          run={() => api.session.closeAll2({ params: { username } })}
        />
      ) : null}
      {factorTypeList.length === 0 ? null : (
        <Act
          label={texts.resetFactors}
          question={texts.resetFactorsQuestion(username)}
          done={texts.factorsReset}
          run={andChange(() => api.authentication.resetFactors({ params }))}
        />
      )}
      <Standing user={user} onChange={onChange} />
      <Act
        label={texts.delete}
        color="red"
        variant="light"
        question={texts.deleteQuestion(username)}
        done={texts.deleted}
        run={remove}
      />
    </>
  );
}

/** Lets the user in or keeps the user out. */
function Standing({ user, onChange }: UserActsProps) {
  const texts = useUserTexts();
  const params = { uuid: user.uuid };
  const activate = async (): Promise<void> => {
    await api.authentication.activateUser({ params });
    await onChange();
  };
  const deactivate = async (): Promise<void> => {
    await api.authentication.deactivateUser({ params });
    await onChange();
  };
  if (user.enabled) {
    return (
      <Act
        label={texts.deactivate}
        question={texts.deactivateQuestion(user.username)}
        done={texts.deactivated}
        undo={activate}
        run={deactivate}
      />
    );
  }
  return <Act label={texts.activate} variant="filled" done={texts.activated} undo={deactivate} run={activate} />;
}
