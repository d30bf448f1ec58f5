import { useComputed } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { at, PAGE_SIZE, revision, total } from '../listing/listing.ts'
import { listKey, place } from '../place/place.ts'
import { timeOf } from '../place/time-of.ts'
import { phone } from '../widgets/viewport.ts'
import { t } from '../words/words.ts'
import { active } from './active.ts'
import { DateLine } from './date-line.tsx'
import { createChunkLayout } from './layout/chunks.ts'
import { arrangeGrid } from './layout/grid-layout.ts'
import { arrangeList } from './layout/list-layout.ts'
import { ListHead } from './list-head.tsx'
import { listKeys } from './list-keys.ts'
import { EmptyRow, Row } from './row.tsx'
import { EmptyTile, Tile } from './tile.tsx'
import { TimeRail } from './time-rail.tsx'
import { useAnchor } from './use-anchor.ts'
import { useFocus } from './use-focus.ts'
import { useRange } from './use-range.ts'
import { useView } from './use-view.ts'
import './grid.css'
import './list.css'

const GAP = 4

/** The files of the place as a grid or a list; only those in sight are drawn. `children` are shown above them. */
export function Files({ children }: { children?: ComponentChildren }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const view = useView(scroller, content, place.value.layout)
  const width = useComputed(() => view.value.width)
  const isList = useComputed(() => place.value.layout === 'list')
  const key = useComputed(() => listKey(place.value))
  // While the number is not known, enough placeholders to fill the screen.
  const count = useComputed(() => total.value ?? 60)
  const layOut = useRef(createChunkLayout(PAGE_SIZE, at)).current
  const arrangement = useComputed(() => {
    if (isList.value) return arrangeList(count.value, width.value, phone.value ? 64 : 48)
    // Runs again for the shapes of files that have come since.
    revision.value
    const rowHeight = phone.value ? 118 : 188
    const frame = { width: Math.max(1, width.value), gap: GAP, rowHeight }
    return arrangeGrid(count.value, layOut(count.value, frame, key.value))
  })
  const range = useRange(arrangement, view)
  useAnchor(scroller, content, arrangement.value, view, total.value === null ? null : key.value)
  const focus = useFocus(scroller, content, arrangement)

  const rows = Math.max(1, Math.floor(view.value.height / (isList.value ? 48 : 192)) - 1)
  const label = t('grid.files')
  const items = width.value === 0 ? [] : indicesOf(range.value, count.value)
  const body = {
    ref: content,
    style: { height: `${arrangement.value.height}px` },
    onKeyDown: listKeys(arrangement.value, rows),
    ...focus,
  }
  revision.value
  return (
    <div class="files-frame" data-timed={timeOf(place.value.sort) !== null}>
      <div class="files" ref={scroller} data-list={isList.value}>
        {children}
        {!isList.value && <DateLine arrangement={arrangement} view={view} />}
        {isList.value ? (
          <div role="table" class="list" aria-label={label} aria-rowcount={count.value + 1}>
            <div role="rowgroup" class="list-head">
              <ListHead />
            </div>
            <div role="rowgroup" class="files-content" {...body}>
              {items.map((index) => {
                const asset = at(index)
                const box = arrangement.value.box(index)
                if (asset === undefined) return <EmptyRow key={`empty ${index}`} box={box} />
                return <Row key={asset.id} asset={asset} index={index} box={box} />
              })}
            </div>
          </div>
        ) : (
          <div
            role="list"
            class="files-content grid"
            aria-label={label}
            aria-busy={total.value === null}
            {...body}
          >
            {items.map((index) => {
              const asset = at(index)
              const box = arrangement.value.box(index)
              if (asset === undefined) return <EmptyTile key={`empty ${index}`} box={box} />
              return (
                <Tile key={asset.id} asset={asset} index={index} box={box} total={count.value} />
              )
            })}
          </div>
        )}
      </div>
      <TimeRail scroller={scroller} arrangement={arrangement} view={view} />
    </div>
  )
}

/** The active file is drawn wherever it is, because the focus would be lost otherwise. */
function indicesOf([from, to]: readonly [number, number], count: number): readonly number[] {
  const indices = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step)
  const at = active.value
  if (at >= count || (at >= from && at < to)) return indices
  return at < from ? [at, ...indices] : [...indices, at]
}
