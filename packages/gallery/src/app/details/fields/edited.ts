import type { Asset } from '@stowage/client'
import type { Focus } from './focus-point.ts'

/** What people write about a file. */
export interface Edited {
  readonly name: string
  readonly title: string
  /** By language tag. */
  readonly alt: Readonly<Record<string, string>>
  readonly tags: readonly string[]
  /** What stays in view when the picture is cropped; `null`: its centre. */
  readonly focus: Focus | null
}

export type Field = keyof Edited

export function editedOf({ attributes, meta }: Asset): Edited {
  return {
    name: attributes.name,
    title: meta?.title ?? '',
    alt: meta?.alt ?? {},
    tags: meta?.tags ?? [],
    focus: meta?.focus ?? null,
  }
}

/** What was typed, and what the file said when typing began. */
export interface Draft {
  readonly typed: Partial<Edited>
  readonly before: Partial<Edited>
}

export const FIELDS: readonly Field[] = ['name', 'title', 'alt', 'tags', 'focus']

/** The fields that were typed in and differ from the file. */
export function changedFields({ typed }: Draft, now: Edited): readonly Field[] {
  return FIELDS.filter((field) => typed[field] !== undefined && !same(typed[field], now[field]))
}

/** The fields that were typed in here and changed by others since. */
export function conflicts(draft: Draft, now: Edited): readonly Field[] {
  return changedFields(draft, now).filter((field) => !same(draft.before[field], now[field]))
}

/** As the API takes them. */
export function changesOf({ typed }: Draft, fields: readonly Field[]) {
  const { name, title, alt, tags, focus } = typed
  return {
    ...(fields.includes('name') && name !== undefined && { name: name.trim() }),
    ...(fields.includes('title') && title !== undefined && { title: title.trim() || null }),
    ...(fields.includes('alt') && alt !== undefined && { alt: withoutEmpty(alt) }),
    ...(fields.includes('tags') && tags !== undefined && { tags: [...tags] }),
    ...(fields.includes('focus') && focus !== undefined && { focus }),
  }
}

function withoutEmpty(alt: Readonly<Record<string, string>>): Record<string, string> {
  const texts = Object.entries(alt).map(([tag, text]) => [tag, text.trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The order of members does not count, and an empty text is none. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value)
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
}
