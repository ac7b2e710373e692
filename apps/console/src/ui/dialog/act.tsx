// Does something at a click: busy meanwhile, with a notice of its outcome or failure; asks before what cannot be taken back.
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Failed } from '../page/states.tsx';
import { showNotice, type Undo } from '../text/notice.tsx';
import { useUiTexts } from '../text/texts.ts';

interface ActProps extends Pick<ButtonProps, 'color' | 'variant' | 'size' | 'leftSection' | 'disabled'> {
  readonly label: string;
  /** Question before it is done; without it the click is enough. */
  readonly question?: ReactNode;
  /** Whether what it does is shown in a dialog of the page's own. */
  readonly opensDialog?: true;
  /** Text that is shown once it is done. */
  readonly done?: string;
  /** Way to take it back, offered beside the text. */
  readonly undo?: Undo;
  readonly run: () => Promise<unknown>;
}

export function Act({ label, question, opensDialog, done, undo, run, variant = 'default', ...look }: ActProps) {
  const texts = useUiTexts();
  const asks = question !== undefined || opensDialog === true;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const doIt = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      setAsking(false);
      if (done !== undefined) showNotice(done, undo);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const onClick = (): void => {
    if (question === undefined) void doIt();
    else setAsking(true);
  };
  return (
    <>
      <Button
        variant={variant}
        loading={busy && !asking}
        onClick={onClick}
        {...(asks ? { 'aria-haspopup': 'dialog' as const } : {})}
        {...look}
      >
        {label}
      </Button>
      <Modal
        opened={asking || failure !== null}
        onClose={() => {
          setAsking(false);
          setFailure(null);
        }}
        title={label}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Stack>
          {failure === null ? null : <Failed error={failure} />}
          {question === undefined ? null : <Text component="div">{question}</Text>}
          {question === undefined ? null : (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>
                {texts.cancel}
              </Button>
              <Button
                loading={busy}
                onClick={() => void doIt()}
                {...(look.color === undefined ? {} : { color: look.color })}
              >
                {label}
              </Button>
            </Group>
          )}
        </Stack>
      </Modal>
    </>
  );
}

interface FormDialogProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly variant?: 'filled' | 'default';
  readonly size?: 'sm' | 'compact-sm';
  /** Draws the form; `onDone` closes the dialog. */
  readonly children: (onDone: () => void) => ReactNode;
}

/** Opens a form above the page. */
export function FormDialog({ label, icon, variant = 'default', size = 'sm', children }: FormDialogProps) {
  const texts = useUiTexts();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <Button variant={variant} size={size} leftSection={icon} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} size="lg" closeButtonProps={{ 'aria-label': texts.close }}>
        {children(close)}
      </Modal>
    </>
  );
}
