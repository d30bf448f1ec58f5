import type { Asset } from '@stowage/client'

/** What the page says to the form that opened it as a picker. */
export type PickerMessage =
  | { readonly stowage: 'ready' }
  | { readonly stowage: 'pick'; readonly assets: readonly Asset[] }
  | { readonly stowage: 'cancel' }

/** What the form says to the page. */
export interface HostMessage {
  readonly stowage: 'open'
  /** The form's language; empty: it says none. */
  readonly language: string
}

/** Whether a message is one of ours: others may send any. */
export function isOfStowage(data: unknown): data is PickerMessage | HostMessage {
  return typeof (Object(data) as { readonly stowage?: unknown }).stowage === 'string'
}
