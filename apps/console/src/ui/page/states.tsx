// Shows what stands in the place of data: that it is on its way, that there is none, that it failed, that somebody may not see it.
import { Alert, Button, CopyButton, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { problemOf } from '../../lib/error.ts';
import { useUiTexts } from '../text/texts.ts';
import { To } from './to.tsx';

/** Time before a placeholder is shown: nobody sees one of something that is there at once. */
const SKELETON_AFTER_MS = 150;

export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const [shown, setShown] = useState(false);
  const texts = useUiTexts();
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="k-loading" aria-busy="true">
      {shown ? (
        <Stack gap="sm">
          {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
            <Skeleton key={key} height={20} />
          ))}
          <span className="k-hidden">{texts.loading}</span>
        </Stack>
      ) : null}
    </div>
  );
}

export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl" className="k-empty">
      <Text c="dimmed" ta="center">
        {children}
      </Text>
      {action}
    </Stack>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export function Failed({ error, onRetry }: FailedProps) {
  const texts = useUiTexts();
  const { message, help, requestId, fields } = problemOf(error);
  return (
    <Alert color="red" role="alert" variant="light" my="sm">
      <Text size="sm">{message ?? texts.unanswered}</Text>
      {Object.values(fields)
        .flat()
        .map((text) => (
          <Text size="sm" key={text}>
            {text}
          </Text>
        ))}
      {help === null ? null : (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      {requestId === null ? null : (
        <CopyButton value={requestId}>
          {({ copied, copy }) => (
            <Button variant="subtle" color="red" size="compact-xs" mt={4} onClick={copy}>
              {copied ? texts.copied : texts.requestNumber(requestId)}
            </Button>
          )}
        </CopyButton>
      )}
      {onRetry === undefined ? null : (
        <div>
          <Button size="compact-sm" variant="default" mt="xs" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </Alert>
  );
}

export function Forbidden({ authorities }: { readonly authorities: readonly string[] }) {
  const texts = useUiTexts();
  return (
    <Empty>
      {texts.forbidden}
      <br />
      <span className="k-mono">{authorities.join(', ')}</span>
      <br />
      {texts.askAdministrator}
    </Empty>
  );
}

/** The page of a module that this server does not have. */
export function NotServed() {
  const texts = useUiTexts();
  return <Empty action={<To to="/">{texts.home}</To>}>{texts.notServed}</Empty>;
}

export function NotFound() {
  const texts = useUiTexts();
  return <Empty action={<To to="/">{texts.home}</To>}>{texts.notFound}</Empty>;
}
