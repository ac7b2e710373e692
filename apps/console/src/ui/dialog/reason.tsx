// Asks whether something is really done, and why; the reason is kept with what was done.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useUiTexts } from '../text/texts.ts';
import { Act, FormDialog } from './act.tsx';

interface ReasonDialogProps {
  readonly label: string;
  readonly size?: 'sm' | 'compact-sm';
  /** Question that says what is done, and to what. */
  readonly question: ReactNode;
  /** Label of the button that does it; absent: the label. */
  readonly submit?: string;
  /** Text that is shown once it is done. */
  readonly done?: string;
  /** Does it; the reason is null where none was given. */
  readonly run: (reason: string | null) => Promise<unknown>;
}

export function ReasonDialog({ label, size = 'sm', ...form }: ReasonDialogProps) {
  return (
    <FormDialog label={label} size={size}>
      {(close) => <ReasonForm label={label} {...form} onDone={close} />}
    </FormDialog>
  );
}

function ReasonForm({
  label,
  question,
  submit,
  done,
  run,
  onDone,
}: ReasonDialogProps & { readonly onDone: () => void }) {
  const texts = useUiTexts();
  const [reason, setReason] = useState('');
  const doIt = async (): Promise<void> => {
    await run(reason.trim() === '' ? null : reason.trim());
    onDone();
  };
  return (
    <Stack>
      <div>{question}</div>
      <Textarea
        data-autofocus
        label={texts.reason}
        description={texts.reasonHelp}
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {texts.leaveIt}
        </Button>
        <Act
          label={submit ?? label}
          variant="filled"
          color="red"
          {...(done === undefined ? {} : { done })}
          run={doIt}
        />
      </Group>
    </Stack>
  );
}
