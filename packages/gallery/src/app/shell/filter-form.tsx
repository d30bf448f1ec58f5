import type { JSX } from 'preact'
import { knownTags } from '../listing/known-tags.ts'
import { type AssetType, type Filters, isDay, TYPES } from '../place/filters.ts'
import { goTo, place } from '../place/place.ts'
import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'

const MEGABYTE = 1_000_000

/** What narrows the list. Each change shows at once. */
export function FilterForm({ onDone }: { onDone: () => void }): JSX.Element {
  const { filters, tag } = place.value
  const change = (next: Filters): void =>
    goTo({ filters: { ...filters, ...next } }, { replace: true })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <Types types={filters.types ?? []} onChange={(types) => change({ types })} />
      <fieldset>
        <legend>{t('filters.size')}</legend>
        <div class="filter-pair">
          <Megabytes
            label={t('filters.sizeFrom')}
            bytes={filters.minSize}
            onChange={(minSize) => change({ minSize })}
          />
          <Megabytes
            label={t('filters.sizeTo')}
            bytes={filters.maxSize}
            onChange={(maxSize) => change({ maxSize })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('filters.uploaded')}</legend>
        <div class="filter-pair">
          <Day label={t('filters.from')} day={filters.from} onChange={(from) => change({ from })} />
          <Day label={t('filters.to')} day={filters.to} onChange={(to) => change({ to })} />
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('filters.tag')}</legend>
        <input
          class="field"
          list="filter-tags"
          aria-label={t('filters.tag')}
          value={tag ?? ''}
          onChange={({ currentTarget: { value } }) =>
            goTo({ tag: value.trim() === '' ? null : value.trim() }, { replace: true })
          }
        />
        <datalist id="filter-tags">
          {knownTags.value.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </fieldset>
      <div class="filter-actions">
        <Button kind="quiet" onClick={() => goTo({ filters: {}, tag: null }, { replace: true })}>
          {t('filters.clear')}
        </Button>
        <Button kind="primary" type="submit">
          {t('filters.done')}
        </Button>
      </div>
    </form>
  )
}

function Types(props: {
  types: readonly AssetType[]
  onChange: (types: readonly AssetType[] | undefined) => void
}): JSX.Element {
  const { types, onChange } = props
  const toggle = (type: AssetType): void => {
    const next = types.includes(type) ? types.filter((other) => other !== type) : [...types, type]
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <fieldset>
      <legend>{t('filters.type')}</legend>
      <div class="filter-types">
        {TYPES.map((type) => (
          <button
            key={type}
            type="button"
            class="choice"
            aria-pressed={types.includes(type)}
            onClick={() => toggle(type)}
          >
            <Icon name={type} size={16} />
            {t(`type.${type}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Megabytes(props: {
  label: string
  bytes: number | undefined
  onChange: (bytes: number | undefined) => void
}): JSX.Element {
  const { label, bytes, onChange } = props
  return (
    <label>
      <span>{label}</span>
      <input
        class="field"
        type="number"
        inputMode="decimal"
        min="0"
        step="any"
        value={bytes === undefined ? '' : bytes / MEGABYTE}
        onChange={({ currentTarget: { valueAsNumber: value } }) =>
          onChange(Number.isFinite(value) && value >= 0 ? Math.round(value * MEGABYTE) : undefined)
        }
      />
    </label>
  )
}

function Day(props: {
  label: string
  day: string | undefined
  onChange: (day: string | undefined) => void
}): JSX.Element {
  const { label, day, onChange } = props
  return (
    <label>
      <span>{label}</span>
      <input
        class="field"
        type="date"
        value={day ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(isDay(value) ? value : undefined)}
      />
    </label>
  )
}
