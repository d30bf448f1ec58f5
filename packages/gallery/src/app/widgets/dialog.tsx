import type { ComponentChildren, JSX, TargetedEvent } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../words/words.ts'
import { IconButton } from './button.tsx'
import type { DialogName } from './dialog-names.ts'
import { noteOpen } from './open-dialogs.ts'
import { Portal } from './portal.tsx'

export interface DialogProps {
  readonly name: DialogName
  readonly title: string
  readonly text?: string | undefined
  /** When left out, nothing but what is in the dialog ends it. */
  readonly onClose?: (() => void) | undefined
  /** `alertdialog` for a question that must be answered: a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined
  readonly wide?: boolean | undefined
  readonly footer?: ComponentChildren
  readonly children?: ComponentChildren
}

/**
 * A dialog that is open as long as it is rendered. The browser keeps the focus in it, gives it back afterwards, and
 * makes the rest of the page inert.
 */
export function Dialog(props: DialogProps): JSX.Element {
  const { name, title, text, onClose, role = 'dialog', wide, footer, children } = props
  const element = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    dialog.showModal()
    firstOf(dialog)?.focus()
    const noteClosed = noteOpen(dialog)
    return () => {
      noteClosed()
      dialog.close()
    }
  }, [])

  function onCancel(event: TargetedEvent<HTMLDialogElement>): void {
    // Such events of elements inside, such as a file field, bubble up to here.
    if (!isOwn(event)) return
    event.preventDefault()
    onClose?.()
  }

  /** Browsers let no dialog trap a person: they close it when Escape is pressed again and again. */
  function onClosed(event: TargetedEvent<HTMLDialogElement>): void {
    if (!isOwn(event) || !event.currentTarget.isConnected) return
    if (onClose === undefined) event.currentTarget.showModal()
    else onClose()
  }

  function onClick(event: TargetedEvent<HTMLDialogElement>): void {
    // A selection of text may end outside the dialog, but does not begin there.
    if (role === 'dialog' && isOwn(event) && isPressedBeside.current) onClose?.()
  }

  return (
    <Portal>
      <dialog
        ref={element}
        role={role}
        data-dialog={name}
        class="dialog-positioner"
        aria-labelledby={`${id}-title`}
        aria-describedby={text === undefined ? undefined : `${id}-text`}
        onCancel={onCancel}
        onClose={onClosed}
        onPointerDown={(event) => {
          isPressedBeside.current = isOwn(event)
        }}
        onClick={onClick}
      >
        <div class={wide ? 'dialog dialog-wide' : 'dialog'}>
          <header class="dialog-header">
            <h2 id={`${id}-title`}>{title}</h2>
            {onClose && (
              <IconButton icon="close" label={t('common.close')} onClick={() => onClose()} />
            )}
          </header>
          {text && (
            <p id={`${id}-text`} class="dialog-text">
              {text}
            </p>
          )}
          {children && <div class="dialog-body">{children}</div>}
          {footer && <footer class="dialog-footer">{footer}</footer>}
        </div>
      </dialog>
    </Portal>
  )
}

/**
 * The element to focus first: a field, else the button that changes nothing. On a phone a field would open its
 * keyboard.
 */
function firstOf(dialog: HTMLElement): HTMLElement | null {
  const isTouched = matchMedia('(pointer: coarse)').matches
  const field = isTouched
    ? null
    : dialog.querySelector<HTMLElement>('.dialog-body :is(input, select)')
  return field ?? dialog.querySelector<HTMLElement>('.dialog-footer button')
}

function isOwn({ target, currentTarget }: TargetedEvent<HTMLDialogElement>): boolean {
  return target === currentTarget
}
