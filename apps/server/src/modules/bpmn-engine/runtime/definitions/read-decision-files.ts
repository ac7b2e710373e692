// Reads the DMN files of a deployment: every problem of them, or the decisions that they make.
import {
  type Decision,
  DMN_RULES,
  DMN_RULES_TR,
  type DmnProblem,
  type DmnRule,
  newAllowance,
  readDmn,
} from '@keelson/bpmn-host';
import { canonicalDigest, type DeploymentFile, isDmnNamespace, parseXml } from '@keelson/bpmn-xml';
import type { DeploymentProblem } from './deployment-problem.ts';

/** A decision as a file defines it, ready to be stored as a version. */
export interface ReadDecision {
  readonly key: string;
  readonly name: string;
  readonly versionTag: string | null;
  readonly resourceName: string;
  /** Hit policy of a table; null for an expression. */
  readonly hitPolicy: string | null;
  readonly inputs: readonly { readonly name: string; readonly expression: string; readonly type: string | null }[];
  readonly outputs: readonly { readonly name: string; readonly type: string | null }[];
  /** The hash of the canonical content of the whole file, in hexadecimal digits. */
  readonly contentSha256: string;
}

export interface ReadDecisionFiles {
  /** Files of other kinds, each parsed. */
  readonly others: readonly Required<DeploymentFile>[];
  readonly fileNames: ReadonlySet<string>;
  readonly problems: readonly DeploymentProblem[];
  /** Keys that several of the files define. */
  readonly duplicateKeys: readonly { readonly key: string; readonly files: readonly string[] }[];
  /** Decisions in the order of the files. */
  readonly decisions: readonly ReadDecision[];
}

/** Sorts files by their root namespace; whatever is no XML is left to the rules of BPMN. */
export function readDecisionFiles(files: readonly DeploymentFile[]): ReadDecisionFiles {
  const parsed = files.map((file) => ({ ...file, parsed: file.parsed ?? parseXml(file.bytes) }));
  const others = parsed.filter((file) => !isDecisionFile(file));
  const problems: DeploymentProblem[] = [];
  const decisions: ReadDecision[] = [];
  const allowance = newAllowance();
  for (const file of parsed.filter(isDecisionFile)) {
    const { graph, problems: found } = readDmn(file.bytes, file.parsed, allowance);
    if (found !== undefined) problems.push(...found.map((problem) => toProblem(file.name, problem)));
    else decisions.push(...[...graph.decisions.values()].map((decision) => toDecision(file, decision)));
  }
  const fileNames = new Set(parsed.filter(isDecisionFile).map(({ name }) => name));
  return { others, fileNames, problems, decisions, duplicateKeys: duplicatesOf(decisions) };
}

type ParsedFile = Required<DeploymentFile>;

function isDecisionFile({ parsed: { tree } }: ParsedFile): boolean {
  return tree !== undefined && isDmnNamespace(tree.root.namespace);
}

/** Makes a problem of a DMN file, whose detail is in English; its rule is written in both languages. */
function toProblem(file: string, { ruleId, message, ...place }: DmnProblem): DeploymentProblem {
  const isOwn = Object.hasOwn(DMN_RULES, ruleId);
  return {
    ...place,
    ruleId,
    file,
    severity: 'ERROR',
    message,
    messageTr: isOwn ? `${DMN_RULES_TR[ruleId as DmnRule]}: ${message}` : message,
    help: isOwn ? DMN_RULES[ruleId as DmnRule] : null,
    helpTr: isOwn ? DMN_RULES_TR[ruleId as DmnRule] : null,
  };
}

function toDecision({ name: resourceName, parsed: { tree } }: ParsedFile, decision: Decision): ReadDecision {
  const { id, name, versionTag, type, variable, requiredInputs, logic } = decision;
  const isTable = logic.kind === 'table';
  return {
    key: id,
    name,
    versionTag,
    resourceName,
    hitPolicy: isTable ? logic.hitPolicy : null,
    inputs: isTable
      ? logic.inputs.map((input) => ({
          name: input.label,
          expression: input.expression.text,
          type: nameOf(input.type),
        }))
      : requiredInputs.map((input) => ({ name: input.name, expression: input.name, type: nameOf(input.type) })),
    outputs: isTable
      ? logic.outputs.map((output) => ({ name: output.name, type: nameOf(output.type) }))
      : [{ name: variable, type: nameOf(type) }],
    contentSha256: tree === undefined ? '' : canonicalDigest(tree.root),
  };
}

function nameOf(type: { readonly name: string } | null): string | null {
  return type?.name ?? null;
}

function duplicatesOf(decisions: readonly ReadDecision[]): ReadDecisionFiles['duplicateKeys'] {
  const filesOf = new Map<string, string[]>();
  for (const { key, resourceName } of decisions) filesOf.set(key, [...(filesOf.get(key) ?? []), resourceName]);
  return [...filesOf].flatMap(([key, files]) => (files.length > 1 ? { key, files } : []));
}
