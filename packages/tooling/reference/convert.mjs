// Reads the entry points of the packages with TypeDoc.
import path from 'node:path'
import { Application, ReflectionKind } from 'typedoc'
import { packageEntries } from '../package-entries.mjs'
import { EntryRouter } from './router.mjs'
import { ReferenceTheme } from './theme.mjs'
import { showTypesAsWritten } from './types-as-written.mjs'

/** Entries that apps must not import. */
const PRIVATE_ENTRIES = ['api', 'core', 'from-url', 'import', 'testing'].map(
  (name) => `@stowage/${name}/internal`,
)

/** Their files. */
export const PRIVATE_SOURCES = packageEntries()
  .filter(({ specifier }) => PRIVATE_ENTRIES.includes(specifier))
  .map(({ source }) => source)

const TABLES = [
  'interfacePropertiesFormat',
  'classPropertiesFormat',
  'typeAliasPropertiesFormat',
  'propertyMembersFormat',
  'typeDeclarationFormat',
]
const COLUMNS = ['Defaults', 'Inherited', 'Modifiers', 'Overrides', 'Sources', 'Values']

/** The application, and the project with a module for each entry, named as apps import it. */
export async function convert(out) {
  const entries = packageEntries().filter(({ specifier }) => !PRIVATE_ENTRIES.includes(specifier))
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown', defineLooks, showTypesAsWritten],
    tsconfig: path.join(import.meta.dirname, 'tsconfig.json'),
    entryPoints: entries.map(({ source }) => source),
    // Type errors are for `npm run types`.
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    // Links to source lines would change with every edit.
    disableSources: true,
    disableGit: true,
    readme: 'none',
    out,
    theme: 'reference',
    router: 'entries',
    logLevel: 'Warn',
    sort: ['source-order'],
    groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases', 'Variables'],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    expandObjects: true,
    expandParameters: true,
    ...Object.fromEntries(TABLES.map((option) => [option, 'table'])),
    tableColumnSettings: Object.fromEntries(COLUMNS.map((name) => [`hide${name}`, true])),
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc could not read the packages.')
  for (const module of project.children) {
    const source = project.getSymbolIdFromReflection(module).fileName
    module.name = entries.find((entry) => entry.source === source).specifier
    for (const { children } of module.groups) children.sort(byName)
    // In the order of the page, because anchors of equal names are numbered in that order.
    module.children = module.groups.flatMap(({ children }) => children)
    module.childrenIncludingDocuments = module.children
  }
  project.children.sort(byName)
  for (const each of project.getReflectionsByKind(ReflectionKind.ClassOrInterface)) {
    leaveInherited(each)
  }
  for (const each of project.getReflectionsByKind(ReflectionKind.Parameter)) nameParameter(each)
  return { app, project }
}

function defineLooks(app) {
  app.renderer.defineTheme('reference', ReferenceTheme)
  app.renderer.defineRouter('entries', EntryRouter)
}

function byName(one, other) {
  return one.name < other.name ? -1 : 1
}

/** Removes inherited members, which the page of the parent shows: a type links to what it extends. */
function leaveInherited(reflection) {
  const isOwn = ({ inheritedFrom }) => inheritedFrom?.reflection === undefined
  for (const list of [reflection, ...(reflection.groups ?? [])]) {
    if (list.children !== undefined) list.children = list.children.filter(isOwn)
  }
  reflection.groups = reflection.groups?.filter(({ children }) => children.length > 0)
}

/** A destructured parameter has no name; its type gives it one: `ContractRunner` becomes `runner`. */
function nameParameter(parameter) {
  if (parameter.name !== '__namedParameters') return
  const [word = 'options'] = parameter.type?.reflection?.name.match(/[A-Z][a-z]+$/) ?? []
  parameter.name = word.toLowerCase()
}
