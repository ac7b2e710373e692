// Asks for roles and authorities of a condition, by their names where the person may see them.
import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { rolesQuery } from '../../../../lib/people/people.ts';
import { useCan } from '../../../../lib/session.ts';
import { useMenuEditorTexts } from '../texts.ts';

interface GrantsFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
}

export function GrantsField({ label, value, onValue }: GrantsFieldProps) {
  const texts = useMenuEditorTexts();
  const can = useCan();
  const roles = useQuery({ ...rolesQuery, enabled: can('authentication.lookUpRoles') });
  const authorities = useQuery({
    queryKey: ['authorities', 'names'],
    enabled: can('authentication.listAuthorities'),
    queryFn: async () => (await api.authentication.listAuthorities()).body.map(({ authority }) => authority),
  });
  const groups = [
    { group: texts.authorities, items: authorities.data ?? [] },
    { group: texts.roles, items: (roles.data ?? []).map((role) => role.value) },
  ];
  return (
    <TagsInput
      label={label}
      description={texts.grantsHelp}
      data={groups}
      limit={50}
      value={[...value]}
      onChange={(next) => onValue(next.map((text) => text.trim().toUpperCase()))}
    />
  );
}
