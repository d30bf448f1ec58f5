import { availableParallelism } from 'node:os'
import { StowageError, type VariantTiming } from '@stowage/core'
import type { VariantRecipe } from '../picture/recipe.ts'
import {
  DEFAULT_PICTURE_LIMITS,
  DEFAULT_VARIANTS,
  type Isolation,
  type PictureLimits,
  type SharpVariantsOptions,
  type VariantOptions,
} from './options.ts'

/** A recipe, and when it is followed. */
export interface PlannedRecipe extends VariantRecipe {
  readonly timing: VariantTiming
}

/** The options with every default filled in and every value checked. */
export interface Settings {
  readonly recipes: readonly PlannedRecipe[]
  readonly isolation: Isolation
  readonly concurrency: number
  readonly queue: number
  readonly picturesPerProcess: number
  readonly limits: PictureLimits
}

const NAME = /^[a-z0-9_-]{1,32}$/
/** Largest side that both JPEG and WebP can have. */
const LONGEST_SIDE = 16383
const MANY = Number.MAX_SAFE_INTEGER
/** Milliseconds of which a timer can wait for several. */
const LONGEST_TIME = 2 ** 29

/** `invalid_argument`, with `context.argument` the path of the option that is wrong. */
export function settingsOf(options: SharpVariantsOptions): Settings {
  const limits = { ...DEFAULT_PICTURE_LIMITS, ...options.limits }
  for (const [name, value] of Object.entries(limits)) {
    const isTime = name === 'time' || name === 'drawingTime'
    integer(`limits.${name}`, value, 1, isTime ? LONGEST_TIME : MANY)
  }
  const { isolation = 'process' } = options
  oneOf('isolation', isolation, ['process', 'none'])
  return {
    recipes: recipesOf(options.variants ?? {}),
    isolation,
    concurrency: integer('concurrency', options.concurrency ?? availableParallelism(), 1, MANY),
    queue: integer('queue', options.queue ?? 128, 0, MANY),
    picturesPerProcess: integer('picturesPerProcess', options.picturesPerProcess ?? 1000, 1, MANY),
    limits,
  }
}

function recipesOf(given: NonNullable<SharpVariantsOptions['variants']>): PlannedRecipe[] {
  const defaults: Readonly<Record<string, VariantOptions>> = DEFAULT_VARIANTS
  const names = new Set([...Object.keys(defaults), ...Object.keys(given)])
  return [...names]
    .filter((name) => given[name] !== false)
    .map((name) => recipeOf(name, { ...defaults[name], ...(given[name] || {}) }))
}

function recipeOf(name: string, options: Partial<VariantOptions>): PlannedRecipe {
  const at = `variants.${name}`
  if (!NAME.test(name)) throw invalid(at)
  const {
    timing = 'on-demand',
    fit = 'inside',
    format = 'auto',
    animated = 'first-frame',
  } = options
  oneOf(`${at}.timing`, timing, ['immediately', 'on-demand'])
  oneOf(`${at}.fit`, fit, ['inside', 'cover'])
  oneOf(`${at}.format`, format, ['auto', 'jpeg', 'webp', 'png', 'avif'])
  oneOf(`${at}.animated`, animated, ['first-frame', 'leave-out'])
  return {
    name,
    timing,
    width: integer(`${at}.width`, options.width, 1, LONGEST_SIDE),
    height: integer(`${at}.height`, options.height, 1, LONGEST_SIDE),
    fit,
    format,
    quality: integer(`${at}.quality`, options.quality ?? 80, 1, 100),
    onlyIfSmaller: options.onlyIfSmaller ?? false,
    animated,
  }
}

function integer(argument: string, value: number | undefined, least: number, most: number): number {
  if (value === undefined || !Number.isSafeInteger(value) || value < least || value > most) {
    throw invalid(argument)
  }
  return value
}

function oneOf(argument: string, value: string, values: readonly string[]): void {
  if (!values.includes(value)) throw invalid(argument)
}

function invalid(argument: string): StowageError {
  return new StowageError(
    'invalid_argument',
    `The option ${argument} is not of the documented form.`,
    {
      context: { argument },
    },
  )
}
