// Moves an item without a pointer: up, down, or to a place that is chosen from lists.
import { Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { type AppTree, type Found, type MenuItem, type Place, placeOf, withDescendants } from './menu-data.ts';
import { useMenuEditorTexts } from './texts.ts';

interface MoveProps {
  readonly apps: readonly AppTree[];
  readonly found: Found;
  readonly onMove: (place: Place) => Promise<void>;
}

export function MoveActs({ apps, found, onMove }: MoveProps) {
  const texts = useMenuEditorTexts();
  const now = placeOf(found);
  return (
    <>
      <Act label={texts.up} disabled={now.index === 0} run={() => onMove({ ...now, index: now.index - 1 })} />
      <Act
        label={texts.down}
        disabled={now.index === found.siblings.length - 1}
        run={() => onMove({ ...now, index: now.index + 1 })}
      />
      <FormDialog label={texts.moveTo}>
        {(close) => <MoveForm apps={apps} found={found} onMove={onMove} onDone={close} />}
      </FormDialog>
    </>
  );
}

interface Level {
  readonly value: string;
  readonly label: string;
  readonly place: Omit<Place, 'index'>;
  readonly items: readonly MenuItem[];
}

/** Lists every level that an item can stand on; nothing can stand below itself. */
function levelsOf(apps: readonly AppTree[], { item }: Found): readonly Level[] {
  const own = new Set(withDescendants(item).map(({ uuid }) => uuid));
  const below = (appUuid: string, items: readonly MenuItem[], trail: string): readonly Level[] =>
    items.flatMap((one) => {
      if (own.has(one.uuid)) return [];
      const label = `${trail} › ${one.displayName}`;
      const children = one.children ?? [];
      const level = { value: one.uuid, label, place: { appUuid, parentUuid: one.uuid }, items: children };
      return [level, ...below(appUuid, children, label)];
    });
  return apps.flatMap(({ app, itemList }) => [
    {
      value: app.uuid,
      label: app.displayName ?? app.uuid,
      place: { appUuid: app.uuid, parentUuid: null },
      items: itemList,
    },
    ...below(app.uuid, itemList, app.displayName ?? ''),
  ]);
}

function MoveForm({ apps, found, onMove, onDone }: MoveProps & { readonly onDone: () => void }) {
  const texts = useMenuEditorTexts();
  const now = placeOf(found);
  const levels = levelsOf(apps, found);
  const [levelValue, setLevelValue] = useState(now.parentUuid ?? now.appUuid);
  const [index, setIndex] = useState(now.index);
  const level = levels.find(({ value }) => value === levelValue);
  const others = (level?.items ?? []).filter(({ uuid }) => uuid !== found.item.uuid);
  const places = [
    { value: '0', label: texts.first },
    ...others.map(({ displayName }, at) => ({ value: String(at + 1), label: texts.after(displayName ?? '') })),
  ];
  return (
    <Stack>
      <NativeSelect
        data-autofocus
        label={texts.below}
        data={levels.map(({ value, label }) => ({ value, label }))}
        value={levelValue}
        onChange={(event) => {
          setLevelValue(event.currentTarget.value);
          setIndex(0);
        }}
      />
      <NativeSelect
        label={texts.place}
        data={places}
        value={String(Math.min(index, others.length))}
        onChange={(event) => setIndex(Number(event.currentTarget.value))}
      />
      <Group>
        <Act
          label={texts.moveHere}
          variant="filled"
          run={async () => {
            if (level === undefined) return;
            await onMove({ ...level.place, index: Math.min(index, others.length) });
            onDone();
          }}
        />
      </Group>
    </Stack>
  );
}
