// Knows who is signed in, notifies the other tabs when that ends, and says what the person may do.

import { authorities } from 'contract:access';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { basePath, platformPath, signInAddress } from './base.ts';

export interface Session {
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly identifier: string;
  readonly authorities: ReadonlySet<string>;
  /** Name of who acts as the user, where somebody does. */
  readonly actor: string | null;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn(): Promise<Session> {
    const { session, authorities: held } = (await api.session.get()).body;
    const { actorUsername } = session.attributeMap;
    return {
      username: session.username,
      tenantIdentifier: session.tenantIdentifier,
      identifier: session.identifier,
      authorities: new Set(held.map(({ authority }) => authority)),
      actor: typeof actorUsername === 'string' ? actorUsername : null,
    };
  },
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

type Module = keyof typeof api;
type OperationOf<M extends Module> = keyof (typeof api)[M] & string;

/** Name of an operation, as `authentication.createUser`. */
export type OperationName = { [M in Module]: `${M}.${OperationOf<M>}` }[Module];

/** Lists the authorities of which one is needed; none where whoever is signed in may. */
export function authoritiesOf(operation: OperationName): readonly string[] {
  const [module = '', key = ''] = operation.split('.');
  return authorities[module]?.[key] ?? [];
}

/** The server writes into the document which modules it serves. */
const served = new Set(document.querySelector<HTMLMetaElement>('meta[name="keelson-modules"]')?.content.split(' '));

/** Whether the server has the module of an operation at all. */
export function isServed(operation: OperationName): boolean {
  return served.has(operation.split('.', 1)[0] ?? '');
}

export function mayCall(session: Session, operation: OperationName): boolean {
  if (!isServed(operation)) return false;
  const needed = authoritiesOf(operation);
  return needed.length === 0 || needed.some((authority) => session.authorities.has(authority));
}

/** Makes the question whether the person may call an operation; the server decides all the same. */
export function useCan(): (operation: OperationName) => boolean {
  const session = useSession();
  return (operation) => mayCall(session, operation);
}

const channel = new BroadcastChannel(`keelson ${basePath}`);
const SIGNED_OUT = 'signed-out';
/** Message that somebody else is signed in from now on: what a tab shows is of the former person. */
const BEGUN_AS = 'begun-as';

export function goToSignIn(): void {
  location.replace(signInAddress(location.pathname + location.search));
}

/** Ends the session here and in every tab. */
export async function signOut(): Promise<void> {
  const { redirectUrl } = (await api.authentication.logoutPost()).body;
  channel.postMessage(SIGNED_OUT);
  if (redirectUrl === null) location.replace(signInAddress(''));
  else location.replace(redirectUrl);
}

function startAtHome(): void {
  sessionStorage.clear();
  location.replace(platformPath);
}

/** Begins anew in every tab, after the session has become that of somebody else. */
export function beginAs(): void {
  channel.postMessage(BEGUN_AS);
  startAtHome();
}

channel.addEventListener('message', ({ data }) => {
  if (data === SIGNED_OUT) goToSignIn();
  if (data === BEGUN_AS) startAtHome();
});
