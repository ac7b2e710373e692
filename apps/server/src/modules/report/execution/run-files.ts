// Finds the files of runs, or fails with the reason why there is none.
import { type KnownDownload, reportRunFailures } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { fileKinds } from '../render/feature.ts';
import { reportEvents } from '../report.events.ts';
import type { ReportOutputFormat } from '../report.types.ts';
import { type Execution, type Export, listExportsOf } from '../run/feature.ts';

export type RunFilesGround = Pick<Kernel, 'database' | 'contents'>;

function failFailed(act: Act, run: Execution): never {
  const code = run.errorCode ?? 'REPORT_RENDER_FAILED';
  const message = reportRunFailures[code][act.context.language];
  return fail('REPORT_FAILED', { errorArguments: [{ code, message }] });
}

/** Refuses runs without a result, each with its reason. */
export function requireSucceeded(act: Act, run: Execution): void {
  if (run.status === 'SUCCEEDED') return;
  if (run.status === 'FAILED' || run.status === 'TIMED_OUT') failFailed(act, run);
  if (run.status === 'CANCELLED') fail('REPORT_CANCELLED');
  if (run.status === 'EXPIRED') fail('REPORT_OUTPUT_EXPIRED');
  fail('REPORT_NOT_READY');
}

export function createRunFiles({ database, contents }: RunFilesGround) {
  async function exportOf(run: Execution, format: ReportOutputFormat): Promise<Export | null> {
    const made = await listExportsOf(database, [run.id]);
    return made.find(({ outputFormat }) => outputFormat === format) ?? null;
  }

  async function fileOf(act: Act, run: Execution, format: ReportOutputFormat): Promise<KnownDownload> {
    requireSucceeded(act, run);
    const made = await exportOf(run, format);
    if (made === null || made.status === 'QUEUED') return fail('REPORT_NOT_READY');
    if (made.status === 'FAILED') return failFailed(act, run);
    if (made.content === null || made.byteCount === null) return fail('REPORT_OUTPUT_EXPIRED');
    await database.transaction((tx) =>
      act.record(tx, reportEvents.outputRead, run.reportCode, { execution: run.uuid, outputFormat: format }),
    );
    const { mediaType, ending } = fileKinds[format];
    return {
      mediaType,
      fileName: `${run.fileName}.${ending}`,
      size: made.byteCount,
      etag: made.content.toString('hex'),
      chunks: contents.stream(made.content),
      headers: {
        'x-svc-execution-uuid': run.uuid,
        'x-svc-truncated': String(run.isTruncated || made.isTruncated),
      },
    };
  }

  return { exportOf, fileOf };
}
