// What the rules of activities say.
import type { RuleTexts } from '../rule-texts.ts';

export const ACTIVITY_TEXTS = {
  'ACT-01': {
    marks: '',
    en: 'startQuantity must be 1 or more',
    tr: 'startQuantity 1 ya da daha büyük olmalı',
    help: 'Write a whole number of 1 or more.',
  },
  'ACT-02': {
    marks: '',
    en: 'completionQuantity must be 1 or more',
    tr: 'completionQuantity 1 ya da daha büyük olmalı',
    help: 'Write a whole number of 1 or more.',
  },
  'ACT-03': {
    marks: 'L',
    en: 'A compensation activity (other than an event sub-process started by compensation) is not the target of an association from a compensation boundary event',
    tr: 'Telafi etkinliği (telafiyle başlayan olay alt süreci dışında) bir telafi sınır olayından gelen ilişkinin hedefi değil',
    help: 'Draw an association from a compensation boundary event to it.',
  },
  'ACT-04': {
    marks: '',
    en: 'The target of a compensation association must be marked isForCompensation',
    tr: 'Telafi ilişkisinin hedefi isForCompensation olarak işaretlenmeli',
    help: 'Set isForCompensation="true" on the activity.',
  },
  'ACT-05': {
    marks: '',
    en: 'scriptFormat is required with a script',
    tr: 'Betik varsa scriptFormat zorunludur',
    help: 'Write scriptFormat="javascript" or scriptFormat="feel".',
  },
  'ACT-06': {
    marks: 'X',
    en: 'Script task without script',
    tr: 'Betiği olmayan betik görevi',
    help: 'Add a script.',
  },
  'ACT-07': {
    marks: '',
    en: 'An instantiating receive task must not have incoming flows',
    tr: 'Süreç başlatan alma görevinin giren akışı olamaz',
    help: 'Remove the flow, or instantiate="true".',
  },
  'ACT-08': {
    marks: '',
    en: "messageRef of the {x} is not its operation's message",
    tr: '{x} öğesinin messageRef değeri işleminin (operation) mesajı değil',
    help: 'Name the same message in both.',
  },
  'ACT-09': {
    marks: 'X',
    en: 'Send task without message, operation or implementation',
    tr: 'Mesajı, işlemi ya da gerçekleştirimi olmayan gönderme görevi',
    help: 'Add messageRef, or say by an extension what it sends.',
  },
  'ACT-10': {
    marks: 'X',
    en: 'Call activity without calledElement',
    tr: 'calledElement vermeyen çağrı etkinliği',
    help: 'Name the process or global task that is called.',
  },
  'ACT-11': {
    marks: '',
    en: 'calledElement {x} is not a process or global task',
    tr: 'calledElement {x} bir süreç ya da genel görev değil',
    help: 'Name a process or global task.',
  },
  'ACT-12': {
    marks: 'X',
    en: 'The called process {x} has neither a none start event nor an implicit start',
    tr: 'Çağrılan {x} sürecinin ne tetikleyicisiz başlangıç olayı ne de örtük başlangıcı var',
    help: 'Add a start event without trigger to the called process.',
  },
  'ACT-13': {
    marks: 'XL',
    en: 'Data inputs/outputs of the call do not match those of {x}',
    tr: 'Çağrının veri girdileri/çıktıları {x} öğesininkilerle uyuşmuyor',
    help: 'Give the call the same inputs and outputs, in number, order and type.',
  },
  'ACT-14': {
    marks: 'L',
    en: "Service task with operation: exactly one input set, at most one output set, item types as in the operation's messages",
    tr: 'İşlemli servis görevi: tam bir girdi kümesi, en çok bir çıktı kümesi ve işlemin mesajlarındaki türler',
    help: 'Correct the sets, or the types of their data.',
  },
  'ACT-15': {
    marks: 'L',
    en: "Send task with io specification: at most one input set and data input, of the message's type",
    tr: 'Girdi-çıktı tanımlı gönderme görevi: en çok bir girdi kümesi ve mesajın türünde bir veri girdisi',
    help: 'Keep one data input of the type of the message.',
  },
  'ACT-16': {
    marks: 'L',
    en: "Receive task with io specification: at most one output set and data output, of the message's type",
    tr: 'Girdi-çıktı tanımlı alma görevi: en çok bir çıktı kümesi ve mesajın türünde bir veri çıktısı',
    help: 'Keep one data output of the type of the message.',
  },
  'ACT-17': {
    marks: 'L',
    en: 'humanPerformer and potentialOwner belong to user and manual tasks, global ones too',
    tr: 'humanPerformer ve potentialOwner yalnızca (genel olanlar dâhil) kullanıcı ve elle yapılan görevlere aittir',
    help: 'Make it a user task, or use performer.',
  },
  'ACT-18': {
    marks: '',
    en: 'resourceRef and resourceAssignmentExpression exclude each other',
    tr: 'resourceRef ile resourceAssignmentExpression birlikte kullanılamaz',
    help: 'Keep one of the two.',
  },
  'ACT-19': {
    marks: '',
    en: 'Parameter bindings need a resourceRef; {p} is not a parameter of it',
    tr: 'Parametre bağlamaları resourceRef ister; {p} onun parametresi değil',
    help: 'Name a resource that has this parameter.',
  },
  'ACT-20': {
    marks: '',
    en: 'Required resource parameter {p} is not bound',
    tr: 'Zorunlu kaynak parametresi {p} bağlanmamış',
    help: 'Add a resourceParameterBinding for it.',
  },
  'ACT-21': {
    marks: 'X',
    en: 'operationRef must belong to an interface the process supports or the deployment defines',
    tr: 'operationRef, sürecin desteklediği ya da dağıtımın tanımladığı bir arayüze ait olmalı',
    help: 'Deploy the file that defines the interface together with this one.',
  },
  'ACT-22': {
    marks: '',
    en: 'An activity has both loop kinds',
    tr: 'Etkinlikte iki döngü türü birden var',
    help: 'Keep one of the two loops.',
  },
} as const satisfies RuleTexts;
