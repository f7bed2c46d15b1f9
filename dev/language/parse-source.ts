import ts from 'typescript';

/** Syntax tree of a TypeScript file, with parents; files ending in x may contain JSX. */
export function parseSource({ file, text }: { file: string; text: string }): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}
