// One page for each entry point: `@stowage/core/ports` is `core-ports.md`.
import { ReflectionKind } from 'typedoc'
import { ModuleRouter } from 'typedoc-plugin-markdown'

export class EntryRouter extends ModuleRouter {
  getIdealBaseName(reflection) {
    return reflection.kindOf(ReflectionKind.Module)
      ? pageOf(reflection.name)
      : super.getIdealBaseName(reflection)
  }
}

/** The name of an entry point's page, without `.md`. */
export function pageOf(specifier) {
  return specifier.replace('@stowage/', '').replaceAll('/', '-')
}
