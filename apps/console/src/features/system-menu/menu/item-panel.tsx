// Shows one item of the menu: what it is called and leads to, where it stands, whether it is on, and who sees it.

import { schema } from 'contract:body/systemMenu/menuItem_update';
import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { AudienceSection } from './audience/audience.tsx';
import { WhySection } from './audience/why.tsx';
import {
  type AppTree,
  type Found,
  findItem,
  holdsAdministration,
  menuTreeQuery,
  type Place,
  refreshMenu,
} from './menu-data.ts';
import { MoveActs } from './move-dialog.tsx';
import { useMenuEditorTexts } from './texts.ts';

interface ItemPanelProps {
  readonly apps: readonly AppTree[];
  readonly found: Found;
  readonly onMove: (place: Place) => Promise<void>;
}

export function ItemPanel({ apps, found, onMove }: ItemPanelProps) {
  const can = useCan();
  const manages = can('systemMenu.menuItem_update');
  const { item } = found;
  return (
    <>
      {manages ? <ItemForm found={found} apps={apps} onMove={onMove} /> : null}
      {can('systemMenu.menuAuthority_update') ? <AudienceSection key={item.uuid} item={item} /> : null}
      <WhySection key={`why ${item.uuid}`} item={item} />
    </>
  );
}

function ItemForm({ apps, found, onMove }: ItemPanelProps) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  const { item } = found;
  // A module of the program says where its pages are.
  const isFixed = item.system === true;
  return (
    <Section title={item.displayName ?? ''} actions={<ItemActs apps={apps} found={found} onMove={onMove} />}>
      {item.overlaid === true ? (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.overlaid}
        </Text>
      ) : null}
      <Form
        key={`${item.uuid} ${item.version}`}
        schema={schema}
        place={`menu item ${item.uuid}`}
        initial={{ ...item }}
        fields={[
          { name: 'displayName', label: texts.displayName },
          { name: 'description', label: texts.description },
          { name: 'icon', label: texts.icon },
          { name: 'path', label: texts.path, widget: 'line', readOnly: isFixed },
          { name: 'externalUrl', label: texts.externalUrl, widget: 'line', readOnly: isFixed },
          { name: 'visible', label: texts.visible },
        ]}
        submit={texts.save}
        onConflict={async () => {
          const newer = await queries.fetchQuery({ ...menuTreeQuery(), staleTime: 0 });
          return { ...(findItem(newer, item.uuid)?.item ?? item) };
        }}
        onSubmit={async ({ displayName, description, icon, path, externalUrl, visible }, base) => {
          const changed = { displayName, description, icon, visible, ...(isFixed ? {} : { path, externalUrl }) };
          const body = { ...changed, uuid: item.uuid, version: Number(base.version) };
          const answer = await api.systemMenu.menuItem_update({ body: body as never });
          showNotice(texts.saved);
          await refreshMenu(queries);
          return { ...answer.body };
        }}
      />
    </Section>
  );
}

function ItemActs({ apps, found, onMove }: ItemPanelProps) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  const { item } = found;
  const params = { uuid: item.uuid };
  const andRefresh = (work: () => Promise<unknown>) => async () => {
    await work();
    await refreshMenu(queries);
  };
  return (
    <Group gap="xs">
      <MoveActs apps={apps} found={found} onMove={onMove} />
      {item.enabled === false ? (
        <Act
          label={texts.switchOn}
          done={texts.saved}
          run={andRefresh(() => api.systemMenu.menuItem_activate({ params }))}
        />
      ) : holdsAdministration(item) ? (
        <Text size="sm" c="dimmed">
          {texts.cannotSwitchOff}
        </Text>
      ) : (
        <Act
          label={texts.switchOff}
          question={texts.switchOffQuestion(item.displayName ?? '')}
          done={texts.saved}
          run={andRefresh(() => api.systemMenu.menuItem_deactivate({ params }))}
        />
      )}
      {item.overlaid === true ? (
        <Act
          label={texts.reset}
          question={texts.resetQuestion}
          done={texts.saved}
          run={andRefresh(() => api.systemMenu.resetOverlay({ params }))}
        />
      ) : null}
      {item.system === true || item.shared === true ? null : (
        <Act
          label={texts.delete}
          color="red"
          variant="light"
          question={texts.deleteQuestion(item.displayName ?? '', item.childCount ?? 0)}
          done={texts.deleted}
          run={andRefresh(() =>
            api.systemMenu.menuItem_delete({ params, query: { version: item.version ?? 0, cascade: true } }),
          )}
        />
      )}
    </Group>
  );
}
