// Shapes versions as the interface has them.
import type { Strictness } from '@keelson/bpmn-rules';
import type { SvcBpmnProcessVersionModel } from '@keelson/contract';
import type { ListedVersion } from '../record/version.store.ts';

export function toSvcVersion(version: ListedVersion, strictness: Strictness): SvcBpmnProcessVersionModel {
  const { processId, number, name, comment, content, picture, size, origin, createdBy, dateCreated } = version;
  return {
    processId,
    versionNumber: number,
    name,
    comment,
    sha256: content.toString('hex'),
    size,
    hasSvg: picture !== null,
    origin,
    createdBy,
    dateCreated: dateCreated.toISOString(),
    problemCounts: version.counts[strictness],
    deployments: version.definitionIds,
  };
}
