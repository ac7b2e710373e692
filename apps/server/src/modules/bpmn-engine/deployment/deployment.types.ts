// Describes what is deployed, and what comes of it.
import type { Strictness } from '@keelson/bpmn-rules';
import type { ProblemCounts } from '@keelson/bpmn-xml';
import type { SvcBpmnDeploymentModel, SvcBpmnProblem } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { AskingAct } from '../interface/caller-act.types.ts';
import type { ReadFiles } from '../runtime/definitions/deployment-reader.ts';

/** Who deploys, stands behind what the definitions do by themselves, and is named in the events. */
export interface DeployingAct extends AskingAct, Pick<Act, 'record'> {}

/** Who switches versions, and is named in the events. */
export type SwitchingAct = Pick<Act, 'caller' | 'actor'>;

export interface NamedFile {
  /** Name of the file, which differs from those of the others. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface FileToDeploy extends NamedFile {
  /** The process of the administration whose file it is; null or left out: it is deployed as a file. */
  readonly processModelId?: number | null;
}

/** Answers which rules refuse the deployments of a tenant that name none. */
export type StrictnessOf = (tenantIdentifier: string) => Strictness;

export interface DeployRequest {
  readonly files: readonly FileToDeploy[];
  /** Name of the deployment; standard: that of the first file. */
  readonly deploymentName?: string | null | undefined;
  readonly source?: string | null | undefined;
  /** How the rules are taken; standard: the setting `bpmn-engine.strictness` of the tenant. */
  readonly strictness?: Strictness | null | undefined;
  /** Whether unchanged content makes a new version, too. */
  readonly force?: boolean | null | undefined;
  /** Whether new versions are stored suspended; those that are unchanged stay as they are. */
  readonly suspended?: boolean;
}

/** Files that were read and may be deployed, by whoever had them read. */
export interface PreparedDeployment {
  readonly request: DeployRequest;
  readonly found: ReadFiles;
}

/** Version of a process of the files: the one that was made of it, or the newest one, which equals it. */
export interface DeployedDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly resourceName: string;
  readonly suspended: boolean;
  readonly unchanged: boolean;
}

export interface Deployed {
  /**
   * The deployment as its page shows it. Where everything is unchanged nothing is stored: it is the newest deployment
   * that holds it, with the unchanged keys and the warnings of this request.
   */
  readonly deployment: SvcBpmnDeploymentModel;
  /** Definitions in the order of the files. */
  readonly definitions: readonly DeployedDefinition[];
}

export interface ValidateOptions {
  /** Whether rules are asked that look outside the files: calls, decisions, files and native calls that are not there. */
  readonly outside: boolean;
  /** How the rules are taken; standard: the setting `bpmn-engine.strictness` of the tenant. */
  readonly strictness?: Strictness | null | undefined;
}

export interface StrictnessCounts extends ProblemCounts {
  readonly deployable: boolean;
}

/** Verdict of the rules on files. */
export interface Validated {
  /** Problems, errors first, at most 1,000, in the language of who asks. */
  readonly problems: readonly SvcBpmnProblem[];
  /** Number of all problems. */
  readonly problemCount: number;
  /** Keys that stand in more than one of the files, which a deployment refuses with 409 `DUPLICATE_KEY`. */
  readonly duplicateKeys: readonly string[];
  readonly counts: Readonly<Record<Strictness, StrictnessCounts>>;
  /** Version of the rules: counts that were kept with another one are to be made anew. */
  readonly rulesVersion: string;
}

/**
 * Which definitions are wanted: the newest version of a key, suspended or not, in each tenant that the caller reaches, his own first;
 * those of these ids, in that order; or those that were deployed from a process of the administration, the newest first. The last two are
 * of the caller's tenant.
 */
export type DefinitionsWanted =
  | { readonly key: string }
  | { readonly ids: readonly string[] }
  | { readonly processModelId: number };

/** Keys of what is deployed, or is asked for. */
export interface KeysOfDeployed<Keys> {
  readonly processes: Keys;
  readonly decisions: Keys;
}

/** Use of a version. */
export interface DefinitionUse {
  /** Number of running instances, those that are suspended too. */
  readonly running: number;
  readonly suspended: number;
  readonly incidents: number;
}

export interface HowToSwitch {
  readonly suspended: boolean;
  /** Module that asked for it, which the event names. */
  readonly via?: string;
}
