// Lets a tab listen to streams that the worker of all tabs holds.
import type { FromHub, ToHub } from './hub.ts';
import type { StreamEvent } from './read-events.ts';

/** Time between two words that somebody looks at this tab. */
const HERE_MS = 20_000;

export interface StreamListener {
  onEvents(events: readonly StreamEvent[]): void;
  /** Called when events may have been sent that this tab did not get. */
  onMissed(): void;
}

const listeners = new Map<string, Set<StreamListener>>();
const open = new Set<string>();
let port: MessagePort | null = null;

function take({ data }: MessageEvent<FromHub>): void {
  const heard = listeners.get(data.address) ?? [];
  switch (data.kind) {
    case 'state':
      if (data.open) open.add(data.address);
      else open.delete(data.address);
      break;
    case 'missed':
      for (const listener of heard) listener.onMissed();
      break;
    case 'events':
      for (const listener of heard) listener.onEvents(data.events);
  }
}

function send(message: ToHub): void {
  port?.postMessage(message);
}

/** Connects to the worker of all tabs; false where the browser has no such workers. */
function connect(): boolean {
  if (port !== null) return true;
  if (typeof SharedWorker === 'undefined') return false;
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'live' });
  port = worker.port;
  port.onmessage = take;
  const here = (): void => {
    if (document.visibilityState === 'visible') send({ kind: 'here' });
  };
  document.addEventListener('visibilitychange', here);
  setInterval(here, HERE_MS);
  addEventListener('pagehide', () => send({ kind: 'bye' }));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const address of listeners.keys()) send({ kind: 'follow', address });
  });
  return true;
}

/** Whether a stream is open: what it sends need not be asked for. */
export function isOpen(address: string): boolean {
  return open.has(address);
}

/** Listens to a stream; what it answers ends that. */
export function listen(address: string, listener: StreamListener): () => void {
  if (!connect()) return () => undefined;
  const heard = listeners.get(address) ?? new Set();
  listeners.set(address, heard);
  heard.add(listener);
  if (heard.size === 1) send({ kind: 'follow', address });
  return () => {
    heard.delete(listener);
    if (heard.size > 0) return;
    listeners.delete(address);
    open.delete(address);
    send({ kind: 'leave', address });
  };
}
