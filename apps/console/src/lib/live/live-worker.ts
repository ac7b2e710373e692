// Runs once for all tabs of a browser and holds their streams.
import { createHub, type Tab, type ToHub } from './hub.ts';

const hub = createHub((address, init) => fetch(address, init));

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  const tab: Tab = { post: (message) => port.postMessage(message) };
  port.onmessage = ({ data }: MessageEvent<ToHub>) => hub.take(tab, data);
});

addEventListener('online', () => hub.wake());
