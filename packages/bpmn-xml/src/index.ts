// The door of the package: all that the other packages may know of BPMN as XML.
export type { Problem, Severity, Strictness } from '@keelson/bpmn-rules';
export type { CompileSource } from './compile/compilation/compilation.ts';
export type { CompileOptions } from './compile/compilation/compile-options.ts';
export { keepOrigins } from './compile/compilation/expression-origins.ts';
export { compileProcess } from './compile/compile-process.ts';
export type { EditRefusal } from './edit/changes/edit-stop.ts';
export type { PatchOperation, PatchRefusal, PatchResult } from './edit/patch/patch.types.ts';
export { patchModel } from './edit/patch/patch-model.ts';
export { fromPortable, type Portable, toPortable } from './portable/portable-model.ts';
export { canonicalDigest } from './read/canonical-content.ts';
export type { ModelNode } from './read/model-nodes.ts';
export { readDocument } from './read/read-document.ts';
export type { ReadDefinition } from './read-definition.ts';
export * from './read-deployment.ts';
export { isDmnNamespace } from './tree/namespaces.ts';
export { parseXml, printXml, XML_LIMITS } from './tree/tree.ts';
export type * from './tree/tree.types.ts';
