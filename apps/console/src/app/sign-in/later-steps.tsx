// Asks for what a sign-in may want behind name and code: a new password, an authenticator app, that recovery codes are kept.
import { Anchor, Button, Code, List, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { plainApi } from '../../lib/api.ts';
import { isCode, problemOf } from '../../lib/error.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Answered } from './steps.ts';
import { useSignInTexts } from './texts.ts';

/** Code of a step that waited too long: only the name and the password lead on. */
const RAN_OUT = 'AUTH_VERIFICATION_EXPIRED';

interface LaterStepProps {
  readonly answered: Answered;
  readonly onAnswer: (answered: Answered) => void;
  /** Called with the failure; with null where the person wishes to begin anew. */
  readonly onRestart: (failure: unknown) => void;
}

export function NewPasswordStep({ answered, onAnswer, onRestart }: LaterStepProps) {
  const texts = useSignInTexts();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const reasons = problemOf(failure).fields.newPassword ?? [];
  const verificationIdentifier = answered.verificationIdentifier ?? '';
  const submit = async (): Promise<void> => {
    setFailure(null);
    const body = { verificationIdentifier, newPassword: password };
    onAnswer((await plainApi.authentication.completeLoginWithNewPassword({ body })).body);
  };
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={() => onRestart(null)}>
      {texts.back}
    </Anchor>
  );
  return (
    <StepFrame
      title={texts.newPassword}
      why={texts.newPasswordWhy}
      submit={texts.newPasswordSet}
      onSubmit={submit}
      below={back}
      isShownAtField={(error) => problemOf(error).fields.newPassword !== undefined}
      onFailure={(error) => {
        setFailure(error);
        if (isCode(error, RAN_OUT)) onRestart(error);
      }}
    >
      <PasswordField
        label={texts.newPasswordLabel}
        description={answered.passwordPolicy?.guidance}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={password}
        error={reasons.length === 0 ? null : reasons.join(' ')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </StepFrame>
  );
}

type Secret = Awaited<ReturnType<typeof plainApi.authentication.beginEnrollment>>['body'];

export function EnrolmentStep({ answered, onAnswer, onRestart }: LaterStepProps) {
  const texts = useSignInTexts();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [code, setCode] = useState('');
  const verificationIdentifier = answered.verificationIdentifier ?? '';
  useEffect(() => {
    plainApi.authentication
      .beginEnrollment({ body: { verificationIdentifier } })
      .then(({ body }) => setSecret(body))
      .catch(onRestart);
  }, [verificationIdentifier, onRestart]);
  const submit = async (): Promise<void> => {
    const body = { verificationIdentifier, code };
    onAnswer((await plainApi.authentication.completeLoginWithEnrollment({ body })).body);
  };
  return (
    <StepFrame
      title={texts.enrolment}
      why={texts.enrolmentWhy}
      submit={texts.go}
      onSubmit={submit}
      onFailure={(error) => {
        if (isCode(error, RAN_OUT)) onRestart(error);
      }}
    >
      {secret === null ? null : (
        <div>
          <img className="k-qr" src={secret.qrImageString} alt={texts.qrAlt} width={180} height={180} />
          <Text size="sm">{texts.enrolmentKey}</Text>
          <Code>{secret.secret}</Code>
        </div>
      )}
      <TextInput
        label={texts.codeLabel}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </StepFrame>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function RecoveryCodesStep({ codes, onKept }: RecoveryCodesProps) {
  const texts = useSignInTexts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <StepFrame title={texts.recoveryCodes} why={texts.recoveryWhy} submit={texts.kept} onSubmit={async () => onKept()}>
      <List listStyleType="none">
        {codes.map((code) => (
          <List.Item key={code}>
            <Code>{code}</Code>
          </List.Item>
        ))}
      </List>
      <Button variant="default" onClick={() => void copy()}>
        {copied ? texts.copied : texts.copy}
      </Button>
    </StepFrame>
  );
}
