// Is a mail server that takes everything and keeps nothing: it counts mails, and reports when one of high priority has come.
import { createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const END = Buffer.from('\r\n.\r\n');
const HIGH = 'Importance: high';
const LINE_END = 0x0a;

/** Holds the number of mails taken so far. */
const taken = new Int32Array(workerData as SharedArrayBuffer);

function serve(socket: Socket): void {
  let isData = false;
  let rest: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 sink\r\n');
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      isData = true;
      socket.write('354 go\r\n');
    } else if (verb === 'EHLO') socket.write('250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n');
    else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  };
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length > 0) {
      if (isData) {
        const end = rest.indexOf(END);
        if (end < 0) return;
        const mail = rest.subarray(0, end);
        rest = rest.subarray(end + END.length);
        isData = false;
        Atomics.add(taken, 0, 1);
        if (mail.includes(HIGH)) {
          const id = /^Message-ID: <([^@]+)@/im.exec(mail.toString('latin1'))?.[1];
          parentPort?.postMessage({ high: id, at: performance.timeOrigin + performance.now() });
        }
        socket.write('250 taken\r\n');
      } else {
        const end = rest.indexOf(LINE_END);
        if (end < 0) return;
        const line = rest.subarray(0, end).toString('latin1');
        rest = rest.subarray(end + 1);
        command(line);
      }
    }
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage({ port: typeof address === 'object' ? address?.port : null });
});
