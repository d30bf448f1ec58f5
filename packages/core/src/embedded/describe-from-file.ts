import { mustBe } from '../arguments/must-be.ts'
import { checkOptions, type OptionChecks } from '../options/check-options.ts'
import type { OwnData } from '../own-data/own-data.ts'
import { canonicalLanguage, OWN_DATA_LIMITS } from '../own-data/own-data-check.ts'
import { isAtMost } from '../own-data/own-data-text.ts'
import { nfc } from '../text/normal-forms.ts'
import type { DescribeFile } from '../upload/describe-file.ts'

/** What a description from a file is like. */
export interface DescribeFromFileOptions {
  /** The language of alternative texts, such as `en`: files seldom name it. Default `und`, for undetermined. */
  readonly language?: string
}

const CHECKS: OptionChecks<DescribeFromFileOptions> = {
  language(value, name) {
    if (typeof value === 'string' && canonicalLanguage(value) !== null) return
    throw mustBe(name, 'a language tag, such as en or pt-BR', value)
  },
}

/**
 * A `describe` hook: the title, the alternative text and the keywords that editors wrote into a photo become those of
 * the asset, cut to what an asset may have. What the upload says wins. Anyone who can make a file can write them.
 *
 * @example
 * ```ts
 * import { describeFromFile, fromPath, openAssetStore } from '@stowage/core'
 *
 * const store = await openAssetStore({
 *   directory: './media',
 *   describe: describeFromFile({ language: 'en' }),
 * })
 * const { title } = await store.upload(fromPath('./photo.jpg'))
 * console.log(title)
 * ```
 */
export function describeFromFile(options: DescribeFromFileOptions = {}): DescribeFile {
  checkOptions<DescribeFromFileOptions>('describeFromFile', options, CHECKS)
  const { language = 'und' } = options
  return (_, { embedded }): Partial<OwnData> => {
    if (embedded === null) return {}
    const title = cut(embedded.title, OWN_DATA_LIMITS.title)
    const alt = cut(embedded.altText, OWN_DATA_LIMITS.alt)
    return {
      ...(title !== null && { title }),
      ...(alt !== null && { alt: { [language]: alt } }),
      tags: tagsOf(embedded.keywords),
    }
  }
}

/** `null` when nothing is left. */
function cut(given: string | null, max: number): string | null {
  const words = nfc((given ?? '').trim())
  if (words === '') return null
  return isAtMost(words, max) ? words : Array.from(words).slice(0, max).join('').trim()
}

/** Some programs write all keywords as one, with commas. One that is too long is no keyword. */
function tagsOf(keywords: readonly string[]): readonly string[] {
  return keywords
    .flatMap((keyword) => keyword.split(/[,;]/))
    .map((word) => nfc(word.replace(/\p{Cc}+/gu, ' ').trim()))
    .filter((word) => word !== '' && isAtMost(word, OWN_DATA_LIMITS.tag))
    .slice(0, OWN_DATA_LIMITS.tags)
}
