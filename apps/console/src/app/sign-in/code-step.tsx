// Asks for the code of a second factor; another factor can be chosen, and a mailed code sent again.
import { Anchor, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { plainApi } from '../../lib/api.ts';
import { isCode } from '../../lib/error.ts';
import { SECOND_MS } from '../../lib/units.ts';
import { StepFrame } from './step-frame.tsx';
import type { Answered } from './steps.ts';
import { useSignInTexts } from './texts.ts';

/** Counts down to a date; 0 when it has come. */
function useSecondsUntil(date: string | null): number {
  const left = (): number => (date === null ? 0 : Math.max(0, Math.ceil((Date.parse(date) - Date.now()) / SECOND_MS)));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counting begins anew with each date
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), SECOND_MS);
    return () => clearInterval(timer);
  }, [date]);
  return seconds;
}

interface CodeStepProps {
  readonly answered: Answered;
  readonly onAnswer: (answered: Answered) => void;
  /** Called with the failure; with null where the person wishes to begin anew. */
  readonly onRestart: (failure: unknown) => void;
}

export function CodeStep({ answered, onAnswer, onRestart }: CodeStepProps) {
  const texts = useSignInTexts();
  const [challenge, setChallenge] = useState(answered);
  const types = challenge.verificationTypeList ?? [];
  const [type, setType] = useState(challenge.verificationType ?? types[0] ?? 'TOTP');
  const [code, setCode] = useState('');
  const [sent, setSent] = useState(false);
  const seconds = useSecondsUntil(challenge.resendAvailableDate);
  const verificationIdentifier = challenge.verificationIdentifier ?? '';
  const submit = async (): Promise<void> => {
    const body = { verificationIdentifier, code, verificationType: type, tokenDelivery: 'COOKIE' } as const;
    onAnswer((await plainApi.authentication.completeLoginWithCode({ body })).body);
  };
  const resend = async (): Promise<void> => {
    const body = { verificationIdentifier, verificationType: 'EMAIL' } as const;
    setChallenge((await plainApi.authentication.resendCode({ body })).body);
    setSent(true);
  };
  const { maskedTarget } = challenge;
  const hint = type === 'EMAIL' && maskedTarget !== null ? texts.codeSentTo(maskedTarget) : texts.codeHint[type];
  const others = types.filter((other) => other !== type && other !== 'PASSKEY');
  const below = (
    <Group gap="md">
      {type === 'EMAIL' ? (
        <Anchor component="button" type="button" size="sm" disabled={seconds > 0} onClick={() => void resend()}>
          {seconds > 0 ? texts.resendIn(seconds) : texts.resend}
        </Anchor>
      ) : null}
      {others.map((other) => (
        <Anchor component="button" type="button" size="sm" key={other} onClick={() => setType(other)}>
          {texts.useInstead[other]}
        </Anchor>
      ))}
      <Anchor component="button" type="button" size="sm" onClick={() => onRestart(null)}>
        {texts.back}
      </Anchor>
    </Group>
  );
  return (
    <StepFrame
      title={texts.code}
      why={hint}
      submit={texts.go}
      onSubmit={submit}
      below={below}
      onFailure={(error) => {
        setCode('');
        if (isCode(error, 'AUTH_VERIFICATION_EXPIRED', 'AUTH_CODE_ATTEMPTS_EXCEEDED')) onRestart(error);
      }}
    >
      <TextInput
        label={texts.codeLabel}
        name="code"
        autoComplete="one-time-code"
        inputMode={type === 'RECOVERY_CODE' ? 'text' : 'numeric'}
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <output>{sent ? <Text size="sm">{texts.sent}</Text> : null}</output>
    </StepFrame>
  );
}
