import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The names that an entry point exports. Entry points export by name only, from other files. */
export function entryNames(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) {
      throw new Error(`${file} exports without names`)
    }
    return statement.exportClause.elements.map(({ name }) => name.text)
  })
}
