import type { JSX } from 'preact'
import { createPortal } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import { IconButton } from '../widgets/button.tsx'
import { openDialogElements } from '../widgets/open-dialogs.ts'
import { t } from '../words/words.ts'
import { act, dismiss, shownToast, type Toast } from './toasts.ts'
import './toasts.css'

/**
 * The latest message. Once on the page. It is shown in the newest dialog, because nothing outside an open dialog can be
 * heard or reached.
 */
export function Toasts(): JSX.Element {
  useEffect(() => {
    document.addEventListener('keydown', undo)
    return () => document.removeEventListener('keydown', undo)
  }, [])
  const dialogs = openDialogElements.value
  return (
    <>
      <Region shown={dialogs.length === 0 ? shownToast.value : null} />
      {dialogs.map((dialog, index) =>
        createPortal(
          <Region shown={index === dialogs.length - 1 ? shownToast.value : null} />,
          dialog,
        ),
      )}
    </>
  )
}

/** On the page even without a toast: screen readers announce only changes in an element that already exists. */
function Region({ shown }: { shown: Toast | null }): JSX.Element {
  const [paused, setPaused] = useState(false)
  // The element with the focus or the pointer may have gone with its toast, without an event.
  useEffect(() => setPaused(false), [shown?.id])
  return (
    <section
      class="toasts"
      aria-label={t('toasts.region')}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocusCapture={() => setPaused(true)}
      onBlurCapture={() => setPaused(false)}
    >
      <ul aria-live="polite" aria-relevant="additions">
        {shown !== null && <Row key={shown.id} shown={shown} paused={paused} />}
      </ul>
    </section>
  )
}

function Row({ shown, paused }: { shown: Toast; paused: boolean }): JSX.Element {
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(shown.id), shown.lasts)
    return () => clearTimeout(timer)
  }, [shown, paused])
  return (
    <li class={`toast toast-${shown.kind}`}>
      <span>{shown.text}</span>
      {shown.action && (
        <button type="button" class="toast-action" onClick={() => act(shown)}>
          {shown.action.label}
        </button>
      )}
      <IconButton icon="close" label={t('toasts.dismiss')} onClick={() => dismiss(shown.id)} />
    </li>
  )
}

/** Ctrl+Z or Cmd+Z does what the toast offers; in a text field it belongs to the text. */
function undo(event: KeyboardEvent): void {
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  const { value } = shownToast
  if (value?.action === undefined) return
  event.preventDefault()
  act(value)
}
