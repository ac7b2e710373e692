// Answers names and identifiers of a menu that exists, for generated requests that are to reach something.
import type { Person } from '../../support/people.ts';

/** Makes an application with items below each other; answers, by field and parameter, what a request may name of it. */
export async function makeMenuValues({
  sure: { systemMenu },
}: Person): Promise<Readonly<Record<string, readonly string[]>>> {
  const named = (name: string) => ({ name, displayName: name, path: `/${name}`, shared: true });
  const { body: app } = await systemMenu.appName_save({ body: named('fuzzed-app') });
  const appNameUuid = app.uuid ?? '';
  const items: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const parentUuid = name === 'third' ? (items[0] ?? null) : null;
    const { body } = await systemMenu.menuItem_save({ body: { ...named(name), appNameUuid, parentUuid } });
    items.push(body.uuid ?? '');
  }
  const { body: platform } = await systemMenu.getByName({ params: { name: 'platform' } });
  const apps = [appNameUuid, platform.uuid ?? ''];
  return {
    uuid: [...apps, ...items],
    appNameUuid: apps,
    parentUuid: items,
    menuItemUuid: items,
    uuidList: items,
    targetUuid: [...apps, ...items],
    appName: ['fuzzed-app', 'platform'],
    itemName: ['first', 'menu-administration'],
    parentName: ['first', 'second'],
    path: ['/first', '/free?a=1'],
    externalUrl: ['https://h.example'],
    icon: ['star'],
    text: ['first', 'İLK'],
  };
}
