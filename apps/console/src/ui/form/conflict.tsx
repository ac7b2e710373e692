// Shows what differs between what somebody typed and what somebody else has saved meanwhile; nothing is lost whichever is taken.
import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { useUiTexts } from '../text/texts.ts';
import { When } from '../text/when.tsx';
import { type Field, shownOf, type Values } from './values.ts';

interface ConflictProps {
  readonly fields: readonly Field[];
  readonly mine: Values;
  /** The record as it is now; it says by whom and when, where it knows. */
  readonly theirs: Values;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

export function Conflict({ fields, mine, theirs, onTake, onKeep }: ConflictProps) {
  const texts = useUiTexts();
  const different = fields.filter((field) => shownOf(field, mine) !== shownOf(field, theirs));
  const { updatedBy, dateUpdated } = theirs;
  return (
    <Alert color="yellow" variant="light" role="alert" title={texts.conflict}>
      {typeof updatedBy === 'string' && typeof dateUpdated === 'string' ? (
        <Text size="sm" mb="xs">
          {texts.conflictBy(updatedBy)} <When date={dateUpdated} />
        </Text>
      ) : null}
      <Table withRowBorders={false} className="k-conflict">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.conflictField}</Table.Th>
            <Table.Th>{texts.conflictTheirs}</Table.Th>
            <Table.Th>{texts.conflictMine}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {different.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Th>{field.label}</Table.Th>
              <Table.Td>{shownOf(field, theirs)}</Table.Td>
              <Table.Td>{shownOf(field, mine)}</Table.Td>
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
