import type { ComponentChildren, JSX } from 'preact'
import { createPortal } from 'preact/compat'
import { useState } from 'preact/hooks'
import { openDialogElements } from './open-dialogs.ts'

/** Draws at the end of the page, or of the open dialog, because nothing outside that can be used. */
export function Portal({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [container] = useState(() => openDialogElements.peek().at(-1))
  return createPortal(children, container ?? document.body)
}
