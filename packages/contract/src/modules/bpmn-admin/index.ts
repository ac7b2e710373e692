// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { bpmnAdminTurkish } from './documentation/turkish.ts';
import { bpmnAdminContract } from './module.ts';

export {
  SvcBpmnModelDraftModel,
  SvcBpmnModelPatchModel,
  SvcBpmnProcessIdsModel,
  SvcBpmnProcessMoveModel,
  type SvcBpmnProcessOutcomeModel,
} from './models/draft-models.ts';
export { type NodeField, type NodeFormValues, nodeFields } from './models/node-form.ts';
export {
  modelBodyBytesMax,
  modelBytesMax,
  processCodePattern,
  processSort,
  processSortStandard,
  processStatuses,
  processTypes,
  rowsWithContentMax,
  SvcBpmnProblemCountsModel,
  SvcBpmnProcessModel,
  SvcBpmnProcessQueryModel,
  SvcBpmnProcessRenameModel,
  svgBytesMax,
} from './models/process-models.ts';
export { referenceKinds, SvcBpmnReferenceModel } from './models/reference-models.ts';
export {
  type processImportModes,
  type processImportStates,
  SvcBpmnImportReportModel,
  SvcBpmnModelDiffModel,
  SvcBpmnProcessDeployModel,
  SvcBpmnProcessDeploymentModel,
  SvcBpmnProcessRestoreModel,
  SvcBpmnProcessVersionModel,
  type versionOrigins,
} from './models/version-models.ts';

export const bpmnAdminModule: Documented<typeof bpmnAdminContract> = documented(bpmnAdminContract, {
  examples,
  turkish: bpmnAdminTurkish,
});
