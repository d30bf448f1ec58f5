import type { en } from './en.ts'
import type { Message } from './message.ts'

export type MessageKey = keyof typeof en

/** The texts of a language, with the same keys as English. */
export type Messages = Readonly<Record<MessageKey, Message>>

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type NamesOf<Entry> = Entry extends string
  ? Placeholders<Entry>
  : 'count' | Placeholders<Entry[keyof Entry]>

/** The values that the English text asks for; no second argument where it asks for none. */
export type ValuesOf<Key extends MessageKey> = [NamesOf<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<(typeof en)[Key]>, string | number>>]
