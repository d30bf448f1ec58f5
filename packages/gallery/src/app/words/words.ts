import { language } from './language.ts'
import type { MessageKey, ValuesOf } from './messages.ts'

type Values = Readonly<Record<string, string | number>>

/** The text of `key` in the page's language. Numbers are written as the language writes them. */
export function t<Key extends MessageKey>(key: Key, ...[values]: ValuesOf<Key>): string {
  const given: Values = values ?? {}
  const { messages, tag } = language.value
  const message = messages[key]
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralRules(tag).select(Number(given.count))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = given[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? numberFormat(tag).format(value) : value
  })
}

const pluralRules = remember((tag) => new Intl.PluralRules(tag))
const numberFormat = remember((tag) => new Intl.NumberFormat(tag))

/** Keeps what it makes: formats of `Intl` are expensive to create, and every row of a list needs them. */
export function remember<Made>(make: (tag: string) => Made): (tag: string) => Made {
  const made = new Map<string, Made>()
  return (tag) => {
    const known = made.get(tag) ?? make(tag)
    made.set(tag, known)
    return known
  }
}
