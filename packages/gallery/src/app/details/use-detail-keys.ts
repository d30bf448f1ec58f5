import { useEffect } from 'preact/hooks'
import { isDialogOpen } from '../widgets/dialogs.tsx'
import { closeDetails, large, setLarge, step } from './viewer.ts'

/** Keys while a file is open: arrows go on, Escape goes back a step. Fields and players keep theirs. */
export function useDetailKeys(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isDialogOpen() || !(target instanceof Element) || takesKeys(target)) return
      if (key === 'Escape') {
        if (large.value) setLarge(false)
        else closeDetails()
      } else if (ownsArrows(target, panel.current) && key === 'ArrowLeft') step(-1)
      else if (ownsArrows(target, panel.current) && key === 'ArrowRight') step(1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The list has arrows of its own while the focus is in it, unless it is covered. */
function ownsArrows(target: Element, panel: HTMLElement | null): boolean {
  return large.value || target === document.body || (panel?.contains(target) ?? false)
}

function takesKeys(target: Element): boolean {
  return target.closest('input, textarea, select, video, audio, [role=menu], pre') !== null
}
