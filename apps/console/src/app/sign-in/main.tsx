// Starts the document of signing in.
import { Anchor, Group, Paper, Text } from '@mantine/core';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { nextAddress } from '../../lib/base.ts';
import { keepFocus } from '../../lib/keep-focus.ts';
import { languages, setLanguage, useLanguage } from '../../lib/locale.ts';
import { keepLastSignIn } from '../../lib/people/last-sign-in.ts';
import { Mark } from '../../ui/icon/mark.tsx';
import { Themed } from '../../ui/theme/theme.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import type { Answered } from './steps.ts';
import { useSignInTexts } from './texts.ts';
import './sign-in.css';

const nameOf = { en: 'English', tr: 'Türkçe' } as const;

function onDone(answered: Answered): void {
  keepLastSignIn(answered);
  location.replace(nextAddress(location.search));
}

function SignInPage() {
  const texts = useSignInTexts();
  const language = useLanguage();
  document.title = `${texts.signIn} – Keelson`;
  return (
    <main className="k-sign-in">
      <Group gap="sm" justify="center" mb="lg">
        <Mark size={36} />
        <div>
          <Text fw={700} size="xl" lh={1.2}>
            Keelson
          </Text>
          <Text size="sm" c="dimmed">
            {texts.tagline}
          </Text>
        </div>
      </Group>
      <Paper className="k-sign-in-card" withBorder shadow="sm" p="xl" radius="lg">
        <SignInSteps onDone={onDone} />
      </Paper>
      <Group justify="center" mt="md" gap="md" role="group" aria-label={texts.language}>
        {languages.map((one) => (
          <Anchor
            component="button"
            type="button"
            size="sm"
            key={one}
            lang={one}
            aria-pressed={one === language}
            fw={one === language ? 700 : 400}
            onClick={() => void setLanguage(one)}
          >
            {nameOf[one]}
          </Anchor>
        ))}
      </Group>
    </main>
  );
}

keepFocus();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <Suspense>
          <SignInPage />
        </Suspense>
      </Themed>
    </StrictMode>,
  );
}
