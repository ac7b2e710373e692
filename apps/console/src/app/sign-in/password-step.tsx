// Asks for name and password, and for a link where the password is forgotten; the device solves a captcha where one is due.
import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { plainApi } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/locale.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import type { CaptchaAnswer } from './captcha.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { StepFrame } from './step-frame.tsx';
import type { Again, Answered } from './steps.ts';
import { useSignInTexts } from './texts.ts';

interface PasswordStepProps {
  /** Name that has to sign in again; null lets the person say who it is. */
  readonly username: string | null;
  readonly again: Again | null;
  /** Called with the answer and the name that was given. */
  readonly onAnswer: (answered: Answered, username: string) => void;
  readonly onForgotten: () => void;
}

export function PasswordStep({ username: fixed, again, onAnswer, onForgotten }: PasswordStepProps) {
  const texts = useSignInTexts();
  const [username, setUsername] = useState(fixed ?? again?.username ?? '');
  const [password, setPassword] = useState('');
  const [tenant, setTenant] = useState('');
  const [asksTenant, setAsksTenant] = useState(false);
  const captcha = useCaptcha();
  const submit = async (): Promise<void> => {
    const body = {
      username,
      password,
      tokenDelivery: 'COOKIE',
      locale: currentLanguage(),
      ...(tenant === '' ? {} : { tenantIdentifier: tenant }),
    } as const;
    const attempt = (answer: CaptchaAnswer | null) => plainApi.authentication.login({ body: { ...body, ...answer } });
    const answered = await captcha.run(attempt);
    if (answered !== null) onAnswer(answered.body, username);
  };
  const below = (
    <Group justify="space-between" gap="xs">
      <Anchor component="button" type="button" size="sm" onClick={onForgotten}>
        {texts.forgot}
      </Anchor>
      {fixed !== null || asksTenant ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => setAsksTenant(true)}>
          {texts.otherTenant}
        </Anchor>
      )}
    </Group>
  );
  return (
    <StepFrame
      title={texts.signIn}
      submit={texts.signIn}
      onSubmit={submit}
      below={below}
      failedBefore={again?.failure ?? null}
    >
      <TextInput
        label={texts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        readOnly={fixed !== null}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {asksTenant ? (
        <TextInput
          label={texts.tenant}
          description={texts.tenantHelp}
          autoCapitalize="none"
          spellCheck={false}
          value={tenant}
          onChange={(event) => setTenant(event.currentTarget.value)}
        />
      ) : null}
      <CaptchaField captcha={captcha} />
    </StepFrame>
  );
}

export function ForgottenStep({ onBack }: { readonly onBack: () => void }) {
  const texts = useSignInTexts();
  const [username, setUsername] = useState('');
  const [sent, setSent] = useState(false);
  const captcha = useCaptcha();
  const submit = async (): Promise<void> => {
    if (sent) return onBack();
    const attempt = (answer: CaptchaAnswer | null) =>
      plainApi.authentication.forgotPassword({ body: { username, ...answer } });
    if ((await captcha.run(attempt)) !== null) setSent(true);
  };
  const back = sent ? null : (
    <Anchor component="button" type="button" size="sm" onClick={onBack}>
      {texts.back}
    </Anchor>
  );
  return (
    <StepFrame
      title={texts.forgotten}
      why={sent ? undefined : texts.forgottenWhy}
      submit={sent ? texts.back : texts.forgottenSend}
      onSubmit={submit}
      below={back}
    >
      {sent ? (
        <output>
          <Text size="sm">{texts.forgottenSent}</Text>
        </output>
      ) : (
        <Stack>
          <TextInput
            label={texts.username}
            autoComplete="username"
            autoCapitalize="none"
            required
            withAsterisk={false}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <CaptchaField captcha={captcha} />
        </Stack>
      )}
    </StepFrame>
  );
}
