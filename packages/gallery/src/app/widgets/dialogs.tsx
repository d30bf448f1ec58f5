import { signal } from '@preact/signals'
import { type ComponentChild, Fragment, type JSX } from 'preact'
import { type DialogControl, dialogControl } from './dialog-control.ts'
import './widgets.css'

interface OpenDialog {
  readonly id: number
  readonly content: ComponentChild
}

const openDialogs = signal<readonly OpenDialog[]>([])
let lastId = 0

/** Opens a dialog. Resolves with its answer; `undefined` when it is closed without one. */
export function openDialog<T = never>(
  render: (control: DialogControl<T>) => ComponentChild,
): Promise<T | undefined> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const control = dialogControl<T>((value) => {
      openDialogs.value = openDialogs.value.filter((other) => other.id !== id)
      resolve(value)
    })
    openDialogs.value = [...openDialogs.value, { id, content: render(control) }]
  })
}

/** Whether a dialog is open: then the page's shortcuts do nothing. */
export function isDialogOpen(): boolean {
  return openDialogs.value.length > 0
}

/** Shows the dialogs that are open. Once on the page. */
export function DialogHost(): JSX.Element {
  return (
    <>
      {openDialogs.value.map(({ id, content }) => (
        <Fragment key={id}>{content}</Fragment>
      ))}
    </>
  )
}
