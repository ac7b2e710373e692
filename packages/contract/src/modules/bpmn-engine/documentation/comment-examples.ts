// Holds examples of what people say about tasks and instances.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';

const ofTask = {
  id: example.comment,
  taskId: example.task,
  processInstanceId: example.instance,
  author: 'admin',
  time: example.time,
  changeTime: null,
  text: 'The dates suit the team.',
} as const;
const ofInstance = { ...ofTask, taskId: null } as const;
const made = { id: example.uuid } as const;
const sort = { properties: ['time'], direction: 'DESC' } as const;
const onePage = { totalPages: 1, totalElements: 1, pageable: { pageNumber: 0, pageSize: 20, sort } };
const body = { text: 'The dates suit the team.' };
const changed = { text: 'The dates suit everybody.' };
const atTask = { id: example.task, commentId: example.comment } as const;
const atInstance = { id: example.instance, commentId: example.comment } as const;

export const commentExamples = {
  getTaskComments: { params: { id: example.task }, answer: { data: [ofTask], ...onePage } },
  addTaskComment: { params: { id: example.task }, body, answer: { ...ofTask, ...made } },
  changeTaskComment: { params: atTask, body: changed, answer: { ...ofTask, ...changed, changeTime: example.time } },
  deleteTaskComment: { params: atTask },
  getInstanceComments: { params: { id: example.instance }, answer: { data: [ofInstance], ...onePage } },
  addInstanceComment: { params: { id: example.instance }, body, answer: { ...ofInstance, ...made } },
  changeInstanceComment: {
    params: atInstance,
    body: changed,
    answer: { ...ofInstance, ...changed, changeTime: example.time },
  },
  deleteInstanceComment: { params: atInstance },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
