// Proves that log lines are JSON and that secrets are hidden even where somebody logs them by mistake.
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function linesOf(level: 'info' | 'error', write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  write(createLogger(level, { write: (line) => void lines.push(line) }));
  return lines;
}

it('a line is JSON with level, time and service', () => {
  const [line = ''] = linesOf('info', (log) => log.info({ requestId: 'r' }, 'hello'));
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    service: 'keelson',
    requestId: 'r',
    msg: 'hello',
    time: expect.stringMatching(/Z$/),
  });
});

it('lines below the level are not written', () => {
  expect(linesOf('error', (log) => log.info('hello'))).toEqual([]);
});

it.each(['authorization', 'cookie', 'token', 'password', 'secret', 'apiKey', 'body', 'ticket'])(
  '%s is hidden, however deep it stands',
  (name) => {
    const carried = { [name]: 'sesame' };
    const text = linesOf('info', (log) =>
      log.info({ ...carried, request: { ...carried, headers: [{ deeper: { ...carried } }] } }, 'x'),
    ).join();
    expect(text).not.toContain('sesame');
    expect(text.match(/\*\*\*/g)).toHaveLength(3);
  },
);

it('a credential is hidden wherever it got into a line: fields of children, message, errors and their causes', () => {
  const address = 'postgres://keelson:sesame@db:5432/keelson';
  const error = new Error(`no route to ${address}`, { cause: new Error(`{"password":"sesame"} at ${address}`) });
  const [line = ''] = linesOf('error', (log) =>
    log.child({ address }).error({ err: error, lines: [address] }, `${address} is away`),
  );
  expect(line).not.toContain('sesame');
  expect(line.match(/keelson:\*\*\*@db/g)?.length).toBeGreaterThanOrEqual(5);
  expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'postgres://keelson:***@db:5432/keelson is away' });
});

it('an error is logged with its cause and without the connection that it carries', () => {
  const error = Object.assign(new Error('lost', { cause: new Error('reset') }), { client: { statements: 'SELECT 1' } });
  const text = linesOf('error', (log) => log.error({ err: error }, 'x')).join();
  expect(text).toContain('lost');
  expect(text).toContain('reset');
  expect(text).not.toContain('SELECT 1');
});
