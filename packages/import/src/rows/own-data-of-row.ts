import type { Focus, MetadataValue, OwnData } from '@stowage/core'
import { EntryError } from '../entries/refusal.ts'

type Members = Readonly<Record<string, unknown>>

/** What a row says about its file. Throws an `EntryError` for values that it cannot interpret. */
export function ownDataOfRow(members: Members): Partial<OwnData> {
  const { title, tags, focus } = members
  const alt = { ...recordOf('alt', members.alt), ...membersOf('alt', members) }
  const metadata = { ...recordOf('metadata', members.metadata), ...membersOf('metadata', members) }
  for (const [language, text] of Object.entries(alt)) textOf(`alt.${language}`, text)
  return {
    ...(title != null && { title: textOf('title', title) }),
    ...(tags != null && { tags: tagsOf(tags) }),
    ...(Object.keys(alt).length > 0 && { alt: alt as Readonly<Record<string, string>> }),
    ...(Object.keys(metadata).length > 0 && {
      metadata: metadata as Readonly<Record<string, MetadataValue>>,
    }),
    ...(focus != null && focus !== '' && { focus: focusOf(focus) }),
  }
}

/** A point in JSON, or its two numbers with a blank between them. The store checks it. */
function focusOf(value: unknown): Focus {
  if (typeof value !== 'string') return value as Focus
  const [x = '', y = '', ...others] = value.trim().split(/\s+/)
  const isPair = others.length === 0 && [x, y].every((each) => /^\d*\.?\d+$/.test(each))
  const point = isPair ? { x: Number(x), y: Number(y) } : jsonOf(value)
  if (typeof point === 'object' && point !== null) return point as Focus
  throw new EntryError(
    'focus must be two numbers from 0 to 1 with a blank between them, or a point in JSON',
  )
}

/** A list, a list as JSON text, or names separated by semicolons. */
function tagsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' && value.trim().startsWith('[') ? jsonOf(value) : value
  if (typeof list === 'string') {
    return list.split(';').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]))
  }
  if (Array.isArray(list) && list.every((tag) => typeof tag === 'string')) return list
  throw new EntryError('tags must be names with semicolons between them, or a list in JSON')
}

function recordOf(name: string, value: unknown): Members {
  const record = typeof value === 'string' ? jsonOf(value) : (value ?? {})
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
    return record as Members
  }
  throw new EntryError(
    `${name} must be an object in JSON; or use columns such as ${name}.${
      name === 'alt' ? 'en' : 'camera'
    }`,
  )
}

/** Collects table columns such as `alt.en` and `metadata.camera`. */
function membersOf(name: string, members: Members): Members {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([column]) => column.startsWith(`${name}.`))
      .map(([column, value]) => [column.slice(name.length + 1), value]),
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Text of a member; an `EntryError` for anything else. */
export function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new EntryError(`${name} must be text`)
}

/** A key from another system, which may be a number in JSON. */
export function keyOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new EntryError(`${name} must be text or a number`)
}

/** `true` or `false`, as JSON or as text in a table. */
export function yesOrNo(name: string, value: unknown): boolean {
  const text = String(value).trim().toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  throw new EntryError(`${name} must be true or false`)
}
