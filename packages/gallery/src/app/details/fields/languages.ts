import { language } from '../../words/language.ts'
import { remember } from '../../words/words.ts'

/** The languages offered for alternative texts. Others that a file has are shown as well. */
export const LANGUAGES: readonly string[] =
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv ta th tr uk vi zh zh-TW'.split(
    ' ',
  )

const names = remember((tag) => new Intl.DisplayNames(tag, { type: 'language' }))

/** "German", in the page's language; the tag itself when it names no language. */
export function languageName(tag: string): string {
  try {
    return names(language.value.tag).of(tag) ?? tag
  } catch {
    return tag
  }
}
