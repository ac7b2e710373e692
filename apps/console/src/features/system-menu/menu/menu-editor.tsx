// Administers the menu: applications, their items as a tree, who sees them, and how it looks to somebody else.
import { Group, NativeSelect, Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { ItemPanel } from './item-panel.tsx';
import { type AppTree, findItem, menuTreeQuery, moveItem, type Place, refreshMenu } from './menu-data.ts';
import { NewApp, NewItem } from './new-records.tsx';
import { Preview } from './preview.tsx';
import { useMenuEditorTexts } from './texts.ts';
import { Tree } from './tree.tsx';
import './menu.css';

/** The item that is chosen, kept in the address, so that a link shows the same. */
interface Chosen {
  readonly app?: string;
  readonly item?: string;
}

export function MenuEditor() {
  const texts = useMenuEditorTexts();
  const can = useCan();
  const menu = useQuery(menuTreeQuery());
  return (
    <Page title={texts.title} actions={can('systemMenu.appName_save') ? <NewApp /> : undefined}>
      {menu.isError ? <Failed error={menu.error} onRetry={() => void menu.refetch()} /> : null}
      {menu.data === undefined ? (
        <Loading lines={8} />
      ) : (
        <Tabs defaultValue="edit" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="edit">{texts.edit}</Tabs.Tab>
            <Tabs.Tab value="preview">{texts.preview}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="edit">
            <Editor apps={menu.data} />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Section title={texts.preview}>
              <Preview />
            </Section>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function Editor({ apps }: { readonly apps: readonly AppTree[] }) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { app, item } = useSearch({ strict: false }) as Chosen;
  const found = item === undefined ? null : findItem(apps, item);
  const tree = apps.find((one) => one.app.uuid === (found?.app.uuid ?? app)) ?? apps[0];
  const choose = (search: Chosen): void =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  const move = async (uuid: string, place: Place): Promise<void> => {
    await moveItem(apps, uuid, place).finally(() => refreshMenu(queries));
    showNotice(texts.moved);
  };
  if (tree === undefined) return <Empty>{texts.empty}</Empty>;
  return (
    <div className="k-menu-editor">
      <TreeSection apps={apps} tree={tree} chosen={found?.item.uuid ?? null} onChoose={choose} onMove={move} />
      <div>
        {found === null ? (
          <Section title={texts.item}>
            <Empty>{texts.chooseOne}</Empty>
          </Section>
        ) : (
          <ItemPanel apps={apps} found={found} onMove={(place) => move(found.item.uuid, place)} />
        )}
      </div>
    </div>
  );
}

interface TreeSectionProps {
  readonly apps: readonly AppTree[];
  readonly tree: AppTree;
  readonly chosen: string | null;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onMove: (uuid: string, place: Place) => Promise<void>;
}

function TreeSection({ apps, tree, chosen, onChoose, onMove }: TreeSectionProps) {
  const texts = useMenuEditorTexts();
  const can = useCan();
  const [failure, setFailure] = useState<unknown>(null);
  const manages = can('systemMenu.move');
  const onDragged = (uuid: string, place: Place): void => {
    setFailure(null);
    onMove(uuid, place).catch(setFailure);
  };
  return (
    <Section
      title={texts.items}
      actions={manages ? <NewItem appUuid={tree.app.uuid} onMade={(uuid) => onChoose({ item: uuid })} /> : undefined}
    >
      <Group align="flex-end" mb="sm">
        <NativeSelect
          label={texts.app}
          data={apps.map(({ app }) => ({ value: app.uuid, label: app.displayName ?? '' }))}
          value={tree.app.uuid}
          onChange={(event) => onChoose({ app: event.currentTarget.value })}
        />
        {can('systemMenu.appName_updateAll') && apps.length > 1 ? <AppOrder apps={apps} tree={tree} /> : null}
      </Group>
      {failure === null ? null : <Failed error={failure} />}
      {tree.itemList.length === 0 ? <Text size="sm">{texts.noItems}</Text> : null}
      <Tree
        tree={tree}
        chosen={chosen}
        onChoose={(uuid) => onChoose({ item: uuid })}
        onMove={manages ? onDragged : null}
      />
      {manages ? (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.dragHelp}
        </Text>
      ) : null}
    </Section>
  );
}

/** Changes the order of applications for the whole organisation. */
function AppOrder({ apps, tree }: { readonly apps: readonly AppTree[]; readonly tree: AppTree }) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  const at = apps.indexOf(tree);
  const moveTo = async (index: number): Promise<void> => {
    const others = apps.filter((one) => one !== tree);
    const order = [...others.slice(0, index), tree, ...others.slice(index)];
    await api.systemMenu
      .appName_updateAll({ body: order.map(({ app }) => ({ uuid: app.uuid })) })
      .finally(() => refreshMenu(queries));
    showNotice(texts.moved);
  };
  return (
    <>
      <Act label={texts.appUp} disabled={at === 0} run={() => moveTo(at - 1)} />
      <Act label={texts.appDown} disabled={at === apps.length - 1} run={() => moveTo(at + 1)} />
    </>
  );
}
