// Tells the outcome of what somebody did: shown for a while, and read aloud.
import { CloseButton, Paper, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '../icon/icon.tsx';
import { useUiTexts } from './texts.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6_000;
let notice: Notice | null = null;
let last = 0;
const listeners = new Set<() => void>();

function show(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/** A later outcome takes the place of an earlier one. */
export function tell(text: string): void {
  last += 1;
  show({ id: last, text });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notice);
  const texts = useUiTexts();
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => show(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <output className="k-notices" aria-live="polite">
      {shown === null ? null : (
        <Paper key={shown.id} className="k-notice" shadow="md" withBorder px="md" py="sm">
          <Icon name="check-circle" />
          <Text size="sm">{shown.text}</Text>
          <CloseButton size="sm" aria-label={texts.close} onClick={() => show(null)} />
        </Paper>
      )}
    </output>
  );
}
