// Shows the outcome of what somebody did: for a while, and read aloud; what can be taken back is taken back from here.
import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { problemOf } from '../../lib/error.ts';
import { onLanguage } from '../../lib/locale.ts';
import { Icon } from '../icon/icon.tsx';
import { useUiTexts } from './texts.ts';

/** Takes back what the notice is about. */
export type Undo = () => Promise<unknown>;

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly undo: Undo | null;
  readonly isFailure: boolean;
}

const SHOWN_MS = 6_000;
/** Time in which something can be taken back: enough to find out that it was wrong. */
const UNDO_SHOWN_MS = 20_000;
let notice: Notice | null = null;
let last = 0;
const listeners = new Set<() => void>();

function show(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

// It was said in the language of before.
onLanguage(() => show(null));

/** Shows a notice, in the place of an earlier one. */
export function showNotice(text: string, undo: Undo | null = null, isFailure = false): void {
  last += 1;
  show({ id: last, text, undo, isFailure });
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
    const timer = setTimeout(() => show(null), shown.undo === null ? SHOWN_MS : UNDO_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <output className="k-notices" aria-live="polite">
      {shown === null ? null : (
        <Paper key={shown.id} className="k-notice" shadow="md" withBorder px="md" py="sm">
          <Icon name={shown.isFailure ? 'alert' : 'check-circle'} />
          <Text size="sm">{shown.text}</Text>
          {shown.undo === null ? null : <UndoButton undo={shown.undo} />}
          <CloseButton aria-label={texts.close} onClick={() => show(null)} />
        </Paper>
      )}
    </output>
  );
}

function UndoButton({ undo }: { readonly undo: Undo }) {
  const texts = useUiTexts();
  const [busy, setBusy] = useState(false);
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await undo();
      showNotice(texts.undone);
    } catch (error) {
      showNotice(problemOf(error).message ?? texts.unanswered, null, true);
    }
  };
  return (
    <Button size="compact-sm" variant="default" loading={busy} onClick={() => void takeBack()}>
      {texts.undo}
    </Button>
  );
}
