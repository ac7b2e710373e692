// Shows what is shown once: a link or a key, to be copied and given on.
import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useUiTexts } from './texts.ts';

interface SecretProps {
  readonly title: string;
  readonly why: string;
  readonly text: string;
}

export function Secret({ title, why, text }: SecretProps) {
  const texts = useUiTexts();
  return (
    <Alert color="green" variant="light" title={title} mb="md" role="status">
      <Text size="sm" mb="xs">
        {why}
      </Text>
      <Group gap="sm">
        <Code className="k-secret">{text}</Code>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
