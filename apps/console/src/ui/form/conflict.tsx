// Shows what differs between what somebody typed and what somebody else has saved meanwhile; nothing is lost whichever is taken.
import { Alert, Button, Group, Table } from '@mantine/core';
import { useUiTexts } from '../text/texts.ts';
import { type Field, shownText, type Values } from './values.ts';

interface ConflictProps {
  readonly fields: readonly Field[];
  readonly mine: Values;
  readonly theirs: Values;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

export function Conflict({ fields, mine, theirs, onTake, onKeep }: ConflictProps) {
  const texts = useUiTexts();
  const different = fields.filter(({ name }) => shownText(mine[name]) !== shownText(theirs[name]));
  return (
    <Alert color="yellow" variant="light" role="alert" title={texts.conflict}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {different.map(({ name, label }) => (
            <Table.Tr key={name}>
              <Table.Th>{label}</Table.Th>
              <Table.Td>{shownText(theirs[name])}</Table.Td>
              <Table.Td>→ {shownText(mine[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onTake}>
          {texts.conflictTake}
        </Button>
        <Button size="compact-sm" onClick={onKeep}>
          {texts.conflictKeep}
        </Button>
      </Group>
    </Alert>
  );
}
