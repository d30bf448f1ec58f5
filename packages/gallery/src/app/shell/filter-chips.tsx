import type { JSX } from 'preact'
import type { Filters } from '../place/filters.ts'
import { goTo, type Place, place } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatList, formatSize } from '../words/formats.ts'
import { exactDay } from '../words/time.tsx'
import { t } from '../words/words.ts'

interface Chip {
  readonly text: string
  /** The place without this filter. */
  readonly without: Partial<Place>
}

/** The filters of the list; each can be removed. */
export function FilterChips(): JSX.Element | null {
  const chips = chipsOf(place.value)
  if (chips.length === 0) return null
  return (
    <ul class="chips" aria-label={t('filters.label')}>
      {chips.map(({ text, without }) => (
        <li key={text} class="chip">
          <span>{text}</span>
          <button
            type="button"
            aria-label={t('filters.remove', { filter: text })}
            onClick={() => goTo(without)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function chipsOf({ filters, tag }: Place): readonly Chip[] {
  const { types, minSize, maxSize, from, to } = filters
  const without = (gone: Filters): Partial<Place> => ({ filters: { ...filters, ...gone } })
  const chips: Chip[] = []
  const add = (text: string, rest: Partial<Place>) => chips.push({ text, without: rest })
  if (types !== undefined) {
    add(formatList(types.map((type) => t(`type.${type}`))), without({ types: undefined }))
  }
  if (minSize !== undefined) {
    add(t('filters.atLeast', { size: formatSize(minSize) }), without({ minSize: undefined }))
  }
  if (maxSize !== undefined) {
    add(t('filters.atMost', { size: formatSize(maxSize) }), without({ maxSize: undefined }))
  }
  if (from !== undefined)
    add(t('filters.since', { day: dayText(from) }), without({ from: undefined }))
  if (to !== undefined) add(t('filters.until', { day: dayText(to) }), without({ to: undefined }))
  if (tag !== null) add(t('filters.tagged', { tag }), { tag: null })
  return chips
}

function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return exactDay(new Date(year, month - 1, date))
}
