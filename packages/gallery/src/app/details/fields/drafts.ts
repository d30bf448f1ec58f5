import { type ReadonlySignal, signal } from '@preact/signals'
import type { Draft, Edited } from './edited.ts'

const NAME = 'stowage.drafts'

const current = signal<Readonly<Record<string, Draft>>>(kept())

/** What was typed and is not saved yet, by file. It survives a sign-in on another page. */
export const drafts: ReadonlySignal<Readonly<Record<string, Draft>>> = current

/** Records what was typed into a field, and what the file said when typing began. */
export function type(id: string, typed: Partial<Edited>, file: Edited): void {
  const draft = current.value[id]
  const before = Object.fromEntries(
    Object.keys(typed).map((field) => [field, file[field as keyof Edited]]),
  )
  keep({
    ...current.value,
    [id]: { typed: { ...draft?.typed, ...typed }, before: { ...before, ...draft?.before } },
  })
}

/** Takes what the file says now as the state from which typing began. */
export function rebase(id: string, file: Edited): void {
  const draft = current.value[id]
  if (draft !== undefined) keep({ ...current.value, [id]: { ...draft, before: file } })
}

/** Forgets what was typed, because it is saved or not wanted. Keeps what was typed since `saved`. */
export function drop(id: string, saved?: Draft): void {
  const { [id]: draft, ...others } = current.value
  if (draft === undefined) return
  if (saved === undefined || draft.typed === saved.typed) {
    keep(others)
    return
  }
  const typed = Object.fromEntries(
    Object.entries(draft.typed).filter(
      ([field, value]) => value !== saved.typed[field as keyof Edited],
    ),
  )
  keep({ ...others, [id]: { typed, before: { ...saved.typed, ...draft.before } } })
}

function keep(next: Readonly<Record<string, Draft>>): void {
  current.value = next
  try {
    sessionStorage.setItem(NAME, JSON.stringify(next))
  } catch {
    // Browsers may refuse storage: then the drafts last as long as the page.
  }
}

function kept(): Readonly<Record<string, Draft>> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Readonly<Record<string, Draft>>
  } catch {
    return {}
  }
}
