// Asks for a sign-in when the session was lost, for the password when a step needs it fresh, and warns before the end.
import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, plainApi } from '../../lib/api.ts';
import { platformPath } from '../../lib/base.ts';
import { problemOf } from '../../lib/error.ts';
import { askPeopleBy } from '../../lib/recovery.ts';
import { goToSignIn, useSession } from '../../lib/session.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { late } from '../../ui/page/late.tsx';
import { useUiTexts } from '../../ui/text/texts.ts';
import { useShellTexts } from './texts.ts';

const SignInSteps = late(async () => (await import('../sign-in/sign-in-steps.tsx')).SignInSteps);

/** How long before its end a session is spoken of, and how often it is looked at: asking does not keep it alive. */
const WARN_SECONDS = 120;
const LOOK_MS = 45_000;
/** These stand above a dialog that somebody has open, and above its lists. */
const TOP_LAYER = 350;

type Asked = 'signIn' | 'proof';

export function SessionDialogs() {
  const session = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = useRef<(goesOn: boolean) => void>(() => undefined);
  useEffect(() => {
    const ask = (what: Asked) => () =>
      new Promise<boolean>((resolve) => {
        answer.current = (goesOn) => {
          setAsked(null);
          resolve(goesOn);
        };
        setAsked(what);
      });
    return askPeopleBy({ signIn: ask('signIn'), proof: ask('proof') });
  }, []);
  const onSignedIn = (username: string | null): void => {
    // Somebody else begins at home: nothing of the former person may be seen.
    if (username !== session.username) {
      sessionStorage.clear();
      location.replace(platformPath);
      return;
    }
    answer.current(true);
    void queries.invalidateQueries();
  };
  return (
    <>
      <LostDialog opened={asked === 'signIn'} username={session.username} onSignedIn={onSignedIn} />
      <ProofDialog opened={asked === 'proof'} onAnswer={(proven) => answer.current(proven)} />
      <EndWarning />
    </>
  );
}

interface LostDialogProps {
  readonly opened: boolean;
  readonly username: string;
  readonly onSignedIn: (username: string | null) => void;
}

function LostDialog({ opened, username, onSignedIn }: LostDialogProps) {
  const texts = useShellTexts();
  return (
    <Modal
      opened={opened}
      zIndex={TOP_LAYER}
      onClose={() => undefined}
      withCloseButton={false}
      title={texts.sessionLost}
    >
      <Text size="sm" mb="md">
        {texts.sessionLostWhy}
      </Text>
      <SignInSteps username={username} onDone={(answered) => onSignedIn(answered.username)} />
      <Anchor component="button" type="button" size="sm" mt="md" onClick={goToSignIn}>
        {texts.leave}
      </Anchor>
    </Modal>
  );
}

interface ProofDialogProps {
  readonly opened: boolean;
  readonly onAnswer: (proven: boolean) => void;
}

function ProofDialog({ opened, onAnswer }: ProofDialogProps) {
  const texts = useShellTexts();
  const uiTexts = useUiTexts();
  const [byCode, setByCode] = useState(false);
  const [secret, setSecret] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // A form within a dialog must not send the one that it was opened from.
    event.stopPropagation();
    setBusy(true);
    setFailure(null);
    try {
      await plainApi.authentication.reauthenticate({ body: byCode ? { code: secret } : { password: secret } });
      setSecret('');
      onAnswer(true);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const Field = byCode ? TextInput : PasswordField;
  return (
    <Modal
      opened={opened}
      zIndex={TOP_LAYER}
      onClose={() => onAnswer(false)}
      title={texts.proof}
      closeButtonProps={{ 'aria-label': texts.cancel }}
    >
      <form onSubmit={send}>
        <Stack>
          <Text size="sm">{texts.proofWhy}</Text>
          <Field
            data-autofocus
            label={byCode ? texts.code : texts.password}
            autoComplete={byCode ? 'one-time-code' : 'current-password'}
            value={secret}
            error={failure === null ? null : (problemOf(failure).message ?? uiTexts.unanswered)}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Anchor component="button" type="button" size="sm" onClick={() => setByCode(!byCode)}>
            {byCode ? texts.usePassword : texts.useCode}
          </Anchor>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onAnswer(false)}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function EndWarning() {
  const texts = useShellTexts();
  const [soon, setSoon] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const { body } = await plainApi.session.expiry();
      setSoon(body.remainingSeconds < WARN_SECONDS);
    };
    const timer = setInterval(() => look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const stay = async (): Promise<void> => {
    await api.session.get();
    setSoon(false);
  };
  if (!soon) return null;
  return (
    <Alert className="k-ends-soon" color="yellow" role="alert">
      <Group justify="space-between">
        <Text size="sm">{texts.endsSoon}</Text>
        <Button size="compact-sm" onClick={() => void stay()}>
          {texts.stay}
        </Button>
      </Group>
    </Alert>
  );
}
