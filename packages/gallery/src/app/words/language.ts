import { signal } from '@preact/signals'
import { en } from './en.ts'
import type { Messages } from './messages.ts'

/** To add a language, translate `en.ts` into a file next to it and name it here. Only people who read it load it. */
const LANGUAGES = new Map<string, () => Promise<Messages>>([
  ['en', async () => en],
  ['de', async () => (await import('./de.ts')).de],
  ['es', async () => (await import('./es.ts')).es],
  ['fr', async () => (await import('./fr.ts')).fr],
])

interface Language {
  /** The language of numbers and times: the region counts, as in `en-GB`. */
  readonly tag: string
  readonly messages: Messages
}

export const language = signal<Language>({ tag: 'en', messages: en })

/** Sets the page's language to the first of `wished` that the page has texts for. */
export async function setLanguage(...wished: readonly string[]): Promise<void> {
  language.value = await firstKnown(wished)
  if (typeof document !== 'undefined') document.documentElement.lang = language.value.tag
}

async function firstKnown(wished: readonly string[]): Promise<Language> {
  for (const tag of wished) {
    const load = LANGUAGES.get(tag.toLowerCase().split('-', 1)[0] ?? '')
    // English, rather than nothing, when the texts do not arrive.
    if (load !== undefined && isTag(tag)) return { tag, messages: await load().catch(() => en) }
  }
  return { tag: 'en', messages: en }
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
