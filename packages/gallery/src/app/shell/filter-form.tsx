import type { JSX } from 'preact'
import { knownTags } from '../listing/known-tags.ts'
import { type AssetType, type Filters, isDay, TYPES } from '../place/filters.ts'
import { goTo, place } from '../place/place.ts'
import { Button } from '../widgets/button.tsx'
import type { FieldName } from '../widgets/field-names.ts'
import { Icon } from '../widgets/icon.tsx'
import { LiveInput } from '../widgets/live-input.tsx'
import { t } from '../words/words.ts'

const MEGABYTE = 1_000_000

/** The fields of the filters. Each change applies at once. */
export function FilterForm({ onDone }: { onDone: () => void }): JSX.Element {
  const { filters } = place.value
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <Types types={filters.types ?? []} onChange={(types) => narrow({ types })} />
      <fieldset>
        <legend>{t('filters.size')}</legend>
        <div class="filter-pair">
          <Megabytes
            field="filter-min-size"
            label={t('filters.sizeFrom')}
            read={() => place.value.filters.minSize}
            write={(minSize) => narrow({ minSize })}
          />
          <Megabytes
            field="filter-max-size"
            label={t('filters.sizeTo')}
            read={() => place.value.filters.maxSize}
            write={(maxSize) => narrow({ maxSize })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('filters.uploaded')}</legend>
        <div class="filter-pair">
          <Day
            field="filter-from"
            label={t('filters.from')}
            read={() => place.value.filters.from}
            write={(from) => narrow({ from })}
          />
          <Day
            field="filter-to"
            label={t('filters.to')}
            read={() => place.value.filters.to}
            write={(to) => narrow({ to })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('filters.tag')}</legend>
        <LiveInput
          field="filter-tag"
          list="filter-tags"
          aria-label={t('filters.tag')}
          read={() => place.value.tag ?? ''}
          write={(text) => goTo({ tag: text.trim() || null }, { replace: true })}
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

interface FilterFieldProps<Value> {
  field: FieldName
  label: string
  read: () => Value | undefined
  write: (value: Value | undefined) => void
}

function Megabytes({ field, label, read, write }: FilterFieldProps<number>): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <LiveInput
        field={field}
        type="number"
        inputMode="decimal"
        min="0"
        step="any"
        read={() => {
          const bytes = read()
          return bytes === undefined ? '' : String(bytes / MEGABYTE)
        }}
        write={(text) => {
          const bytes = Math.round(Number(text) * MEGABYTE)
          write(text !== '' && bytes >= 0 ? bytes : undefined)
        }}
      />
    </label>
  )
}

function Day({ field, label, read, write }: FilterFieldProps<string>): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <LiveInput
        field={field}
        type="date"
        read={() => read() ?? ''}
        write={(text) => write(isDay(text) ? text : undefined)}
      />
    </label>
  )
}

function narrow(next: Filters): void {
  goTo({ filters: { ...place.value.filters, ...next } }, { replace: true })
}
