import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { goTo, place } from '../place/place.ts'
import { IconButton } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'

/** Milliseconds after the last letter at which the search begins. */
const PAUSE = 180

/** Puts the cursor into the search. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('#search')?.select()
}

export function SearchField(): JSX.Element {
  const { q } = place.value
  const text = useSignal(q)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // Another place brings its own search; while one types, the page only follows.
  useEffect(() => {
    if (timer.current === undefined) text.value = q
  }, [q, text])
  const search = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    const next = text.value.trim()
    // One search is one step back, however many letters it has.
    if (next !== place.value.q) goTo({ q: next }, { replace: place.value.q !== '' })
  }
  const type = (next: string): void => {
    text.value = next
    clearTimeout(timer.current)
    timer.current = setTimeout(search, PAUSE)
  }
  const empty = (): void => {
    text.value = ''
    search()
  }
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <Icon name="search" size={18} />
      <input
        id="search"
        class="field"
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        maxLength={200}
        aria-label={t('shell.search')}
        placeholder={t('shell.search')}
        value={text.value}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          if (text.value === '') event.currentTarget.blur()
          else empty()
        }}
      />
      {text.value !== '' ? (
        <IconButton
          class="search-clear"
          icon="close"
          label={t('shell.clearSearch')}
          onClick={empty}
        />
      ) : (
        <kbd aria-hidden="true">/</kbd>
      )}
    </form>
  )
}
