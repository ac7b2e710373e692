// The examples beside the package, run from the command line as a person runs them: files in, report out.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../simulate/run.ts';
import { runCli } from './cli.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const inPackage = (argument: string) => (argument.startsWith('examples/') ? folder + argument : argument);

async function cli(...argv: readonly string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const take = (text: string) => {
    out += text;
  };
  return { code: await runCli(argv.map(inPackage), { out: take, error: take }), out };
}

async function report(...argv: readonly string[]): Promise<RunResult> {
  const { code, out } = await cli('run', ...argv, '--json');
  const told = JSON.parse(out) as RunResult & { readonly problems: unknown };
  expect({ code, problems: told.problems, failures: told.failures }).toEqual({ code: 0, problems: [], failures: [] });
  return told;
}

const given = (variables: object) => ['--variables', JSON.stringify(variables)] as const;

/** Lists when each element of this id was entered. */
function timesOf({ trace }: RunResult, elementId: string): readonly string[] {
  return trace.flatMap((entry) => (entry.kind === 'ENTERED' && entry.elementId === elementId ? entry.at : []));
}

describe('every example', () => {
  it('is one deployment with the others, without any problem under the strictest reading', async () => {
    const files = readdirSync(`${folder}examples`).filter((name) => /\.(bpmn|dmn)$/.test(name));
    const { code, out } = await cli(
      'check',
      ...files.map((name) => `examples/${name}`),
      '--strictness',
      'strict',
      '--for',
      'core',
    );
    expect(files.length).toBeGreaterThan(7);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\ndecision discount\nno problems\n$/) });
  });

  const readme = readFileSync(`${folder}README.md`, 'utf8');
  const commands = [...readme.matchAll(/^npx keelson-bpmn (.*)$/gm)].map(([, line]) => line!);
  const wordsOf = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

  it.each(commands)('runs as the README says: %s', async (line) => {
    const { code, out } = await cli(...wordsOf(line));
    expect(code, out).toBe(0);
  });

  it('is named by the README', () => {
    const used = new Set(commands.flatMap(wordsOf));
    const all = readdirSync(`${folder}examples`).map((name) => `examples/${name}`);
    expect(all.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('review.bpmn', () => {
  it('reminds at the same hour of the day before and after the clock changes, and waits for whole days', async () => {
    const begin = ['--at', '2025-03-28T09:00:00Z', '--advance', 'P4D'] as const;
    const result = await report('examples/review.bpmn', ...given({ days: 3 }), ...begin);
    expect(timesOf(result, 'remind')).toEqual([
      '2025-03-29T07:30:00.000Z',
      '2025-03-30T06:30:00.000Z',
      '2025-03-31T06:30:00.000Z',
    ]);
    expect(timesOf(result, 'late')).toEqual(['2025-03-31T08:00:00.000Z']);
    expect(timesOf(result, 'overdue')).toEqual(['2025-03-31T09:00:00.000Z']);
  });
});

describe('order.bpmn with discount.dmn', () => {
  const order = async (customer: string, quantity: number) => {
    const result = await report('examples/order.bpmn', 'examples/discount.dmn', ...given({ customer, quantity }));
    return result.instances[0]!;
  };

  it('takes the discount from the decision, and its listener and condition are JavaScript', async () => {
    expect(await order('friend', 60)).toMatchObject({
      state: 'ACTIVE',
      variables: { discount: 0.2, priced: 'friend x 60', total: 1200 },
      waits: [{ elementId: 'approve', kind: 'TASK' }],
    });
    expect(await order('friend', 10)).toMatchObject({ endElementIds: ['confirmed'], variables: { total: 225 } });
    expect(await order('other', 41)).toMatchObject({ state: 'ACTIVE', variables: { discount: 0, total: 1025 } });
  });

  it('catches what its script throws', async () => {
    expect(await order('other', 101)).toMatchObject({
      endState: 'COMPLETED',
      endElementIds: ['refused'],
      variables: { reason: 'there are 100 of them' },
    });
  });

  it('waits for the decision where no file holds it', async () => {
    const { instances } = await report('examples/order.bpmn', ...given({ customer: 'friend', quantity: 1 }));
    expect(instances[0]!.waits).toEqual([{ instance: 1, elementId: 'find-discount', kind: 'WORK', work: 'DECISION' }]);
  });
});

describe('purchase.bpmn', () => {
  it('brings each answer to the buyer whose order it answers, by the key of the collaboration', async () => {
    const steps = ['--steps', 'examples/purchase.steps.json'] as const;
    const { instances } = await report(
      'examples/purchase.bpmn',
      '--key',
      'buyer',
      ...given({ number: 'A-1' }),
      ...steps,
    );
    expect(instances).toMatchObject([
      { process: 'buyer', state: 'ACTIVE', variables: { number: 'A-1' }, elements: ['confirmed'] },
      { process: 'seller', state: 'ACTIVE', elements: ['pack'] },
      { process: 'buyer', endElementIds: ['bought'], variables: { number: 'A-2', parcel: 'for A-2' } },
      { process: 'seller', endElementIds: ['sold'] },
    ]);
  });
});

describe('checkout.bpmn', () => {
  const checkout = (amount: number) => report('examples/checkout.bpmn', '--key', 'checkout', ...given({ amount }));

  it('goes on with what the called process gives back', async () => {
    expect((await checkout(400)).instances).toMatchObject([
      { endElementIds: ['paid'], variables: { receipt: 'receipt for 400' } },
      { process: 'payment', calledBy: 1, endState: 'COMPLETED' },
    ]);
  });

  it('catches the error with which the called process ends', async () => {
    expect((await checkout(600)).instances).toMatchObject([
      { endState: 'COMPLETED', endElementIds: ['given-up'] },
      { process: 'payment', calledBy: 1, endState: 'ERROR', errorCode: 'DECLINED' },
    ]);
  });
});

describe('alarm.bpmn', () => {
  it('reaches every instance that waits for the signal', async () => {
    const { instances } = await report('examples/alarm.bpmn', '--key', 'guard', '--steps', 'examples/alarm.steps.json');
    expect(instances).toMatchObject([
      { process: 'guard', endElementIds: ['out'] },
      { process: 'guard', endElementIds: ['out'] },
      { process: 'watch', endElementIds: ['sounds'] },
    ]);
  });
});

describe('travel.bpmn', () => {
  it('undoes what was done, the last first', async () => {
    const steps = ['--steps', 'examples/travel.steps.json'] as const;
    const { instances } = await report('examples/travel.bpmn', ...given({ undone: [] }), ...steps);
    expect(instances).toMatchObject([{ endElementIds: ['stays'], variables: { undone: ['hotel', 'flight'] } }]);
  });
});

describe('research.bpmn', () => {
  it('begins what is chosen as often as it is chosen, until there is enough', async () => {
    const steps = ['--steps', 'examples/research.steps.json'] as const;
    const result = await report('examples/research.bpmn', ...given({ answers: 0 }), ...steps);
    expect(timesOf(result, 'interview')).toHaveLength(2);
    expect(result.trace).toContainEqual(expect.objectContaining({ kind: 'CANCELLED', elementId: 'interview' }));
    expect(result.instances).toMatchObject([{ endElementIds: ['answered'] }]);
  });
});
