import type { JSX } from 'preact'
import { isSelected } from '../selection/selection.ts'
import { Icon } from '../widgets/icon.tsx'
import { t } from '../words/words.ts'
import { tick } from './open-or-select.ts'

/** Selects or unselects a file. */
export function Tick(props: {
  id: string
  index: number
  name: string
  tabIndex: number
}): JSX.Element {
  const { id, index, name, tabIndex } = props
  return (
    <button
      type="button"
      role="checkbox"
      class="tick"
      aria-checked={isSelected(id)}
      aria-label={t('grid.select', { name })}
      tabIndex={tabIndex}
      onClick={(event) => tick(id, index, event)}
    >
      <Icon name="check" size={16} />
    </button>
  )
}
