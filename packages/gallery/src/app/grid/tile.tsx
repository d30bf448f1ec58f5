import type { Asset } from '@stowage/client'
import type { CSSProperties, JSX } from 'preact'
import { hrefOf, place } from '../place/place.ts'
import { isSelected, toggle } from '../selection/selection.ts'
import { Icon } from '../widgets/icon.tsx'
import { coarse } from '../widgets/viewport.ts'
import { active, setActive } from './active.ts'
import { endDrag, startDrag } from './drag.ts'
import { Face, hasPicture } from './face.tsx'
import type { Box } from './layout/justify.ts'
import { openOrSelect } from './open-or-select.ts'
import { Tick } from './tick.tsx'
import { useLongPress } from './use-press.ts'

interface TileProps {
  readonly asset: Asset
  readonly index: number
  readonly box: Box
  readonly total: number
}

/** One file of the grid. */
export function Tile({ asset, index, box, total }: TileProps): JSX.Element {
  const { id, attributes, meta } = asset
  const { name, is_favourite } = attributes
  const press = useLongPress(() => toggle(id, index))
  const tabIndex = active.value === index ? 0 : -1
  const state = [
    isSelected(id) && 'is-selected',
    place.value.asset === id && 'is-open',
    hasPicture(asset) && 'has-picture',
    meta?.trashed_at != null && 'is-trashed',
  ]
  return (
    <div
      role="listitem"
      class={['tile', ...state.filter(Boolean)].join(' ')}
      style={styleOf(box)}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      draggable={!coarse.value}
      onDragStart={(event) => startDrag(id, event)}
      onDragEnd={endDrag}
      {...press.handlers}
    >
      <a
        class="tile-open"
        href={hrefOf({ asset: id })}
        title={name}
        aria-current={place.value.asset === id ? 'true' : undefined}
        tabIndex={tabIndex}
        draggable={false}
        onFocus={() => setActive(index)}
        onClick={(event) =>
          press.isOver() ? event.preventDefault() : openOrSelect(id, index, event)
        }
      >
        <Face asset={asset} />
      </a>
      {is_favourite && (
        <span class="tile-star">
          <Icon name="star-filled" size={16} />
        </span>
      )}
      <Tick id={id} index={index} name={name} tabIndex={tabIndex} />
    </div>
  )
}

/** A placeholder for a file that is not loaded yet. */
export function EmptyTile({ box }: { box: Box }): JSX.Element {
  return <div class="tile tile-empty" role="none" style={styleOf(box)} />
}

function styleOf({ left, top, width, height }: Box): CSSProperties {
  return { transform: `translate(${left}px, ${top}px)`, width: `${width}px`, height: `${height}px` }
}
