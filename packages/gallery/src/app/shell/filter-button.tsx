import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { place } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { FilterForm } from './filter-form.tsx'

/** Opens the filters. The browser closes them on a click outside or Escape. */
export function FilterButton(): JSX.Element {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useSignal(false)
  const isOn = Object.values(place.value.filters).some((value) => value !== undefined)

  function onBeforeToggle({ newState }: Pick<ToggleEvent, 'newState'>): void {
    if (newState !== 'open') return
    isOpen.value = true
    putBelow(panel.current, button.current)
  }

  function onToggle({ newState }: Pick<ToggleEvent, 'newState'>): void {
    if (newState === 'open') panel.current?.querySelector<HTMLElement>('button, input')?.focus()
    // Only now, because the focused element must exist until the browser has given the focus back.
    else isOpen.value = false
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popovertarget={id}
        class={isOn ? 'icon-button has-mark' : 'icon-button'}
        aria-label={t('filters.label')}
        aria-haspopup="dialog"
        title={t('filters.label')}
      >
        <Icon name="filter" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('filters.label')}
        class="menu filter-form"
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
      >
        {isOpen.value && <FilterForm onDone={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}

/** Puts the panel below the button, their right edges in line, and within the window. */
function putBelow(panel: HTMLElement | null, button: HTMLElement | null): void {
  if (panel === null || button === null) return
  const { right, bottom } = button.getBoundingClientRect()
  Object.assign(panel.style, {
    top: `${bottom + 4}px`,
    right: `${Math.max(8, innerWidth - right)}px`,
    maxHeight: `${Math.max(160, innerHeight - bottom - 12)}px`,
  })
}
