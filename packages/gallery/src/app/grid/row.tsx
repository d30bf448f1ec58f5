import type { Asset } from '@stowage/client'
import type { CSSProperties, JSX } from 'preact'
import { hrefOf, place } from '../place/place.ts'
import { isSelected, toggle } from '../selection/selection.ts'
import { Icon } from '../widgets/icon.tsx'
import { coarse } from '../widgets/viewport.ts'
import { formatLength, formatSize } from '../words/formats.ts'
import { Time } from '../words/time.tsx'
import { t } from '../words/words.ts'
import { active, setActive } from './active.ts'
import { endDrag, startDrag } from './drag.ts'
import type { Box } from './layout/justify.ts'
import { openOrSelect } from './open-or-select.ts'
import { Thumb } from './thumb.tsx'
import { Tick } from './tick.tsx'
import { useLongPress } from './use-press.ts'

/** One file of the list. */
export function Row({ asset, index, box }: { asset: Asset; index: number; box: Box }): JSX.Element {
  const { id, attributes, meta } = asset
  const { name, type, size, created_at, is_favourite } = attributes
  const press = useLongPress(() => toggle(id, index))
  const tabIndex = active.value === index ? 0 : -1
  const state = [isSelected(id) && 'is-selected', place.value.asset === id && 'is-open']
  const title = meta?.title ?? ''
  return (
    <div
      role="row"
      class={['row', ...state.filter(Boolean)].join(' ')}
      style={rowStyle(box)}
      data-index={index}
      // The head is the first row.
      aria-rowindex={index + 2}
      draggable={!coarse.value}
      onDragStart={(event) => startDrag(id, event)}
      onDragEnd={endDrag}
      onClick={(event) =>
        press.isOver() ? event.preventDefault() : openOrSelect(id, index, event)
      }
      {...press.handlers}
    >
      <span role="cell" class="row-tick">
        <Tick id={id} index={index} name={name} tabIndex={tabIndex} />
      </span>
      <span role="cell" class="row-name">
        <Thumb asset={asset} />
        <a
          class="row-open"
          href={hrefOf({ asset: id })}
          title={name}
          aria-current={place.value.asset === id ? 'true' : undefined}
          tabIndex={tabIndex}
          draggable={false}
          onFocus={() => setActive(index)}
        >
          <span class="row-file">{name}</span>
          {title !== '' && <span class="row-title">{title}</span>}
          <span class="row-facts">{[formatSize(size), t(`type.${type}`)].join(' · ')}</span>
        </a>
        {is_favourite && (
          <span class="row-star">
            <Icon name="star-filled" size={16} />
          </span>
        )}
      </span>
      <span role="cell" class="row-type">
        {t(`type.${type}`)}
      </span>
      <span role="cell" class="row-size">
        {formatSize(size)}
      </span>
      <span role="cell" class="row-shape">
        {shapeOf(asset)}
      </span>
      <span role="cell" class="row-date">
        <Time at={created_at} />
      </span>
    </div>
  )
}

/** A placeholder for a row that is not loaded yet. */
export function EmptyRow({ box }: { box: Box }): JSX.Element {
  return <div class="row row-empty" role="none" style={rowStyle(box)} />
}

function shapeOf({ attributes: { width, height, duration_seconds } }: Asset): string {
  const pixels = width !== null && height !== null ? `${width} × ${height}` : ''
  const length = duration_seconds === null ? '' : formatLength(duration_seconds)
  return [pixels, length].filter((part) => part !== '').join(' · ')
}

function rowStyle({ top, height }: Box): CSSProperties {
  return { transform: `translateY(${top}px)`, height: `${height}px` }
}
