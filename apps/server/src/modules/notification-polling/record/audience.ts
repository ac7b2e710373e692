// Decides who sees an announcement: tested in memory, for each person and announcement of a poll.
import { foldName } from '../../../kernel/text/fold.ts';
import type { Audience } from './announcement.types.ts';

/** Person who looks, with folded name and present authorities. */
export interface Viewer {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
}

export type AudienceTest = (viewer: Viewer) => boolean;

const everybody: Audience = { all: true, users: null, roles: null, authorities: null, excludeUsers: null };

export function isForEverybody({ all, excludeUsers }: Audience): boolean {
  return all && (excludeUsers === null || excludeUsers.length === 0);
}

export function everybodyBut(excludeUsers: readonly string[] | null): Audience {
  return { ...everybody, excludeUsers };
}

/** Compiles the test; null stands for everybody. */
export function compileAudience(audience: Audience): AudienceTest | null {
  if (isForEverybody(audience)) return null;
  const folded = (names: readonly string[] | null) => (names === null ? null : new Set(names.map(foldName)));
  const users = folded(audience.users);
  const excluded = folded(audience.excludeUsers);
  const { all, roles, authorities } = audience;
  return (viewer) => {
    if (excluded?.has(viewer.usernameFolded) === true) return false;
    if (all) return true;
    return (
      (users === null || users.has(viewer.usernameFolded)) &&
      (roles === null || roles.some((role) => viewer.roles.has(role))) &&
      (authorities === null || authorities.some((authority) => viewer.authorities.has(authority)))
    );
  };
}

/** Says whether everybody of `narrower` belongs to `wider`. */
export function isWithin(narrower: Audience, wider: Audience): boolean {
  const within = (inner: readonly string[] | null, outer: readonly string[] | null) =>
    outer === null || inner?.every((name) => outer.includes(name)) === true;
  const keepsOut = within(wider.excludeUsers ?? [], narrower.excludeUsers ?? []);
  if (wider.all) return keepsOut;
  if (narrower.all) return false;
  return keepsOut && (['users', 'roles', 'authorities'] as const).every((list) => within(narrower[list], wider[list]));
}
