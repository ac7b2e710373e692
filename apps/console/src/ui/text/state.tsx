// Shows a state: an icon and a word, never a colour alone.
import { Badge } from '@mantine/core';
import { Icon, type IconName } from '../icon/icon.tsx';

interface StateProps {
  readonly word: string;
  readonly icon: IconName;
  readonly color?: 'blue' | 'green' | 'yellow' | 'red' | 'gray';
}

export function State({ word, icon, color = 'gray' }: StateProps) {
  return (
    <Badge
      miw="max-content"
      variant="light"
      color={color}
      size="lg"
      radius="sm"
      tt="none"
      fw={600}
      leftSection={<Icon name={icon} size={14} />}
    >
      {word}
    </Badge>
  );
}
