// Prints a link by which somebody sets a password: with the address of the process that runs, and how long it lives.
import { parseArgs } from 'node:util';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { AdminLink } from '../modules/authentication/api.ts';
import type { CommandGround, ModuleCommand } from './cli-terminal.ts';

export const ADMIN_LINK_USAGE = 'keelson admin-link [--tenant <identifier>] [--user <username>]';

/** Answers null for words that it does not understand. */
export function parseAdminLinkCommand(args: readonly string[]): ModuleCommand | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { tenant: { type: 'string' }, user: { type: 'string' } },
    });
    const whom = { tenantIdentifier: values.tenant ?? null, username: values.user ?? null };
    return async (ground, terminal) => {
      const { authentication, systemSetting } = ground.apis;
      for (const sentence of await systemSetting.commands.open()) terminal.explain(`Warning: ${sentence}`);
      const by = { username: ground.username, ipAddress: null, requestId: null };
      const issued = await authentication.issueAdminLink(whom, by);
      if (whom.username === null) terminal.explain(whoseSentence(issued));
      terminal.explain(`It works once, within ${issued.lifetimeMs / HOUR_MS} hours.${whenSentence(ground)}`);
      terminal.print(issued.link);
      return 0;
    };
  } catch {
    return null;
  }
}

/** Says for whom the link is that nobody was named for; it stands beside the link, which a script may read. */
function whoseSentence({ username, tenantIdentifier, otherCount }: AdminLink): string {
  const whose = `The link is for the system administrator "${username}" of the tenant "${tenantIdentifier}".`;
  return otherCount === 0 ? whose : `${whose} ${otherCount} more hold the role; --tenant and --user name one of them.`;
}

/** Says where no process runs that it has to: nobody can open a link that none serves. */
function whenSentence({ processes, address }: CommandGround): string {
  return processes?.length === 0 ? ` No process runs now; start one that is reached at ${address.read()}.` : '';
}
