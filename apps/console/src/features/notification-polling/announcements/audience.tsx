// Asks for whom an announcement is: everybody, some people, or whoever holds a role or an authority.
import { MultiSelect, NativeSelect, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findPeople, rolesQuery } from '../../../lib/people/people.ts';
import { useCan } from '../../../lib/session.ts';
import { SearchChoices } from '../../../ui/form/search-choice.tsx';
import type { Values } from '../../../ui/form/values.ts';
import { useAnnouncementsTexts } from './texts.ts';

interface AudienceProps {
  readonly values: Values;
  readonly onValue: (name: string, value: unknown) => void;
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function Audience({ values, onValue }: AudienceProps) {
  const texts = useAnnouncementsTexts();
  const can = useCan();
  const whom = String(values.whom ?? 'all');
  const mayChoose = can('authentication.lookUpRoles');
  const roles = useQuery({ ...rolesQuery, enabled: whom === 'roles' && mayChoose });
  const lists = Object.entries(texts.audiences).map(([value, label]) => ({ value, label }));
  const shared = (name: 'users' | 'roles' | 'authorities') => ({
    label: texts.audiences[name],
    required: true,
    value: listOf(values[name]),
  });
  return (
    <>
      <NativeSelect
        label={texts.whom}
        data={[...(values.wasKept === true ? [{ value: 'kept', label: texts.audienceKept }] : []), ...lists]}
        value={whom}
        onChange={(event) => onValue('whom', event.currentTarget.value)}
      />
      {whom === 'users' ? (
        <SearchChoices
          {...shared('users')}
          kind="people"
          search={findPeople}
          onValue={(next) => onValue('users', next)}
        />
      ) : null}
      {whom === 'roles' && mayChoose ? (
        <MultiSelect
          {...shared('roles')}
          searchable
          hidePickedOptions
          data={[...(roles.data ?? [])]}
          onChange={(next) => onValue('roles', next)}
        />
      ) : null}
      {whom === 'roles' && !mayChoose ? (
        <TagsInput {...shared('roles')} data={[]} onChange={(next) => onValue('roles', next)} />
      ) : null}
      {whom === 'authorities' ? (
        <TagsInput {...shared('authorities')} data={[]} onChange={(next) => onValue('authorities', next)} />
      ) : null}
    </>
  );
}
