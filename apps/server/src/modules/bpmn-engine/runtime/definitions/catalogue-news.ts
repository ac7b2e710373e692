// Notifies every process that versions of processes came or changed their state: what it has looked up is old.
import type { Kernel } from '../../../../kernel/module.ts';
import type { DefinitionCache } from './definition-cache.ts';

/** Channel of the news that the catalogue changed; the payload is empty. */
const CHANNEL = 'keelson_catalogue';

export function createCatalogueNews({
  notify,
  definitions,
  wakeJobs,
}: Pick<Kernel, 'notify'> & { readonly definitions: DefinitionCache; readonly wakeJobs: () => void }) {
  notify.listen(CHANNEL, definitions.forgetLookUps);
  notify.onReconnect(definitions.forgetLookUps);
  /** Makes look-ups new in every process; to be called after the commit of whatever changes the catalogue. */
  return function onCatalogueChanged(): void {
    definitions.forgetLookUps();
    notify.send(CHANNEL, '');
    // Start timers came, or are held no more.
    wakeJobs();
  };
}
