import type { Asset } from '@stowage/client'
import { language } from '../../words/language.ts'

/** The alternative text of a file, in the page's language if there is one, else in any language, else its name. */
export function altOf({ attributes, meta }: Asset): string {
  const texts = meta?.alt ?? {}
  const { tag } = language.value
  const [own = ''] = tag.split('-', 1)
  return texts[tag] ?? texts[own] ?? Object.values(texts)[0] ?? attributes.name
}
