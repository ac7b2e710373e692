// Where the text of a script is: written in the model, or in another file of the deployment.
import { extensionAttribute } from './extension-facts.ts';
import { type BpmnElement, childrenOfType, type ExtensionFact } from './types/document.ts';

export interface ScriptPlace {
  readonly format: string;
  /** Text in the model; empty where there is none. */
  readonly written: string;
  /** Name of a file of the deployment, which goes before what is written. */
  readonly resource: string | null;
}

/** Answers the script of a script task, or of a global one, which calls its format its language. */
export function scriptTaskPlace(element: BpmnElement): ScriptPlace {
  const attribute = element.type === 'globalScriptTask' ? 'scriptLanguage' : 'scriptFormat';
  return {
    format: element.attributes.get(attribute)?.trim() ?? '',
    written: childrenOfType(element, 'script')[0]?.text ?? '',
    resource: resourceName(extensionAttribute(element, 'resource')?.value),
  };
}

/** Answers the script of an extension's `script` element, whose language tools name in two ways. */
export function scriptFactPlace({ attributes, value }: ExtensionFact): ScriptPlace {
  const format = attributes.get('scriptFormat')?.trim() || attributes.get('language')?.trim() || '';
  return { format, written: value, resource: resourceName(attributes.get('resource')) };
}

/** Answers the file name of a resource: tools write where they look for the file; here it lies beside the model. */
export function resourceName(text = ''): string | null {
  const name = text.trim().replace(/^deployment:\/\//, '');
  return name === '' ? null : name;
}
