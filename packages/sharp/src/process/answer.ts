import type { MadeVariant, PicturePreview, VariantResult } from '@stowage/core/ports'
import { LARGEST_VARIANT, type RenderJob, type VariantRecipe } from '../job/recipe.ts'
import { ENCODINGS, type Encoding, encodingsOf, hasSignature } from '../picture/encode.ts'

/** Bytes of a header that says what was made: about 150 for each variant. */
export const LONGEST_ANSWER_HEADER: number = 64 * 1024
/** No encoder needs more than this many bytes a pixel plus `OVERHEAD`. */
const BYTES_PER_PIXEL = 8
const OVERHEAD = 64 * 1024

/** The most bytes that all variants of this job can have together. */
export function largestAnswer({ recipes }: Pick<RenderJob, 'recipes'>): number {
  return recipes.reduce((sum, recipe) => sum + largestVariant(recipe), 0)
}

function largestVariant({ width, height }: VariantRecipe): number {
  return Math.min(LARGEST_VARIANT, width * height * BYTES_PER_PIXEL + OVERHEAD)
}

/**
 * What a process says that it made, when this job can have led to it: variants that were asked for, each once, within
 * the box of its recipe and in its format. Else `null`: then the process no longer runs our code.
 */
export function resultIn(said: unknown, body: Uint8Array, job: RenderJob): VariantResult | null {
  const { made, failed } = said as { readonly made: unknown; readonly failed: unknown }
  if (!Array.isArray(made) || !Array.isArray(failed)) return null
  const open = new Map(job.recipes.map((recipe) => [recipe.name, recipe]))
  const variants: MadeVariant[] = []
  let at = 0
  for (const each of made) {
    const recipe = take(open, each?.name)
    // Converts nothing: an object that refuses conversion would throw.
    const end = typeof each?.size === 'number' ? at + each.size : at
    const variant = recipe && variantIn(each, body.subarray(at, end), recipe)
    if (!variant) return null
    variants.push(variant)
    at += variant.content.length
  }
  const names: string[] = []
  for (const name of failed) {
    const recipe = take(open, name)
    if (recipe === undefined) return null
    names.push(recipe.name)
  }
  return at === body.length ? { made: variants, failed: names } : null
}

function take(open: Map<string, VariantRecipe>, name: unknown): VariantRecipe | undefined {
  const recipe = typeof name === 'string' ? open.get(name) : undefined
  if (recipe !== undefined) open.delete(recipe.name)
  return recipe
}

function variantIn(
  said: Readonly<Record<string, unknown>>,
  content: Uint8Array,
  recipe: VariantRecipe,
): MadeVariant | null {
  const { size, mimeType, width, height, preview } = said
  const encoding = encodingsOf(recipe.format).find((one) => isOf(one, mimeType, content))
  if (encoding === undefined || size !== content.length) return null
  if (content.length > largestVariant(recipe)) return null
  if (!isSide(width, recipe.width) || !isSide(height, recipe.height)) return null
  const made = { name: recipe.name, content, ...ENCODINGS[encoding], width, height }
  if (!recipe.preview) return preview === undefined ? made : null
  const shown = previewIn(preview)
  return shown && { ...made, preview: shown }
}

/** 5 to 25 bytes as base64. */
const PLACEHOLDER = /^[A-Za-z0-9+/]{7,34}={0,2}$/
const COLOUR = /^#[0-9a-f]{6}$/

function previewIn(said: unknown): PicturePreview | null {
  const { placeholder, color } = (said ?? {}) as { placeholder?: unknown; color?: unknown }
  const isPreview = isText(placeholder, PLACEHOLDER) && isText(color, COLOUR)
  return isPreview ? { placeholder, color } : null
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function isOf(encoding: Encoding, mimeType: unknown, content: Uint8Array): boolean {
  return ENCODINGS[encoding].mimeType === mimeType && hasSignature(encoding, content)
}

function isSide(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most
}
