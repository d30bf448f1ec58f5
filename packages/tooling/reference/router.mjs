// One page for each entry point: `@stowage/core/ports` is `core-ports.md`.
import { ReflectionKind } from 'typedoc'
import { ModuleRouter } from 'typedoc-plugin-markdown'

export class EntryRouter extends ModuleRouter {
  getIdealBaseName(reflection) {
    return reflection.kindOf(ReflectionKind.Module)
      ? pageOf(reflection.name)
      : super.getIdealBaseName(reflection)
  }

  /** Anchors for headings only, by name, in the order of the page, as GitHub makes them. */
  buildAnchors(target) {
    const isExport = target.parent?.kindOf(ReflectionKind.Module)
    const isMethod = target.kindOf(ReflectionKind.Method | ReflectionKind.Constructor)
    if (!(isExport || isMethod) || this.anchors.has(target)) return
    let page = target
    while (!page.kindOf(ReflectionKind.Module)) page = page.parent
    const heading = target.kindOf(ReflectionKind.Constructor) ? 'Constructor' : target.name
    const anchor = this.getSlugger(page).slug(heading)
    this.anchors.set(target, anchor)
    this.fullUrls.set(target, `${this.fullUrls.get(page)}#${anchor}`)
    for (const child of target.children ?? []) this.buildAnchors(child)
  }
}

/** The name of an entry point's page, without `.md`. */
export function pageOf(specifier) {
  return specifier.replace('@stowage/', '').replaceAll('/', '-')
}
