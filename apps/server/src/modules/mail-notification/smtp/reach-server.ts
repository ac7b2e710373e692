// Connects to a mail server at the addresses that were checked, and at no others: a name that is resolved twice may
// resolve differently.
import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { type AddressGuard, type GuardedTarget, pinned } from '../../../kernel/outbound/address-guard.ts';
import type { AllowList } from '../../../kernel/outbound/allow-list.ts';

/** Host and port that the rule of addresses checks. */
export interface GuardedServer {
  readonly host: string;
  readonly port: number;
  /** True where the person who named it may reach every address. */
  readonly trusted: boolean;
}

/** Ports of mail servers (RFC 5321, RFC 8314, RFC 6409, and a usual alternative); another port is another service. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

const EVERY_ADDRESS: AllowList = { allowsHost: () => true, allowsAddress: () => true };

/** Checks a server; resolves its name at each call. */
export async function checkServer(
  { host, port, trusted }: GuardedServer,
  guard: AddressGuard,
  allow: AllowList,
): Promise<GuardedTarget> {
  if (!trusted && !MAIL_PORTS.has(port) && !allow.allowsHost(host)) return { outcome: 'refused', kind: 'port' };
  return guard.check(host, trusted ? EVERY_ADDRESS : allow);
}

export type Reached = { readonly socket: Socket } | { readonly error: string };
export type Reach = (timeoutMs: number, signal: AbortSignal) => Promise<Reached>;

/** Makes the function that connects. It never rejects; a failure names no address. */
export function createReach(server: GuardedServer, guard: AddressGuard, allowed: () => AllowList): Reach {
  return async (timeoutMs, signal) => {
    const target = await checkServer(server, guard, allowed());
    if (target.outcome === 'unknown') return { error: 'nobody knows an address of the mail server' };
    if (target.outcome === 'refused') return { error: `the mail server may not be reached: ${target.kind}` };
    if (signal.aborted) return { error: 'the process stops' };
    return open(server, target.addresses, timeoutMs, signal);
  };
}

function open(
  { host, port }: GuardedServer,
  addresses: readonly LookupAddress[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Reached> {
  return new Promise((resolve) => {
    // All addresses are tried, both families side by side (RFC 8305).
    const socket = connect({ host, port, autoSelectFamily: true, lookup: pinned(addresses) });
    const end = (reached: Reached): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      // One listener stays, whoever uses the socket next: an error without a listener ends the process.
      socket.removeAllListeners().on('error', () => undefined);
      if ('error' in reached) socket.destroy();
      resolve(reached);
    };
    const stop = (): void => end({ error: 'the process stops' });
    const timer = setTimeout(() => end({ error: 'the mail server could not be connected to in time' }), timeoutMs);
    signal.addEventListener('abort', stop);
    socket.once('connect', () => end({ socket }));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      end({ error: `the mail server could not be connected to: ${error.code ?? 'unknown'}` });
    });
  });
}
