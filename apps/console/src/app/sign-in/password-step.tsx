// Asks for name and password, and for a link where the password is forgotten; the device solves a captcha where one is due.
import { Anchor, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { plainApi } from '../../lib/api.ts';
import { isCode } from '../../lib/error.ts';
import { currentLanguage } from '../../lib/locale.ts';
import { type CaptchaAnswer, solveCaptcha } from './captcha.ts';
import { StepFrame } from './step-frame.tsx';
import type { Answered } from './steps.ts';
import { useSignInTexts } from './texts.ts';

/** Tries without a captcha first: it is due after failures alone, and only the server knows of them. */
async function withCaptcha<T>(
  attempt: (captcha: CaptchaAnswer | null) => Promise<T>,
  onSolving: (solving: boolean) => void,
): Promise<T> {
  try {
    return await attempt(null);
  } catch (error) {
    if (!isCode(error, 'AUTH_CAPTCHA_REQUIRED')) throw error;
    onSolving(true);
    try {
      return await attempt(await solveCaptcha());
    } finally {
      onSolving(false);
    }
  }
}

interface PasswordStepProps {
  /** Is the name that has to sign in again; null lets the person say who it is. */
  readonly username: string | null;
  readonly onAnswer: (answered: Answered) => void;
  readonly onForgotten: () => void;
}

export function PasswordStep({ username: fixed, onAnswer, onForgotten }: PasswordStepProps) {
  const texts = useSignInTexts();
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [tenant, setTenant] = useState('');
  const [asksTenant, setAsksTenant] = useState(false);
  const [solving, setSolving] = useState(false);
  const submit = async (): Promise<void> => {
    const body = {
      username,
      password,
      tokenDelivery: 'COOKIE',
      locale: currentLanguage(),
      ...(tenant === '' ? {} : { tenantIdentifier: tenant }),
    } as const;
    const attempt = (captcha: CaptchaAnswer | null) => plainApi.authentication.login({ body: { ...body, ...captcha } });
    onAnswer((await withCaptcha(attempt, setSolving)).body);
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
    <StepFrame title={texts.signIn} submit={texts.signIn} onSubmit={submit} below={below}>
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
      <PasswordInput
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
      <output>
        {solving ? (
          <Text size="sm" c="dimmed">
            {texts.thinking}
          </Text>
        ) : null}
      </output>
    </StepFrame>
  );
}

export function ForgottenStep({ onBack }: { readonly onBack: () => void }) {
  const texts = useSignInTexts();
  const [username, setUsername] = useState('');
  const [sent, setSent] = useState(false);
  const submit = async (): Promise<void> => {
    if (sent) return onBack();
    const attempt = (captcha: CaptchaAnswer | null) =>
      plainApi.authentication.forgotPassword({ body: { username, ...captcha } });
    await withCaptcha(attempt, () => undefined);
    setSent(true);
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
        </Stack>
      )}
    </StepFrame>
  );
}
