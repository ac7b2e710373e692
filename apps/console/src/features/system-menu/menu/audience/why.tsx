// Says why somebody sees an item, or everything that keeps it from being shown.
import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../lib/api.ts';
import { findPeople } from '../../../../lib/people/people.ts';
import { SearchChoice } from '../../../../ui/form/search-choice.tsx';
import { Section } from '../../../../ui/page/page.tsx';
import { Failed } from '../../../../ui/page/states.tsx';
import type { MenuItem } from '../menu-data.ts';
import { useMenuEditorTexts } from '../texts.ts';
import { textOfGrant } from './grants.ts';

export function WhySection({ item }: { readonly item: MenuItem }) {
  const texts = useMenuEditorTexts();
  const [username, setUsername] = useState<string | null>(null);
  const why = useQuery({
    queryKey: ['menu-why', item.uuid, username],
    enabled: username !== null,
    queryFn: async () =>
      (
        await api.systemMenu.explainVisibility({
          params: { uuid: item.uuid },
          ...(username === null ? {} : { query: { username } }),
        })
      ).body,
  });
  return (
    <Section title={texts.why}>
      <SearchChoice label={texts.whyWho} kind="people" search={findPeople} value={username} onValue={setUsername} />
      {why.isError ? <Failed error={why.error} /> : null}
      <output className="k-menu-why">
        {username === null || why.data === undefined ? null : why.data.visible ? (
          texts.sees
        ) : (
          <>
            {texts.seesNot}
            <List size="sm" mt="xs">
              {why.data.reasonList.map(({ code, uuid, name, missing }) => (
                <List.Item key={`${code} ${uuid}`}>
                  {texts.reasons[code](name, missing.map(textOfGrant).join(', '))}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </output>
    </Section>
  );
}
