// Declares the error codes of the BPMN engine.
import { error } from './definition.ts';

export const bpmnEngineErrors = {
  DEFINITION_NOT_FOUND: error(404, {
    en: 'There is no such process definition: {asked}.',
    tr: 'Böyle bir süreç tanımı yok: {asked}.',
    help: 'The id or key names no definition of the tenant.',
  }),
  DEFINITION_SUSPENDED: error(409, {
    en: 'The process definition {processDefinitionId} is suspended.',
    tr: '{processDefinitionId} süreç tanımı askıya alınmış.',
    help: 'Activate the definition, or start another version.',
  }),
  DEPLOYMENT_INVALID: error(422, {
    en: 'The files cannot be deployed; problems found: {count}.',
    tr: 'Dosyalar yüklenemiyor; bulunan sorun sayısı: {count}.',
    help: 'errorArguments holds every problem of every file as SvcBpmnProblem, errors first, at most 1,000.',
  }),
  DEPLOYMENT_NOT_FOUND: error(404, {
    en: 'There is no such deployment: {asked}.',
    tr: 'Böyle bir yükleme yok: {asked}.',
    help: 'The id names no deployment of the tenant.',
  }),
  DEPLOYMENT_IN_USE: error(409, {
    en: 'Instances of what was deployed run: {count}.',
    tr: 'Yüklenenlerin çalışan örnekleri var: {count}.',
    help: 'End them first, or send cascade=true, which cancels them; those of other tenants only with TENANT_ALL.',
  }),
  DEPLOYMENT_INSTANCES_TOO_MANY: error(409, {
    en: 'More than {limit} instances of what was deployed run: a batch of the type DELETE ends them.',
    tr: 'Yüklenenlerin {limit} sayısından fazla çalışan örneği var: bunları DELETE türünde bir toplu işlem bitirir.',
    help:
      'One request cancels no more of them. Order POST /management/batches with type DELETE and a query by processDefinitionId for each ' +
      'version, and delete the deployment once it is COMPLETED; what could not be ended stands in its failures.',
  }),
  RESOURCE_NOT_FOUND: error(404, {
    en: 'The deployment has no such file: {asked}.',
    tr: 'Yüklemede böyle bir dosya yok: {asked}.',
    help: 'The deployment lists the names of its files, which are compared letter by letter.',
  }),
  DUPLICATE_KEY: error(409, {
    en: 'The process or decision {key} is contained in more than one file.',
    tr: '{key} süreci ya da kararı birden fazla dosyada bulunuyor.',
    help: 'A deployment holds each id of a process and each id of a decision once.',
  }),
  DECISION_NOT_FOUND: error(404, {
    en: 'There is no such decision: {asked}.',
    tr: 'Böyle bir karar yok: {asked}.',
    help: 'The id or key, with version or version tag, names no decision of the tenant.',
  }),
  DECISION_FAILED: error(422, {
    en: 'The decision {key} cannot be made: {reason}.',
    tr: '{key} kararı verilemiyor: {reason}.',
    help: 'The reason names rules and expressions as the file has them.',
  }),
  BUSINESS_KEY_IN_USE: error(409, {
    en: 'The process instance {processInstanceId} has the business key {businessKey}.',
    tr: '{businessKey} iş anahtarı {processInstanceId} süreç örneğinindir.',
    help: 'The process wants each business key for one running instance.',
  }),
  VARIABLE_NOT_SEARCHABLE: error(422, {
    en: 'Nothing is found by the variable {name}: no process declares it with keelson:searchable="{name}".',
    tr: '{name} değişkeniyle arama yapılamaz: hiçbir süreç onu keelson:searchable="{name}" ile bildirmiyor.',
    help: 'Instances of the versions that declare a variable are found by it, from their start on.',
  }),
  DEFINITION_NOT_SHAREABLE: error(422, {
    en: 'The definition {processDefinitionId} cannot be shared with every tenant.',
    tr: '{processDefinitionId} tanımı bütün kiracılarla paylaşılamaz.',
    help: 'Definitions of the tenant default can be shared, of no other one.',
  }),
  RUN_AS_NOT_POSSIBLE: error(422, {
    en: 'The definition {processDefinitionId} cannot act as that person.',
    tr: '{processDefinitionId} tanımı bu kişi adına davranamaz.',
    help: "A person who may sign in, and of whom the caller holds every authority; nobody names one in another's stead.",
  }),
  INSTANCE_NOT_FOUND: error(404, {
    en: 'There is no such process instance: {asked}.',
    tr: 'Böyle bir süreç örneği yok: {asked}.',
    help: 'The id names no instance that the caller may see.',
  }),
  INSTANCE_ENDED: error(409, {
    en: 'The process instance {processInstanceId} has ended.',
    tr: '{processInstanceId} süreç örneği sona ermiş.',
    help: 'An ended instance can be read and no longer changed.',
  }),
  INSTANCE_NOT_ENDED: error(409, {
    en: 'The process instance {processInstanceId} has not ended, or the one that called it has not.',
    tr: '{processInstanceId} süreç örneği ya da onu çağıran örnek henüz sona ermedi.',
    help: 'Cancel the outermost instance first, or wait for its end.',
  }),
  INSTANCE_SUSPENDED: error(409, {
    en: 'The process instance {processInstanceId} is suspended.',
    tr: '{processInstanceId} süreç örneği askıya alınmış.',
    help: 'Activate the instance; what it waits for goes on then.',
  }),
  MESSAGE_NOT_CORRELATED: error(404, {
    en: 'Nobody waits for the message {messageName} with these keys; {others} wait for it with others.',
    tr: '{messageName} iletisini bu anahtarlarla bekleyen yok; başka anahtarlarla bekleyen: {others}.',
    help: 'Give timeToLive to let it wait for a receiver; /runtime/subscriptions/page shows who waits for what.',
  }),
  MESSAGE_AMBIGUOUS: error(422, {
    en: 'Receivers that fit the message {messageName}: {count}.',
    tr: '{messageName} iletisine uyan alıcı sayısı: {count}.',
    help: 'errorArguments lists them; give a key, an instance, or all: true.',
  }),
  EXTERNAL_TASK_NOT_FOUND: error(404, {
    en: 'There is no external task {asked}.',
    tr: '{asked} dış görevi yok.',
    help: 'It was completed, its instance has ended, or the id is of another tenant.',
  }),
  LOCK_LOST: error(409, {
    en: 'The worker {workerId} does not hold the lock of this external task.',
    tr: '{workerId} çalışanı bu dış görevin kilidini tutmuyor.',
    help: 'The lock ran out and somebody else has the task, or it was given back: fetch again.',
  }),
  JOB_NOT_FOUND: error(404, {
    en: 'There is no job {asked}.',
    tr: '{asked} işi yok.',
    help: 'It is done, or the id is of another tenant.',
  }),
  JOB_LOCKED: error(409, {
    en: 'The job {id} is being done.',
    tr: '{id} işi şu anda yapılıyor.',
    help: 'Try again when it is done; a job that has failed can be changed.',
  }),
  INCIDENT_NOT_FOUND: error(404, {
    en: 'There is no incident {asked}.',
    tr: '{asked} aksaklığı yok.',
    help: 'The id names no incident of the tenant.',
  }),
  INCIDENT_NOT_RESOLVABLE: error(409, {
    en: 'The incident {id} cannot be resolved by {action}.',
    tr: '{id} olayı {action} ile çözülemez.',
    help: 'It is resolved already, or its element has no normal way on that skip could take.',
  }),
  EXECUTION_NOT_WAITING: error(409, {
    en: 'The execution {executionId} does not wait to be triggered.',
    tr: '{executionId} yürütmesi tetiklenmeyi beklemiyor.',
    help: 'Only a receive task without message, a triggerable task and a manual task that waits can be triggered.',
  }),
  EXECUTION_NOT_ACTIVE: error(409, {
    en: 'The execution {executionId} has no variables of its own: its activity has not begun.',
    tr: '{executionId} yürütmesinin kendi değişkenleri yok: etkinliği başlamadı.',
    help: 'A token that waits for others belongs to no activity; set the variable without local.',
  }),
  VARIABLE_NOT_FOUND: error(404, {
    en: 'There is no variable {asked}.',
    tr: '{asked} değişkeni yok.',
    help: 'No variable of this name is visible from the execution, or, with local, belongs to it.',
  }),
  AD_HOC_NOT_ENABLED: error(422, {
    en: 'These activities cannot begin now: {elements}.',
    tr: 'Bu etkinlikler şu anda başlatılamaz: {elements}.',
    help: 'Only activities of the ad-hoc sub-process that are enabled can begin.',
  }),
  TASK_DELEGATED: error(409, {
    en: 'The task is delegated.',
    tr: 'Görev devredilmiş.',
    help: 'Resolve the task first: then its owner can complete it or give it back.',
  }),
  TASK_NOT_DELEGATED: error(409, {
    en: 'The task is not delegated.',
    tr: 'Görev devredilmiş değil.',
    help: 'Only a delegated task can be resolved; complete the task instead.',
  }),
  RETURN_NOT_POSSIBLE: error(422, {
    en: 'The task cannot be returned.',
    tr: 'Görev geri gönderilemiyor.',
    help: 'errorArguments holds every reason; the dry run shows what a return would do.',
  }),
  WITHDRAW_NOT_POSSIBLE: error(422, {
    en: 'The task cannot be withdrawn.',
    tr: 'Görev geri alınamıyor.',
    help: 'errorArguments holds every reason; only the own last task can be taken back, before anyone completed another.',
  }),
  MODIFICATION_NOT_POSSIBLE: error(422, {
    en: 'The instance cannot be changed like this.',
    tr: 'Örnek bu biçimde değiştirilemiyor.',
    help: 'errorArguments holds every reason; the dry run shows what the change would do.',
  }),
  BATCH_NOT_FOUND: error(404, {
    en: 'There is no such batch: {asked}.',
    tr: 'Böyle bir toplu işlem yok: {asked}.',
    help: 'The id names no batch of the tenant, or one that ended more than 30 days ago.',
  }),
  BATCH_ENDED: error(409, {
    en: 'The batch has ended.',
    tr: 'Toplu işlem sona ermiş.',
    help: 'Only a batch that runs can be cancelled.',
  }),
  BATCH_NOT_COMPLETED: error(409, {
    en: 'The batch is not through; its state is {state}.',
    tr: 'Toplu işlem tamamlanmamış; durumu {state}.',
    help: 'What failed is tried again once everything was tried. A batch that was cancelled is ordered anew.',
  }),
  MIGRATION_NOT_POSSIBLE: error(422, {
    en: 'The instance cannot go on by the other version.',
    tr: 'Örnek diğer sürümle süremez.',
    help: 'errorArguments holds every reason, with the id of the instance; the dry run shows what takes the place of what.',
  }),
  EXECUTION_NOT_FOUND: error(404, {
    en: 'There is no such execution: {asked}.',
    tr: 'Böyle bir yürütme yok: {asked}.',
    help: 'The id names neither an instance nor an execution that the caller may see.',
  }),
  VARIABLE_TOO_LARGE: error(413, {
    en: 'The variable {name} is larger than {limit} bytes.',
    tr: '{name} değişkeni {limit} bayttan büyük.',
    help: 'How large a variable may be as JSON is said by the setting bpmn-engine.limit.variable: 4 MiB at most.',
  }),
  PROCESS_NOT_EXECUTABLE: error(422, {
    en: 'The process {key} is not executable.',
    tr: '{key} süreci çalıştırılabilir değil.',
    help: 'Set isExecutable in the model and deploy it again.',
  }),
  START_EVENT_AMBIGUOUS: error(422, {
    en: 'The process has several start events; startElementId must name one.',
    tr: 'Sürecin birden fazla başlangıç olayı var; startElementId bunlardan birini belirtmeli.',
    help: 'errorArguments names the start events.',
  }),
  START_EVENT_NOT_FOUND: error(422, {
    en: 'The process has no start event {asked}.',
    tr: 'Süreçte {asked} başlangıç olayı yok.',
    help: 'startElementId names a none start event of the process, or an activity of it that is in no sub-process.',
  }),
  PROCESS_EXECUTION_FAILED: error(422, {
    en: 'The process could not go on at {elementId}.',
    tr: 'Süreç {elementId} öğesinde ilerleyemedi.',
    help: 'Nothing was changed; errorArguments holds elementId, code and message of the failure.',
  }),
  FORM_INVALID: error(422, {
    en: 'What was sent does not fit the form; problems: {count}.',
    tr: 'Gönderilenler forma uymuyor; sorun sayısı: {count}.',
    help: 'Nothing was changed; errorArguments names every field that does not fit, as the form of the task or of the start shows it.',
  }),
  TASK_NOT_FOUND: error(404, {
    en: 'There is no such task: {asked}.',
    tr: 'Böyle bir görev yok: {asked}.',
    help: 'The id names no task that the caller may see.',
  }),
  TASK_ALREADY_CLAIMED: error(409, {
    en: 'The task is already assigned to {assignee}.',
    tr: 'Görev zaten {assignee} kullanıcısına atanmış.',
    help: 'Ask the assignee to give the task back.',
  }),
  TASK_ALREADY_COMPLETED: error(409, {
    en: 'The task is already closed.',
    tr: 'Görev zaten kapatılmış.',
    help: 'A closed task can be read and no longer changed.',
  }),
  ATTACHMENT_HAS_NO_FILE: error(409, {
    en: 'The attachment {name} is an address and has no file.',
    tr: '{name} eki bir adrestir; dosyası yok.',
    help: 'The lists of attachments have the address.',
  }),
  COMMENT_NOT_FOUND: error(404, {
    en: 'There is no such comment: {asked}.',
    tr: 'Böyle bir yorum yok: {asked}.',
    help: 'It was taken back, or it is of another task or instance: a comment is changed where it was made.',
  }),
  TEST_CLOCK_STEPS_BACK: error(422, {
    en: 'The clock shows {now} and never steps back.',
    tr: 'Saat {now} gösteriyor ve hiç geri gitmez.',
    help: 'Name a later time. A new database starts with the time of its machine.',
  }),
  TEST_CLOCK_NOT_AT_REST: error(409, {
    en: 'After {seconds} s {count} jobs were still due; the clock stands at {now}.',
    tr: '{seconds} saniye sonra {count} iş hâlâ bekliyordu; saat {now} konumunda duruyor.',
    help: 'Advance again, by less: the clock stays where it has come, and what is due goes on.',
  }),
} as const;
