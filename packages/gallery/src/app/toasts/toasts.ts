import { signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'info' | 'error'
  /** What can be done about it, mostly to undo it. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined
  /** Milliseconds. */
  readonly lasts: number
}

/** What is shown now. */
export const shownToast = signal<Toast | null>(null)

let lastId = 0

/** Shows what happened, in place of what was shown before. Returns a function that removes it. */
export function toast(
  text: string,
  options: { readonly [Name in 'action' | 'kind' | 'lasts']?: Toast[Name] | undefined } = {},
): () => void {
  const { action, kind = 'info', lasts = action || kind === 'error' ? 10_000 : 5000 } = options
  lastId += 1
  const id = lastId
  shownToast.value = { id, text, kind, action, lasts }
  return () => dismiss(id)
}

export function dismiss(id: number): void {
  if (shownToast.value?.id === id) shownToast.value = null
}

/** Takes the toast away and does what it offers. */
export function act({ id, action }: Toast): void {
  dismiss(id)
  action?.run()
}
