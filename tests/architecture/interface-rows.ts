// Lists the 79 operations of the interface: module, name, method, path.

export interface InterfaceRow {
  readonly module: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

const rows = `
authentication completeLoginWithCode POST /auth/complete-login-with-code
authentication getCaptchaImageString POST /auth/captcha-image-string
authentication login POST /auth/login
authentication logout GET /auth/logout
mail-notification calendarNotify POST /notification/mail/calendar-notify
mail-notification notify POST /notification/mail/notify
mail-notification notifyWithContent POST /notification/mail/notify-with-content
mail-notification preview POST /notification/mail/preview
mail-notification activateByUuid POST /notification/template/activate/by-uuid/{uuid}
mail-notification deactivateByUuid POST /notification/template/deactivate/by-uuid/{uuid}
mail-notification delete DELETE /notification/template/by-uuid/{uuid}
mail-notification getByUuid GET /notification/template/by-uuid/{uuid}
mail-notification isEnabled GET /notification/template/enabled/by-code/{code}
mail-notification preview POST /notification/template/preview
mail-notification queryDataPage POST /notification/template/data/page
mail-notification save POST /notification/template
mail-notification update PUT /notification/template
session begin POST /begin
session close POST /close
session close1 POST /close/session
session closeAll GET /close-all
session closeAll2 GET /close-all/by-username/{username}
session closeAllByUser GET /close-all/user
session closeAllIdentifiers POST /close-all/identifiers
session closeAllSessions POST /close-all/sessions
session closeAllSessionsByUser POST /close-all/sessions/user
session closeAllUsers POST /close-all/users
session closeByUser POST /close/user
session countByCurrentUser GET /count/by-current-user
session exist POST /exist
session get GET /session
session queryPage POST /page
session queryPageByUser POST /page/user
logger-producer produceAsync POST /event/async
logger-producer produceSync POST /event/sync
logger-producer getValueByKey GET /cache/value/by-key/{key}
logger-producer queryList POST /cache/list
system-setting getBooleanSettingByCode GET /settings/boolean-setting/by-code/{code}
system-setting getBooleanSettingByCodeAndTenant GET /settings/boolean-setting-with-tenant/by-code/{code}
system-setting getNumberSettingByCode GET /settings/number-setting/by-code/{code}
report deleteByUuid DELETE /executable-reports/{uuid}
report discoverReportDataAdapters GET /executable-reports/report-data-adapters/discover
report getByUuid GET /executable-reports/by-uuid/{uuid}
report queryDataList POST /report-groups/data/list
report queryDataPage POST /report-groups/data/page
report queryLookupDataList POST /report-groups/data/lookup/list
report save POST /report-groups
notification-polling queryPage POST /polling/announcement/page
notification-polling send POST /polling/announcement/send
notification-polling getUnreadNotificationCountByUser GET /polling/user/unread/by-user/{user}
bpmn-admin activateProcessDefinition POST /admin/repository/activate
bpmn-admin suspendProcessDefinition POST /admin/repository/suspend
bpmn-admin findLatestProcessDefinitionByKey GET /admin/repository/latest/by-key/{key}
bpmn-admin exportAll POST /process/export-all
bpmn-admin exportProcess GET /process/export/{processId}
bpmn-admin getCurrentVersion GET /process/version/current/{processCode}
bpmn-admin getNamespaceList GET /process/namespaces
bpmn-admin queryList POST /process/list
bpmn-admin queryPage POST /process/page
bpmn-admin save POST /process/save
bpmn-admin saveProcessModelNode POST /process/model/{modelId}
system-menu getAppNameDataList GET /app-names/data/list
system-menu update PUT /app-names
system-menu updateAll POST /app-names/update-all
system-menu deleteByPath DELETE /menu-favorites
system-menu getByMenuItemUuid GET /menu-authorities/by-menu-item-uuid/{uuid}
system-menu update PUT /menu-authorities
bpmn-engine activateProcessDefinition POST /repository/activate
bpmn-engine deploy POST /repository/deployXml
bpmn-engine deployList POST /repository/deployXmls
bpmn-engine getBpmnModelArrayByProcessDefinitionId GET /repository/model/{id}
bpmn-engine queryPage POST /process-instance/page
bpmn-engine setVariable POST /runtime/set-variable/by-execution-id/{executionId}/by-variable-name/{variableName}
bpmn-engine startProcessInstanceById POST /runtime/start/by-process-defitinion-id/{processDefinitionId}
bpmn-engine startProcessInstanceByKey POST /runtime/start/by-process-defitinion-key/{processDefinitionKey}
bpmn-engine getVariables GET /task/variables/{taskId}
bpmn-engine queryList POST /task/list
bpmn-engine queryPage POST /task/page
bpmn-engine unclaim GET /task/{id}/unclaim
`;

export const interfaceRows: readonly InterfaceRow[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [module = '', name = '', method = '', path = ''] = row.split(' ');
    return { module, name, method, path };
  });
