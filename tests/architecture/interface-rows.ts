// Lists the 79 operations of the interface: module, name, method, path, model of the request and type of the answer (- where it names none).

export interface InterfaceRow {
  readonly module: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Is null where the interface names none. */
  readonly request: string | null;
  /** Is what stands behind `SvcResponse`; null where the interface names none. */
  readonly answer: string | null;
}

const rows = `
authentication completeLoginWithCode POST /auth/complete-login-with-code SvcAuthVerificationRequestModel SvcAuthAuthenticationResponseModel
authentication getCaptchaImageString POST /auth/captcha-image-string - String
authentication login POST /auth/login SvcAuthAuthenticationRequestModel SvcAuthAuthenticationResponseModel
authentication logout GET /auth/logout - -
mail-notification calendarNotify POST /notification/mail/calendar-notify SvcCalendarNotificationRequestModel Void
mail-notification notify POST /notification/mail/notify SvcNotificationMailRequestModel Void
mail-notification notifyWithContent POST /notification/mail/notify-with-content SvcNotificationMailRequestModelWithContent Void
mail-notification preview POST /notification/mail/preview - SvcNotificationTemplateContentModel
mail-notification activateByUuid POST /notification/template/activate/by-uuid/{uuid} - Void
mail-notification deactivateByUuid POST /notification/template/deactivate/by-uuid/{uuid} - Void
mail-notification delete DELETE /notification/template/by-uuid/{uuid} - Void
mail-notification getByUuid GET /notification/template/by-uuid/{uuid} - SvcNotificationTemplateModel
mail-notification isEnabled GET /notification/template/enabled/by-code/{code} - Boolean
mail-notification preview POST /notification/template/preview - SvcNotificationTemplateContentModel
mail-notification queryDataPage POST /notification/template/data/page - SvcPageSvcNotificationTemplateDataModel
mail-notification save POST /notification/template - Void
mail-notification update PUT /notification/template SvcNotificationTemplateModel Void
session begin POST /begin SvcSecuritySession Void
session close POST /close - Void
session close1 POST /close/session SvcSession Void
session closeAll GET /close-all - Void
session closeAll2 GET /close-all/by-username/{username} - Void
session closeAllByUser GET /close-all/user - Void
session closeAllIdentifiers POST /close-all/identifiers - Void
session closeAllSessions POST /close-all/sessions SvcSession Void
session closeAllSessionsByUser POST /close-all/sessions/user SvcSession Void
session closeAllUsers POST /close-all/users - Void
session closeByUser POST /close/user - Void
session countByCurrentUser GET /count/by-current-user - Long
session exist POST /exist - Boolean
session get GET /session - SvcSecuritySession
session queryPage POST /page SvcSessionQueryModel SvcPageSvcSession
session queryPageByUser POST /page/user SvcSessionQueryModel SvcPageSvcSession
logger-producer produceAsync POST /event/async SvcEventLogModel Void
logger-producer produceSync POST /event/sync SvcEventLogModel Void
logger-producer getValueByKey GET /cache/value/by-key/{key} - Boolean
logger-producer queryList POST /cache/list SvcLogProducerCacheQueryModel -
system-setting getBooleanSettingByCode GET /settings/boolean-setting/by-code/{code} - Boolean
system-setting getBooleanSettingByCodeAndTenant GET /settings/boolean-setting-with-tenant/by-code/{code} - Boolean
system-setting getNumberSettingByCode GET /settings/number-setting/by-code/{code} - Long
report deleteByUuid DELETE /executable-reports/{uuid} - Void
report discoverReportDataAdapters GET /executable-reports/report-data-adapters/discover - SetSvcRToolResolvedReportDataAdapterModel
report getByUuid GET /executable-reports/by-uuid/{uuid} - SvcRToolExecutableReportModel
report queryDataList POST /report-groups/data/list SvcRToolReportGroupQueryModel -
report queryDataPage POST /report-groups/data/page SvcRToolReportGroupQueryModel SvcPageSvcRToolReportGroupDataModel
report queryLookupDataList POST /report-groups/data/lookup/list SvcRToolReportGroupQueryModel ListSvcRToolReportGroupLookupDataModel
report save POST /report-groups SvcRToolReportGroupModel Void
notification-polling queryPage POST /polling/announcement/page SvcNotificationPollingAnnouncementQueryModel SvcPageSvcNotificationPollingAnnouncementModel
notification-polling send POST /polling/announcement/send SvcNotificationPollingAnnouncementModel SvcNotificationPollingAnnouncementModel
notification-polling getUnreadNotificationCountByUser GET /polling/user/unread/by-user/{user} - Number
bpmn-admin activateProcessDefinition POST /admin/repository/activate SvcBpmnActivateProcessDefinitionModel Void
bpmn-admin suspendProcessDefinition POST /admin/repository/suspend SvcBpmnSuspendProcessDefinitionModel Void
bpmn-admin findLatestProcessDefinitionByKey GET /admin/repository/latest/by-key/{key} - ListSvcBpmnProcessDefinitionModel
bpmn-admin exportAll POST /process/export-all - -
bpmn-admin exportProcess GET /process/export/{processId} - -
bpmn-admin getCurrentVersion GET /process/version/current/{processCode} - Long
bpmn-admin getNamespaceList GET /process/namespaces - ListString
bpmn-admin queryList POST /process/list SvcBpmnProcessQueryModel ListSvcBpmnProcessModel
bpmn-admin queryPage POST /process/page SvcBpmnProcessQueryModel SvcPageSvcBpmnProcessModel
bpmn-admin save POST /process/save SvcBpmnProcessModel Long
bpmn-admin saveProcessModelNode POST /process/model/{modelId} - Void
system-menu getAppNameDataList GET /app-names/data/list - ListSvcAppNameModel
system-menu update PUT /app-names SvcAppNameModel SvcAppNameModel
system-menu updateAll POST /app-names/update-all SvcAppNameUpdateModel Void
system-menu deleteByPath DELETE /menu-favorites - Void
system-menu getByMenuItemUuid GET /menu-authorities/by-menu-item-uuid/{uuid} - SvcMenuItemAuthorityModel
system-menu update PUT /menu-authorities SvcMenuItemAuthorityPersistModel Void
bpmn-engine activateProcessDefinition POST /repository/activate SvcBpmnActivateProcessDefinitionModel Void
bpmn-engine deploy POST /repository/deployXml - Void
bpmn-engine deployList POST /repository/deployXmls - Void
bpmn-engine getBpmnModelArrayByProcessDefinitionId GET /repository/model/{id} - -
bpmn-engine queryPage POST /process-instance/page SvcBpmnProcessInstanceQueryModel -
bpmn-engine setVariable POST /runtime/set-variable/by-execution-id/{executionId}/by-variable-name/{variableName} - Void
bpmn-engine startProcessInstanceById POST /runtime/start/by-process-defitinion-id/{processDefinitionId} SvcBpmnStartProcessInstanceModel SvcBpmnProcessInstanceModel
bpmn-engine startProcessInstanceByKey POST /runtime/start/by-process-defitinion-key/{processDefinitionKey} SvcBpmnStartProcessInstanceModel SvcBpmnProcessInstanceModel
bpmn-engine getVariables GET /task/variables/{taskId} - MapStringObject
bpmn-engine queryList POST /task/list SvcBpmnTaskQueryModel ListSvcBpmnTaskModel
bpmn-engine queryPage POST /task/page SvcBpmnTaskQueryModel SvcPageSvcBpmnTaskModel
bpmn-engine unclaim GET /task/{id}/unclaim - Void
`;

export const interfaceRows: readonly InterfaceRow[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [module = '', name = '', method = '', path = '', request = '', answer = ''] = row.split(' ');
    const named = (model: string) => (model === '-' ? null : model);
    return { module, name, method, path, request: named(request), answer: named(answer) };
  });
