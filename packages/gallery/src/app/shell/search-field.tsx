import type { JSX } from 'preact'
import { goTo, place } from '../place/place.ts'
import { IconButton } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { LiveInput } from '../widgets/live-input.tsx'
import { t } from '../words/words.ts'

/** Focuses the search field. */
export function focusSearch(): void {
  field()?.select()
}

export function SearchField(): JSX.Element {
  return (
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        searchFor(field()?.value ?? '')
      }}
    >
      <Icon name="search" size={18} />
      <LiveInput
        field="search"
        id="search"
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        maxLength={200}
        aria-label={t('shell.search')}
        placeholder={t('shell.search')}
        read={() => place.value.q}
        write={searchFor}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.currentTarget.value === '') event.currentTarget.blur()
          else empty()
        }}
      />
      {/* The style shows one of the two, depending on the text in the field. */}
      <IconButton
        class="search-clear"
        icon="close"
        label={t('shell.clearSearch')}
        onClick={() => empty()}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}

function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#search')
}

function searchFor(text: string): void {
  const { q } = place.value
  const next = text.trim()
  // One search is one step back, however many letters it has.
  if (next !== q) goTo({ q: next }, { replace: q !== '' })
}

/** Empties the field as if the person had deleted the text, so that the field hears of it. */
function empty(): void {
  const input = field()
  if (input === null) return
  input.value = ''
  input.dispatchEvent(new Event('input', { bubbles: true }))
  searchFor('')
}
