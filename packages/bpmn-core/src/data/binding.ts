// A binding says which version of something that is called by key is meant.
import type { Burst, WorkToken } from '../instance/burst.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Binding } from '../model/work-model.ts';
import type { Value } from '../values/values.ts';
import { evaluate } from './evaluation.ts';

export function bindingOptions(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  binding: Binding,
): Readonly<Record<string, Value>> {
  switch (binding.kind) {
    case 'version':
      return { binding: 'version', version: evaluate(burst, binding.version, token, node) };
    case 'versionTag':
      return { binding: 'versionTag', versionTag: evaluate(burst, binding.tag, token, node) };
    default:
      return { binding: binding.kind };
  }
}
