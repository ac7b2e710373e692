// Shows versions of processes and deployments as the interface shows them.
import type { Language, SvcBpmnDeploymentModel, SvcBpmnProcessDefinitionModel } from '@keelson/contract';
import { upperName } from '../../../kernel/text/upper-name.ts';
import { isoDate } from '../interface/iso-date.ts';
import type { DefinitionUse } from './deployment.types.ts';
import { problemToWire } from './judging/problem.wire.ts';
import type { DefinitionPageRow, DeploymentPageRow } from './repository.store.ts';

export function definitionToWire(
  row: DefinitionPageRow,
  language: Language,
  counts: DefinitionUse | null = null,
): SvcBpmnProcessDefinitionModel {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    category: row.category,
    versionTag: row.version_tag,
    deploymentId: row.deployment_id,
    resourceName: row.resource_name,
    runAs: row.run_as,
    startFormKey: row.start_form_key,
    tenantIdentifier: row.tenant_identifier,
    version: row.version,
    processModelId: row.process_model_id,
    deploymentTime: isoDate(row.deployed_at),
    executable: row.executable,
    startable: row.startable,
    startableInTasklist: row.startable_in_tasklist,
    suspended: row.suspended,
    shared: row.shared,
    hasDiagram: row.has_diagram,
    historyTimeToLive: row.history_time_to_live,
    historyLevel: row.history_level === null ? null : upperName(row.history_level),
    candidateStarterUsers: row.candidate_starter_users,
    candidateStarterGroups: row.candidate_starter_groups,
    messageStarts: row.message_starts,
    signalStarts: row.signal_starts,
    timerStarts: row.timer_starts,
    counts,
    warnings: row.warnings.map((problem) => problemToWire(problem, false, language)),
  };
}

export function deploymentToWire(row: DeploymentPageRow, language: Language): SvcBpmnDeploymentModel {
  const severalFiles = row.resources.length > 1;
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    deploymentTime: isoDate(row.deployed_at),
    deployedBy: row.deployed_by,
    resources: row.resources,
    definitions: row.definitions,
    decisions: row.decisions,
    forms: row.forms,
    unchanged: row.unchanged_keys,
    problems: row.problems.map((problem) => problemToWire(problem, severalFiles, language)),
    problemCount: row.problem_count,
  };
}
