import { mustBe } from '../../arguments/must-be.ts'
import { type AssetScope, requireScope } from '../../assets/asset-scope.ts'
import type { ViewOptions } from '../../assets/store-view.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../../options/known-options.ts'

const VIEW = knownOptions<ViewOptions>('for', {
  tenant: true,
  scope: true,
  actor: true,
  caller: true,
})

/** The argument of `AssetStore.for`. Its values are checked where they are used. */
export function requireView(view: ViewOptions): ViewOptions {
  if (typeof view !== 'object' || view === null) {
    throw mustBe('view', "an object, such as { tenant: 'acme' }", view)
  }
  assertKnown(VIEW, view)
  for (const [name, value] of Object.entries(view)) {
    // A value that an app lost must not open more than it meant to.
    if (value === undefined)
      throw invalidArgument(name, `${name} is undefined. Leave it out to keep that of the store.`)
  }
  return view
}

/** The scope of a view that asks for `wanted`: its own scope again, or its first one. */
export function narrowed(own: AssetScope | null, wanted: AssetScope): AssetScope {
  const { createdBy } = requireScope(wanted)
  if (own === null) return { createdBy }
  if (own.createdBy === createdBy) return own
  throw invalidArgument('scope', 'This view of the store has another scope. Use the whole store.')
}
