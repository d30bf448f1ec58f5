import { type ReadonlySignal, signal } from '@preact/signals'

const current = signal<readonly HTMLDialogElement[]>([])

/** The dialogs that are open, the newest last. Nothing outside of the newest can be used. */
export const openDialogElements: ReadonlySignal<readonly HTMLDialogElement[]> = current

/** Returns a function to call when the dialog is closed. */
export function noteOpen(dialog: HTMLDialogElement): () => void {
  current.value = [...current.value, dialog]
  return () => {
    current.value = current.value.filter((other) => other !== dialog)
  }
}
