// Shows the menu as somebody else sees it: a person, or whoever holds certain roles and authorities.
import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { findPeople } from '../../../lib/people/people.ts';
import { SearchChoice } from '../../../ui/form/search-choice.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { grantOf } from './audience/grants.ts';
import { GrantsField } from './audience/grants-field.tsx';
import { useMenuEditorTexts } from './texts.ts';

interface PreviewNode {
  readonly uuid: string;
  readonly displayName: string;
  readonly icon?: string;
  readonly children?: readonly PreviewNode[];
}

export function Preview() {
  const texts = useMenuEditorTexts();
  const [by, setBy] = useState<'person' | 'grants'>('person');
  const [username, setUsername] = useState<string | null>(null);
  const [grants, setGrants] = useState<readonly string[]>([]);
  const asked = by === 'person' ? { username } : { authorityList: grants.map(grantOf) };
  const preview = useQuery({
    queryKey: ['menu-preview', asked],
    enabled: by === 'grants' || username !== null,
    queryFn: async () => (await api.systemMenu.previewTree({ body: asked })).body.appList,
  });
  return (
    <Stack>
      <Radio.Group value={by} label={texts.previewBy} onChange={(next) => setBy(next as 'person' | 'grants')}>
        <Stack gap="xs" mt="xs">
          <Radio value="person" label={texts.previewPerson} />
          <Radio value="grants" label={texts.previewGrants} />
        </Stack>
      </Radio.Group>
      {by === 'person' ? (
        <SearchChoice label={texts.whyWho} kind="people" search={findPeople} value={username} onValue={setUsername} />
      ) : (
        <GrantsField label={texts.held} value={grants} onValue={setGrants} />
      )}
      {preview.isError ? <Failed error={preview.error} /> : null}
      <output aria-label={texts.preview}>
        {preview.data?.length === 0 ? <Text size="sm">{texts.previewEmpty}</Text> : null}
        {(preview.data ?? []).map(({ app, itemList }) => (
          <div key={app.uuid}>
            <Text fw={600}>{app.displayName}</Text>
            <PreviewLevel nodes={itemList as unknown as readonly PreviewNode[]} />
          </div>
        ))}
      </output>
    </Stack>
  );
}

function PreviewLevel({ nodes }: { readonly nodes: readonly PreviewNode[] }) {
  return (
    <ul className="k-menu-level">
      {nodes.map(({ uuid, displayName, icon, children = [] }) => (
        <li key={uuid}>
          <span className="k-menu-preview">
            <Icon name={icon ?? 'dot'} size={16} /> {displayName}
          </span>
          {children.length === 0 ? null : <PreviewLevel nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
