import { memberNames } from '@stowage/core/internal'
import type { PictureSet } from '@stowage/core/ports'
import { ENCODINGS } from '../picture/encode.ts'
import { LONGEST_SIDE } from './option-checks.ts'
import type { SetFormat, SetOptions, SharpVariantsOptions } from './options.ts'
import type { PlannedRecipe } from './planned-recipe.ts'

const DEFAULT_FORMATS: readonly SetFormat[] = ['avif', 'webp', 'jpeg']
/** About the same to the eye; PNG has none. */
const DEFAULT_QUALITY = { avif: 55, webp: 76, jpeg: 80, png: 100 } as const

/** A set, and how its variants are made. */
export interface PlannedSet extends PictureSet {
  readonly recipes: readonly PlannedRecipe[]
}

/** The sets of checked options. */
export function setsOf(given: SharpVariantsOptions['sets']): readonly PlannedSet[] {
  return Object.entries(given ?? {}).map(([name, options]) => setOf(name, options))
}

function setOf(
  name: string,
  { widths, formats = DEFAULT_FORMATS, quality }: SetOptions,
): PlannedSet {
  const ascending = widths.toSorted((a, b) => a - b)
  const set = {
    name,
    widths: ascending,
    formats: formats.map((format) => ENCODINGS[format]),
    tallest: LONGEST_SIDE,
  }
  const recipes = memberNames(set).map(({ member, width, extension }): PlannedRecipe => {
    const format = formats.find((each) => ENCODINGS[each].extension === extension) ?? 'jpeg'
    return {
      name: member,
      timing: 'on-demand',
      width,
      height: LONGEST_SIDE,
      fit: 'inside',
      format,
      quality:
        format === 'png' ? DEFAULT_QUALITY.png : (quality?.[format] ?? DEFAULT_QUALITY[format]),
      onlyIfSmaller: false,
      animated: 'first-frame',
      preview: false,
    }
  })
  return { ...set, recipes }
}
