// Holds examples of files and addresses that people attach to tasks and instances.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';

const ofTask = {
  id: example.attachment,
  taskId: example.task,
  processInstanceId: example.instance,
  author: 'admin',
  time: example.time,
  name: 'doctor.txt',
  mediaType: 'application/octet-stream',
  size: 18,
  url: null,
} as const;
const ofInstance = { ...ofTask, taskId: null } as const;
const made = { id: example.uuid } as const;
const sort = { properties: ['time'], direction: 'DESC' } as const;
const onePage = { totalPages: 1, totalElements: 1, pageable: { pageNumber: 0, pageSize: 20, sort } };
const upload = {
  files: { file: [{ fileName: 'doctor.txt', bytes: 'Unfit until Friday', mediaType: 'application/octet-stream' }] },
  fields: {},
} as const;
const file = { mediaType: 'application/octet-stream', text: 'Unfit until Friday' } as const;
const atTask = { id: example.task, attachmentId: example.attachment } as const;
const atInstance = { id: example.instance, attachmentId: example.attachment } as const;

export const attachmentExamples = {
  getTaskAttachments: { params: { id: example.task }, answer: { data: [ofTask], ...onePage } },
  addTaskAttachment: { params: { id: example.task }, ...upload, answer: { ...ofTask, ...made } },
  getTaskAttachment: { params: atTask, answer: file },
  deleteTaskAttachment: { params: atTask },
  getInstanceAttachments: { params: { id: example.instance }, answer: { data: [ofInstance], ...onePage } },
  addInstanceAttachment: { params: { id: example.instance }, ...upload, answer: { ...ofInstance, ...made } },
  getInstanceAttachment: { params: atInstance, answer: file },
  deleteInstanceAttachment: { params: atInstance },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
