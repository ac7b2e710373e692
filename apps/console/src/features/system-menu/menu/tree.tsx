// Draws the items of an application as a tree: a click chooses one, and dragging puts it before, behind or into another one.
import { type DragEvent, useState } from 'react';
import { Icon } from '../../../ui/icon/icon.tsx';
import { type AppTree, findItem, type MenuItem, type Place, withDescendants } from './menu-data.ts';
import { useMenuEditorTexts } from './texts.ts';

type Zone = 'before' | 'into' | 'after';

interface Target {
  readonly uuid: string;
  readonly zone: Zone;
}

export interface TreeProps {
  readonly tree: AppTree;
  readonly chosen: string | null;
  readonly onChoose: (uuid: string) => void;
  /** Moves an item; null for whoever may not move anything. */
  readonly onMove: ((uuid: string, place: Place) => void) | null;
}

/** Share of a row's height that each of its edges has: they mean beside it, its middle below it. */
const EDGE = 0.3;

function zoneOf(event: DragEvent<HTMLElement>): Zone {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientY - top) / height;
  return at < EDGE ? 'before' : at > 1 - EDGE ? 'after' : 'into';
}

/** Finds where the dragged item goes; null where it would stand below itself. */
function placeAt(tree: AppTree, dragged: string, { uuid, zone }: Target): Place | null {
  const own = findItem([tree], dragged);
  const target = findItem([tree], uuid);
  if (own === null || target === null || withDescendants(own.item).some((one) => one.uuid === uuid)) return null;
  const appUuid = tree.app.uuid;
  if (zone === 'into') {
    const others = (target.item.children ?? []).filter((one) => one.uuid !== dragged);
    return { appUuid, parentUuid: uuid, index: others.length };
  }
  const others = target.siblings.filter((one) => one.uuid !== dragged);
  const at = others.indexOf(target.item) + (zone === 'after' ? 1 : 0);
  return { appUuid, parentUuid: target.above.at(-1)?.uuid ?? null, index: at };
}

export function Tree(props: TreeProps) {
  const { tree, onMove } = props;
  const texts = useMenuEditorTexts();
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const drop = (): void => {
    const place = dragged === null || target === null ? null : placeAt(tree, dragged, target);
    if (dragged !== null && place !== null) onMove?.(dragged, place);
    setDragged(null);
    setTarget(null);
  };
  return (
    <nav className="k-menu-tree" aria-label={texts.tree}>
      <Level
        {...props}
        items={tree.itemList}
        target={target}
        onDrag={setDragged}
        onOver={(uuid, zone) => setTarget(uuid === dragged ? null : { uuid, zone })}
        onDrop={drop}
      />
    </nav>
  );
}

interface LevelProps extends TreeProps {
  readonly items: readonly MenuItem[];
  readonly target: Target | null;
  readonly onDrag: (uuid: string | null) => void;
  readonly onOver: (uuid: string, zone: Zone) => void;
  readonly onDrop: () => void;
}

function Level(props: LevelProps) {
  const { items, chosen, target, onChoose, onMove, onDrag, onOver, onDrop } = props;
  const texts = useMenuEditorTexts();
  return (
    <ul className="k-menu-level">
      {items.map((item) => (
        <li key={item.uuid}>
          <button
            type="button"
            className="k-menu-row"
            draggable={onMove !== null}
            aria-current={item.uuid === chosen}
            data-zone={target?.uuid === item.uuid ? target.zone : undefined}
            onClick={() => onChoose(item.uuid)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', item.displayName ?? '');
              onDrag(item.uuid);
            }}
            onDragEnd={() => onDrag(null)}
            onDragOver={(event) => {
              event.preventDefault();
              onOver(item.uuid, zoneOf(event));
            }}
            onDrop={(event) => {
              event.preventDefault();
              onDrop();
            }}
          >
            <Icon name={item.icon ?? 'dot'} size={16} />
            <span>{item.displayName}</span>
            {item.enabled === false ? <span className="k-menu-off">{texts.off}</span> : null}
            {item.visible === false ? <span className="k-menu-off">{texts.hidden}</span> : null}
          </button>
          {(item.children ?? []).length === 0 ? null : <Level {...props} items={item.children ?? []} />}
        </li>
      ))}
    </ul>
  );
}
