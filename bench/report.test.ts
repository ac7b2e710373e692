// Holds how rounds become medians, ratios and verdicts.
import { describe, expect, it } from 'vitest';
import { formatReport, median, ratiosOf, summarise } from './report.ts';
import { findProblems, type Round } from './rounds.ts';
import { type DriveResult, parseDriveResult } from './wrk.ts';

const driven: DriveResult = {
  completed: 1_000,
  failed: 0,
  refused: 0,
  socketErrors: 0,
  requests: 1_000,
  seconds: 10,
  p50Ms: 1,
  p99Ms: 5,
  firstFailure: '',
};

function roundOf(subject: Round['subject'], completed: number, change: Partial<Round> = {}): Round {
  return {
    subject,
    workload: 'w1',
    connections: 8,
    round: 1,
    result: { ...driven, completed },
    completedByHistory: completed,
    cost: {
      statements: 2 * completed,
      commits: completed,
      walBytes: 900 * completed,
      walFullPages: 0,
      subjectCpuSeconds: 2,
      postgresCpuSeconds: null,
    },
    problems: [],
    ...change,
  };
}

describe('a median', () => {
  it('is the middle, or lies between the two middle ones', () => {
    expect([median([9, 1, 5]), median([4, 1, 2, 9]), median([7])]).toEqual([5, 3, 7]);
  });
});

describe('a summary', () => {
  it('is the median of the rates of the rounds, with costs per completed instance', () => {
    const [summary] = summarise([roundOf('keelson', 1_000), roundOf('keelson', 4_000), roundOf('keelson', 2_000)]);
    expect(summary).toMatchObject({ perSecond: 200, slowestPerSecond: 100, fastestPerSecond: 400, rounds: 3 });
    expect(summary).toMatchObject({ statements: 2, commits: 1, walBytes: 900, subjectCpuMs: 1, postgresCpuMs: null });
  });

  it('compares Keelson with the better peer, and with the row of the same number of connections', () => {
    const row = { workload: 'bare-row' } as const;
    const rounds = [
      roundOf('keelson', 6_000),
      roundOf('flowable', 500),
      roundOf('operaton', 1_000),
      roundOf('bare-row', 8_000, row),
      roundOf('bare-row', 1, { ...row, connections: 32 }),
    ];
    const summaries = summarise(rounds);
    expect(ratiosOf(summaries)).toEqual([
      { workload: 'w1', connections: 8, toBetterPeer: 6, betterPeer: 'operaton', toBareRow: 0.75 },
    ]);
    const text = formatReport(summaries, { keelson: { rss: 300, pss: 250 }, flowable: null });
    expect(text).toContain('Keelson / operaton = 6.00, Keelson / bare-row = 0.75');
    expect(text).toMatch(/keelson +600 +600 +600/);
    expect(text).toMatch(/flowable +n\/a/);
  });

  it('has no ratio without somebody to compare with', () => {
    expect(ratiosOf(summarise([roundOf('keelson', 1)]))[0]).toMatchObject({ toBetterPeer: null, toBareRow: null });
    expect(ratiosOf(summarise([roundOf('operaton', 1)]))).toEqual([]);
  });
});

describe('a round is no measurement', () => {
  it('when the history holds fewer instances than the driver counted, or more than were in flight', () => {
    expect(findProblems(driven, 1_000, { inFlight: 8 })).toEqual([]);
    expect(findProblems(driven, 1_008, { inFlight: 8 })).toEqual([]);
    expect(findProblems(driven, 999, { inFlight: 8 })).toHaveLength(1);
    expect(findProblems(driven, 1_009, { inFlight: 8 })).toHaveLength(1);
  });

  it('when the history lacks more instances than can be half done', () => {
    expect(findProblems(driven, 992, { inFlight: 8, halfDone: 8 })).toEqual([]);
    expect(findProblems(driven, 991, { inFlight: 8, halfDone: 8 })).toHaveLength(1);
  });

  it('when an answer failed, a connection broke, or nothing was completed', () => {
    expect(findProblems({ ...driven, failed: 2, firstFailure: '500 no' }, null, { inFlight: 8 })).toEqual([
      '2 failed answers 500 no',
    ]);
    expect(findProblems({ ...driven, socketErrors: 1 }, null, { inFlight: 8 })).toHaveLength(1);
    expect(findProblems({ ...driven, completed: 0 }, 0, { inFlight: 8 })).toHaveLength(1);
  });
});

describe('the line of the driver', () => {
  it('is found among what wrk prints', () => {
    const { firstFailure, refused, ...counted } = driven;
    const output = `Running 1s test\n  8 requests\nRESULT ${JSON.stringify(counted)}\nTransfer/sec\n`;
    expect(parseDriveResult(output, ' first failure: 500\n')).toEqual({
      ...driven,
      firstFailure: 'first failure: 500',
    });
    expect([firstFailure, refused]).toEqual(['', 0]);
  });

  it('says how often a completion was refused and sent again', () => {
    const output = `RESULT ${JSON.stringify({ ...driven, refused: 3 })}\n`;
    expect(parseDriveResult(output, '')).toMatchObject({ refused: 3 });
  });

  it('is missed where a script failed', () => {
    expect(parseDriveResult('Running 1s test\n', '')).toBeNull();
  });
});
