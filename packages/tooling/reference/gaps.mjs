// Finds what a reader of the reference would miss.
import { makeRecursiveVisitor, ReflectionKind } from 'typedoc'
import { entryNames } from '../entry-names.mjs'
import { ROOT } from '../package-entries.mjs'
import { PRIVATE_SOURCES } from './convert.mjs'

/** Values that apps get and pass on without looking into them: only our other packages share their types. */
const OPAQUE = new Set(PRIVATE_SOURCES.flatMap((source) => entryNames(source)))

/** Exported symbols and methods without a docstring, and types that are named but not exported: one line each. */
export function gapsOf(project) {
  const gaps = Object.values(project.reflections).flatMap((reflection) => [
    ...(isDocumented(reflection) ? [] : [`${placeOf(reflection)} has no docstring.`]),
    ...unexportedIn(reflection),
  ])
  return [...new Set(gaps)]
}

function isDocumented(reflection) {
  // Another entry point exports it too, and its page has the text.
  if (reflection.kindOf(ReflectionKind.Reference)) return true
  const { parent, comment, signatures = [], inheritedFrom } = reflection
  const isExport = parent?.kindOf(ReflectionKind.Module) === true
  const isMethod = reflection.kindOf(ReflectionKind.Method) && inheritedFrom === undefined
  if (!isExport && !(isMethod && parent.kindOf(ReflectionKind.ClassOrInterface))) return true
  return [comment, ...signatures.map((signature) => signature.comment)].some(
    (each) => each?.hasVisibleComponent() === true,
  )
}

function unexportedIn(reflection) {
  const gaps = []
  const visitor = makeRecursiveVisitor({
    reference(type) {
      const file = type.symbolId?.fileName ?? ''
      const isOurs = file.startsWith(`${ROOT}/packages/`) && !file.includes('/node_modules/')
      if (!isOurs || type.reflection !== undefined || type.refersToTypeParameter) return
      if (OPAQUE.has(type.name)) return
      gaps.push(`${placeOf(reflection)} names ${type.name}, which no entry point exports.`)
    },
  })
  const { type, extendedTypes = [] } = reflection
  for (const each of [type, ...extendedTypes]) each?.visit(visitor)
  return gaps
}

/** `@stowage/core: AssetStore.upload` */
function placeOf(reflection) {
  const names = []
  let at = reflection
  for (; !at.kindOf(ReflectionKind.Module | ReflectionKind.Project); at = at.parent) {
    if (at.name !== '__type') names.unshift(at.name)
  }
  return `${at.name}: ${names.join('.')}`
}
