// Answers the operations on parameters, previews and checks of reports.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { translatedProblems } from '../../../kernel/request/translated-arguments.ts';
import type { PreviewService } from './preview.service.ts';

export function createStatementHandlers(service: PreviewService) {
  return {
    resolveParameters: ({ act, params, body }) => service.resolve(act, params.uuid, body),
    previewReport: ({ act, body }) => service.preview(act, body),
    async validateReport({ act, body }) {
      const validation = await service.validate(act, body);
      return { ...validation, problemList: translatedProblems(validation.problemList, act.context.language) };
    },
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
