// Frames a step of the sign-in: its heading, which takes the focus, what went wrong, and the form itself.
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../lib/error.ts';
import { formatDistance, useLanguage } from '../../lib/locale.ts';
import { useSignInTexts } from './texts.ts';

export interface StepFrameProps {
  readonly title: string;
  readonly why?: ReactNode;
  readonly submit: string;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
  /** Does the step; what it throws is shown. */
  readonly onSubmit: () => Promise<void>;
  /** Whether this step shows a failure at a field of its own. */
  readonly isShownAtField?: (error: unknown) => boolean;
  readonly onFailure?: (error: unknown) => void;
  /** Why an earlier step led here; null where none did. */
  readonly failedBefore?: unknown;
}

export function StepFrame(props: StepFrameProps) {
  const { title, why, submit, children, below, onSubmit, isShownAtField, onFailure, failedBefore = null } = props;
  const texts = useSignInTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(failedBefore);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step announces itself once it is shown
  useEffect(() => heading.current?.focus(), [title]);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(error);
      onFailure?.(error);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1} size="h3" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {why === undefined ? null : (
            <Text size="sm" c="dimmed" mt={4}>
              {why}
            </Text>
          )}
        </div>
        {failure === null || isShownAtField?.(failure) === true ? null : <FailureNote failure={failure} />}
        {children}
        <Button type="submit" loading={busy} fullWidth>
          {submit}
        </Button>
        {below}
        <output className="k-hidden">{busy ? texts.go : ''}</output>
      </Stack>
    </form>
  );
}

function FailureNote({ failure }: { readonly failure: unknown }) {
  const texts = useSignInTexts();
  const language = useLanguage();
  const { message, code, fields, retryAfterSeconds } = problemOf(failure);
  const until = retryAfterSeconds === null ? null : new Date(Date.now() + retryAfterSeconds * 1_000).toISOString();
  return (
    <Alert color="red" role="alert" variant="light">
      <Text size="sm">{message ?? texts.failed}</Text>
      {Object.values(fields)
        .flat()
        .map((text) => (
          <Text size="sm" key={text}>
            {text}
          </Text>
        ))}
      {'COOKIE_REQUIRES_HTTPS' === code ? <Text size="sm">{texts.needsHttps}</Text> : null}
      {until === null ? null : <Text size="sm">{texts.locked(formatDistance(until, language))}</Text>}
    </Alert>
  );
}
