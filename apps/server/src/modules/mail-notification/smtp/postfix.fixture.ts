// Starts Debian's Postfix before a mailbox of aiosmtpd: mail servers that are neither ours nor a test's.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMailPython } from '../../../testing/outside-programs.ts';

const run = promisify(execFile);
const NOT_THERE =
  'this suite needs root, Postfix and aiosmtpd: apt-get install postfix python3-aiosmtpd (an empty KEELSON_MAIL_SERVERS leaves it out)';

export interface Relay {
  readonly port: number;
  /** Holds what arrived behind Postfix, as files. */
  mails(): Promise<readonly string[]>;
  /** Stops Postfix, and leaves what waits in its queue. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Answers a port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function untilListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on ${port}`);
}

const mainOf = (home: string, sinkPort: number): string => `compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
meta_directory = /etc/postfix
daemon_directory = /usr/lib/postfix/sbin
shlib_directory = /usr/lib/postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = relay.mail.example
mydestination =
local_recipient_maps =
alias_maps =
alias_database =
local_transport = error:nobody lives here
mynetworks = 127.0.0.0/8
disable_dns_lookups = yes
default_transport = smtp:[127.0.0.1]:${sinkPort}
message_size_limit = 200000
smtpd_delay_reject = no
smtpd_sender_restrictions = check_sender_access inline:{{unwanted@mail.example = 550 5.1.0 not from here}, {denied@mail.example = 554 5.7.1 relay denied}}
smtpd_recipient_restrictions = check_recipient_access inline:{{nobody@mail.example = 550 5.1.1 nobody here}, {later@mail.example = 450 4.2.1 try again in 300 seconds}}, permit_mynetworks, reject
maillog_file = ${home}/mail.log
maillog_file_prefixes = ${tmpdir()}
`;

const masterOf = (port: number): string => `127.0.0.1:${port} inet n - n - - smtpd
${['cleanup', 'bounce', 'trace', 'defer']
  .map((name) => `${name} unix n - n - 0 ${name === 'cleanup' ? name : 'bounce'}`)
  .join('\n')}
pickup unix n - n 60 1 pickup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

export async function startRelay(): Promise<Relay> {
  const home = await mkdtemp(join(tmpdir(), 'keelson-relay-'));
  const [port, sinkPort] = [await freePort(), await freePort()];
  const sink = await startSink(sinkPort, join(home, 'box'));
  try {
    for (const folder of ['conf', 'queue', 'data']) await mkdir(join(home, folder), { mode: 0o755 });
    const { stdout } = await run('id', ['-u', 'postfix']);
    await chown(join(home, 'data'), Number(stdout), 0);
    await run('chmod', ['755', home]);
    await writeFile(join(home, 'conf', 'main.cf'), mainOf(home, sinkPort));
    await writeFile(join(home, 'conf', 'master.cf'), masterOf(port));
  } catch (error) {
    sink.kill();
    throw new Error(NOT_THERE, { cause: error });
  }
  const postfix = async (verb: 'start' | 'stop') => {
    await run('/usr/sbin/postfix', ['-c', join(home, 'conf'), verb]).catch((error: unknown) => {
      throw new Error(NOT_THERE, { cause: error });
    });
  };
  const resume = async () => {
    await postfix('start');
    await untilListens(port);
  };
  await resume();
  return {
    port,
    async mails() {
      const box = join(home, 'box', 'new');
      const names = await readdir(box).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(box, name), 'latin1')));
    },
    pause: () => postfix('stop'),
    resume,
    async stop() {
      await postfix('stop').catch(() => undefined);
      sink.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function startSink(port: number, box: string): Promise<ChildProcess> {
  const words = ['-m', 'aiosmtpd', '-n', '-l', `127.0.0.1:${port}`, '-c', 'aiosmtpd.handlers.Mailbox', box];
  const sink = spawn(findMailPython() ?? 'python3', words, { stdio: 'ignore' });
  const ended = new Promise<never>((_resolve, reject) => {
    sink.once('error', (cause) => reject(new Error(NOT_THERE, { cause })));
    sink.once('exit', () => reject(new Error(NOT_THERE)));
  });
  await Promise.race([untilListens(port), ended]);
  ended.catch(() => undefined);
  return sink;
}
