// Knows the address by which people reach this program, for links in mails and answers.
import type { Config } from './config.ts';

// A process listens on these addresses and no browser can go to them.
const UNROUTABLE_HOSTS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Writes the address that the process listens on. */
export function listenUrl({ host, port }: Config['listen']): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Answers the address under which the process is reached from this machine. */
export function localUrl({ host, port }: Config['listen']): string {
  return listenUrl({ host: UNROUTABLE_HOSTS[host] ?? host, port });
}

export interface ServedAddress {
  /** Answers the public address, or the one that is listened on; no slash at the end. */
  read(): string;
  /** Replaces what the configuration says of listening: port 0 becomes a port, and a command takes that of a running process. */
  listensOn(url: string): void;
}

export function createServedAddress({ publicUrl, listen }: Pick<Config, 'publicUrl' | 'listen'>): ServedAddress {
  let own = localUrl(listen);
  return {
    read: () => publicUrl ?? own,
    listensOn(url) {
      own = url;
    },
  };
}
