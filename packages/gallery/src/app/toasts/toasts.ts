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

/** The toasts that are shown, the newest last. */
export const toasts = signal<readonly Toast[]>([])

const MOST = 3
let lastId = 0

/** Shows what happened. A toast with the same text replaces the earlier one. Returns a function that removes it. */
export function toast(
  text: string,
  options: { readonly [Name in 'action' | 'kind' | 'lasts']?: Toast[Name] | undefined } = {},
): () => void {
  const { action, kind = 'info', lasts = action || kind === 'error' ? 10_000 : 5000 } = options
  lastId += 1
  const id = lastId
  const others = toasts.value.filter((other) => other.text !== text)
  toasts.value = [...others, { id, text, kind, action, lasts }].slice(-MOST)
  return () => dismiss(id)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((other) => other.id !== id)
}

/** Takes the toast away and does what it offers. */
export function act({ id, action }: Toast): void {
  dismiss(id)
  action?.run()
}
