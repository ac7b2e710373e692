// Reads from a module's source what only types and constants say: what it offers, needs and locks.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export interface SourceMember {
  readonly name: string;
  /** Is on one line; empty where there is none. */
  readonly comment: string;
  /** Holds the text of its type on one line. */
  readonly type: string;
}

export interface ModuleSource {
  /** Lists what `api.ts` offers to the other modules. */
  readonly offers: readonly SourceMember[];
  /** Lists what the composition root hands it of the others. */
  readonly needs: readonly SourceMember[];
  /** Lists its classes of advisory locks; the type is the number of the class. */
  readonly locks: readonly SourceMember[];
}

function parse(file: URL): ts.SourceFile {
  return ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return onOneLine(ts.getTextOfJSDocComment(comment?.comment) ?? '');
}

const isExported = (node: ts.HasModifiers): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Members of the exported interface whose name ends so; a type that stands for nothing has none. */
function membersOf(tree: ts.SourceFile, ending: string): readonly SourceMember[] {
  return tree.statements
    .filter(ts.isInterfaceDeclaration)
    .filter((declared) => isExported(declared) && declared.name.text.endsWith(ending))
    .flatMap(({ members }) => [...members])
    .map((member) => ({
      name: member.name?.getText() ?? '',
      comment: commentOf(member),
      type: onOneLine((member as ts.MethodSignature | ts.PropertySignature).type?.getText() ?? ''),
    }));
}

function locksOf(tree: ts.SourceFile): readonly SourceMember[] {
  return tree.statements
    .filter(ts.isVariableStatement)
    .filter(isExported)
    .map((statement) => {
      const [declaration] = statement.declarationList.declarations;
      const type = /\d{4}/.exec(declaration?.initializer?.getText() ?? '')?.[0] ?? '';
      return { name: declaration?.name.getText() ?? '', comment: commentOf(statement), type };
    });
}

export function readModuleSource(directory: URL): ModuleSource {
  const lockFiles = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('-locks.ts'));
  return {
    offers: membersOf(parse(new URL('api.ts', directory)), 'Api'),
    needs: membersOf(parse(new URL('module.ts', directory)), 'Peers'),
    locks: lockFiles.sort().flatMap((path) => locksOf(parse(new URL(path, directory)))),
  };
}
