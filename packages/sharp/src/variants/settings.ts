// No named import: an older Node lacks `availableParallelism`, and would fail before the error that says which Node is
// needed.
import os from 'node:os'
import { assertInteger, checkOptions, withDefaults } from '@stowage/core/internal'
import type { PictureSet } from '@stowage/core/ports'
import { LONGEST_SIDE, SHARP_VARIANTS_OPTIONS } from './option-checks.ts'
import {
  DEFAULT_PICTURE_LIMITS,
  DEFAULT_VARIANTS,
  type Isolation,
  type PictureLimits,
  type SharpVariantsOptions,
  type VariantOptions,
} from './options.ts'
import type { PlannedRecipe } from './planned-recipe.ts'
import { setsOf } from './sets.ts'

/** The options with every default filled in and every value checked. */
export interface Settings {
  readonly recipes: readonly PlannedRecipe[]
  readonly sets: readonly PictureSet[]
  readonly isolation: Isolation
  readonly concurrency: number
  readonly queue: number
  readonly picturesPerProcess: number
  readonly limits: PictureLimits
}

/** `invalid_argument`, with `context.argument` the path of the option that is wrong. */
export function settingsOf(options: SharpVariantsOptions): Settings {
  checkOptions<SharpVariantsOptions>('sharpVariants', options, SHARP_VARIANTS_OPTIONS)
  const sets = setsOf(options.sets)
  return {
    recipes: [...recipesOf(options.variants ?? {}), ...sets.flatMap(({ recipes }) => recipes)],
    sets: sets.map(({ recipes: _, ...set }) => set),
    isolation: options.isolation ?? 'process',
    concurrency: options.concurrency ?? os.availableParallelism(),
    queue: options.queue ?? 128,
    picturesPerProcess: options.picturesPerProcess ?? 1000,
    limits: withDefaults(DEFAULT_PICTURE_LIMITS, options.limits),
  }
}

function recipesOf(given: NonNullable<SharpVariantsOptions['variants']>): PlannedRecipe[] {
  const defaults: Readonly<Record<string, VariantOptions>> = DEFAULT_VARIANTS
  const names = new Set([...Object.keys(defaults), ...Object.keys(given)])
  return [...names]
    .filter((name) => given[name] !== false)
    .map((name) => {
      const base: Partial<VariantOptions> = defaults[name] ?? {}
      return recipeOf(name, withDefaults(base, given[name] || {}))
    })
}

function recipeOf(name: string, options: Partial<VariantOptions>): PlannedRecipe {
  const { width, height } = options
  assertInteger(`variants.${name}.width`, width, 1, LONGEST_SIDE)
  assertInteger(`variants.${name}.height`, height, 1, LONGEST_SIDE)
  return {
    name,
    timing: options.timing ?? 'on-demand',
    width,
    height,
    fit: options.fit ?? 'inside',
    format: options.format ?? 'auto',
    quality: options.quality ?? 80,
    onlyIfSmaller: options.onlyIfSmaller ?? false,
    animated: options.animated ?? 'first-frame',
    preview: options.preview ?? false,
  }
}
