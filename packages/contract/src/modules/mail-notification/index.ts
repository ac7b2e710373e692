// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { mailNotificationTurkish } from './documentation/turkish.ts';
import { mailNotificationContract } from './module.ts';

export * from './attachments/attachment-models.ts';
export * from './calendar/calendar-models.ts';
export { SvcCalendarNotificationRequestModel } from './calendar/calendar-operations.ts';
export * from './mails/mail-models.ts';
export * from './mails/stream-models.ts';
export {
  providerSort,
  providerSortStandard,
  SvcNotificationMailTestModel,
  SvcNotificationProviderCheckModel,
  SvcNotificationProviderModel,
  SvcNotificationProviderModelInput,
  SvcNotificationProviderQueryModel,
  SvcNotificationProviderUpdateModel,
} from './providers/provider-models.ts';
export { SvcNotificationSenderCheckModel } from './senders/sender-check-model.ts';
export * from './senders/sender-models.ts';
export * from './sends/batch-models.ts';
export {
  type MailAddressInput,
  mailParametersBytesMax,
  mailParametersDepthMax,
  mailRecipientsMax,
  SvcNotificationMailRequestModel,
  SvcNotificationMailRequestModelWithContent,
  separateMailsMax,
} from './sends/send-models.ts';
export * from './suppressions/suppression-models.ts';
export { SvcNotificationPreviewModel } from './templates/preview-model.ts';
export {
  SvcNotificationTemplateContentModel,
  type SvcNotificationTemplateContentModelInput,
  SvcNotificationTemplateContentUpdateModel,
  SvcNotificationTemplateCopyModel,
  SvcNotificationTemplateDataModel,
  SvcNotificationTemplateModel,
  SvcNotificationTemplateModelInput,
  type SvcNotificationTemplateParameterModel,
  SvcNotificationTemplateQueryModel,
  SvcNotificationTemplateUpdateModel,
  SvcNotificationTemplateValidateModel,
  SvcNotificationTemplateValidationModel,
  SvcNotificationTemplateVersionModel,
  templateLocalesMax,
  templateSortStandard,
} from './templates/template-models.ts';
export {
  SvcNotificationTemplateExportRequestModel,
  type SvcNotificationTemplateImportItemModel,
  SvcNotificationTemplateImportModel,
  SvcNotificationTemplateImportResultModel,
  templateTransferBytesMax,
  templateTransferContentsMax,
  templateTransferMax,
} from './templates/transfer-models.ts';

export const mailNotificationModule: Documented<typeof mailNotificationContract> = documented(
  mailNotificationContract,
  {
    examples,
    turkish: mailNotificationTurkish,
  },
);
