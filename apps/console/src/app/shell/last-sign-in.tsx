// Says after a sign-in when the one before it was, and how many attempts have failed since then.
import { Alert, Group, Text } from '@mantine/core';
import { Link, type LinkComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { address } from '../../lib/address.ts';
import { formatDate, useLanguage } from '../../lib/locale.ts';
import { dropLastSignIn, readLastSignIn } from '../../lib/people/last-sign-in.ts';
import { showNotice } from '../../ui/text/notice.tsx';
import { useShellTexts } from './texts.ts';

export function LastSignIn() {
  const texts = useShellTexts();
  const language = useLanguage();
  const [last, setLast] = useState(readLastSignIn);
  const failures = last?.failedAttemptCount ?? 0;
  const previous = last?.previousLoginDate ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown once, whatever language is chosen later
  useEffect(() => {
    if (failures > 0) return;
    if (previous !== null) showNotice(texts.lastSignIn(formatDate(previous, language)));
    dropLastSignIn();
  }, []);
  if (failures === 0) return null;
  const close = (): void => {
    dropLastSignIn();
    setLast(null);
  };
  const link: LinkComponentProps = { to: address('account'), search: { part: 'security' } as never };
  return (
    <Alert
      className="k-last-sign-in"
      color="yellow"
      role="alert"
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={close}
    >
      <Group gap="xs">
        <Text size="sm">
          {texts.failedAttempts(failures)} {previous === null ? '' : texts.lastSignIn(formatDate(previous, language))}
        </Text>
        <Link {...link} className="k-shell-link" onClick={close}>
          {texts.lookAtThem}
        </Link>
      </Group>
    </Alert>
  );
}
