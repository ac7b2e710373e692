// Holds what the arguments of a run mean.
import { expect, it } from 'vitest';
import { parseOptions } from './options.ts';

it('runs what takes minutes when nothing is said', () => {
  expect(parseOptions([], {})).toEqual({
    workloads: ['w0', 'w1', 'w4', 'bare', 'bare-row'],
    connections: [8, 32],
    seconds: 10,
    rounds: 3,
    items: 5_000,
    warmupSeconds: 20,
    subjects: ['keelson', 'flowable', 'operaton'],
    peersDirectory: null,
    jsonFile: null,
  });
});

it('takes each list in its own order, and each name once', () => {
  const options = parseOptions(
    ['--workloads', 'w4,w0,w4', '--subjects', 'operaton,keelson', '--connections', '1,1'],
    {},
  );
  expect(options).toMatchObject({ workloads: ['w0', 'w4'], subjects: ['keelson', 'operaton'], connections: [1] });
});

it('an argument for the peers wins over the environment', () => {
  const environment = { BENCH_PEERS: 'there' };
  expect(parseOptions([], environment)?.peersDirectory).toBe('there');
  expect(parseOptions(['--peers', 'here'], environment)?.peersDirectory).toBe('here');
});

it('answers null when help is asked for', () => {
  expect(parseOptions(['--help'], {})).toBeNull();
});

it.each([
  [['--workloads', 'w9'], /--workloads takes .*"w9"/],
  [['--workloads', 'w13-decision'], /decision of W13 is not measured/],
  [['--items', '0'], /--items takes whole numbers from 1/],
  [['--subjects', 'camunda'], /--subjects takes .*"camunda"/],
  [['--connections', '8,0'], /--connections takes whole numbers from 1/],
  [['--seconds', '1.5'], /--seconds takes whole numbers/],
  [['--rounds', '-1'], /--rounds/],
  [['--round', '1'], /--round/],
])('refuses %j by name', (args, message) => {
  expect(() => parseOptions(args, {})).toThrow(message);
});
