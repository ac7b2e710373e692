// Says that what stands in a form was kept from before, and lets it go.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useUiTexts } from '../text/texts.ts';

export function OldDraft({ onDrop }: { readonly onDrop: () => void }) {
  const texts = useUiTexts();
  return (
    <Alert variant="light" color="gray" py="xs">
      <Group justify="space-between">
        <Text size="sm">{texts.draftKept}</Text>
        <Button size="compact-sm" variant="default" onClick={onDrop}>
          {texts.draftDrop}
        </Button>
      </Group>
    </Alert>
  );
}
