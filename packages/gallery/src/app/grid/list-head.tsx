import type { JSX } from 'preact'
import { goTo, place, type Sort } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'

/** The columns of `row.tsx`, and the order of the list when their head is pressed; dates begin with the newest. */
const COLUMNS = [
  { column: 'name', by: 'name', first: 'name' },
  { column: 'type', by: 'type', first: 'type' },
  { column: 'size', by: 'size', first: '-size' },
  { column: 'shape', by: null, first: null },
  { column: 'date', by: 'created_at', first: '-created_at' },
] as const

export function ListHead(): JSX.Element {
  return (
    <div role="row" class="row row-head" aria-rowindex={1}>
      <span role="columnheader" class="row-tick">
        <span class="hidden">{t('grid.selection')}</span>
      </span>
      {COLUMNS.map(({ column, by, first }) => (
        <span key={column} role="columnheader" class={`row-${column}`} aria-sort={orderBy(by)}>
          {by === null ? (
            t(`grid.${column}`)
          ) : (
            <button
              type="button"
              class="row-sort"
              onClick={() => goTo({ sort: turned(by, first) })}
            >
              {t(`grid.${column}`)}
              {orderBy(by) !== 'none' && (
                <Icon name={orderBy(by) === 'ascending' ? 'up' : 'down'} size={14} />
              )}
            </button>
          )}
        </span>
      ))}
    </div>
  )
}

function orderBy(by: string | null): 'ascending' | 'descending' | 'none' | undefined {
  if (by === null) return undefined
  const { sort } = place.value
  if (sort === by) return 'ascending'
  return sort === `-${by}` ? 'descending' : 'none'
}

function turned(by: 'name' | 'type' | 'size' | 'created_at', first: Sort): Sort {
  const { sort } = place.value
  if (sort !== by && sort !== `-${by}`) return first
  return sort === by ? `-${by}` : by
}
