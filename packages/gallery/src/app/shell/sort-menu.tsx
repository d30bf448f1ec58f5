import type { JSX } from 'preact'
import { goTo, place, type Sort } from '../place/place.ts'
import { Menu } from '../widgets/menu.tsx'
import { phone } from '../widgets/viewport.ts'
import { t } from '../words/words.ts'

const ORDERS = [
  '-created_at',
  'created_at',
  '-updated_at',
  'name',
  '-name',
  '-size',
  'size',
  'type',
  '-duration_seconds',
] as const satisfies readonly Sort[]

/** Chooses the order of the list. */
export function SortMenu(): JSX.Element {
  const { sort } = place.value
  const known = ORDERS.find((order) => order === sort)
  return (
    <Menu
      icon="sort"
      label={t('sort.label')}
      text={phone.value || known === undefined ? undefined : t(`sort.${known}`)}
      items={ORDERS.map((order) => ({
        value: order,
        label: t(`sort.${order}`),
        checked: order === sort,
        onSelect: () => goTo({ sort: order }),
      }))}
    />
  )
}
