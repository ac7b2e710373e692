// Shows recovery codes, once, until the person says that they are kept.
import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { useAccountTexts } from './texts.ts';

interface CodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function Codes({ codes, onKept }: CodesProps) {
  const texts = useAccountTexts();
  const { copy: copyLabel, copied: copiedLabel } = useUiTexts();
  return (
    <Alert color="green" variant="light" role="status" title={texts.keepCodes} mb="md">
      <Text size="sm" mb="xs">
        {texts.keepCodesWhy}
      </Text>
      <ul className="k-codes" aria-label={texts.keepCodes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Group mt="sm">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? copiedLabel : copyLabel}
            </Button>
          )}
        </CopyButton>
        <Button size="compact-sm" onClick={onKept}>
          {texts.kept}
        </Button>
      </Group>
    </Alert>
  );
}
