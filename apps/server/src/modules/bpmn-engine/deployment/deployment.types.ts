// Describes what is deployed, and what comes of it.
import type { Strictness } from '@keelson/bpmn-rules';
import type { Act } from '../../../kernel/records/act.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { ReadFiles } from '../runtime/definitions/deployment-reader.ts';

/** Whoever deploys stands behind what the definitions do by themselves, and in the events. */
export interface DeployingAct extends Pick<Act, 'caller' | 'record'> {
  readonly context: Pick<Context, 'language'>;
}

export interface DeployRequest {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly deploymentName: string | null;
  readonly source: string | null;
  readonly strictness: Strictness;
  /** Makes a new version even where the content is unchanged. */
  readonly force: boolean;
}

export interface Deployed {
  readonly deploymentId: string;
  readonly warningCount: number;
}

/** Says whether files can be deployed: where no problem is an error, and no key is defined twice. */
export type Validated = Pick<ReadFiles, 'problems' | 'problemCount' | 'duplicateKeys'>;
