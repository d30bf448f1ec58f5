import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { useFileUrl } from '../../listing/file-url.ts'
import { Button } from '../../widgets/button.tsx'
import { formatPercent } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import type { Edited } from './edited.ts'
import { type Focus, movedBy, pointIn } from './focus-point.ts'

const CENTRE: Focus = { x: 0.5, y: 0.5 }

/** What stays in view when a page crops the picture: a dot to drag, or to move with the arrow keys. */
export function FocusField({
  asset,
  focus,
  readOnly,
  onType,
  onSave,
}: {
  readonly asset: Asset
  readonly focus: Edited['focus']
  readonly readOnly: boolean
  readonly onType: (focus: Edited['focus']) => void
  readonly onSave: () => void
}): JSX.Element | null {
  const id = useId()
  const { url, hasFailed } = useFileUrl(asset, 'thumbnail')
  const { width, height } = asset.attributes
  if (url === null || hasFailed || width === null || height === null) return null
  const { x, y } = focus ?? CENTRE
  const place = t('details.focusPlace', { x: formatPercent(x), y: formatPercent(y) })
  return (
    <details class="focus-field">
      <summary>
        {t('details.focus')}{' '}
        <span class="quiet">{focus === null ? t('details.focusCentre') : place}</span>
      </summary>
      <p class="quiet" id={id}>
        {t('details.focusHint')}
      </p>
      <div
        class="focus-picture"
        style={{ 'aspect-ratio': `${width} / ${height}` }}
        onPointerDown={(event) => {
          if (readOnly || event.button !== 0) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          onType(pointIn(event, event.currentTarget))
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          onType(pointIn(event, event.currentTarget))
        }}
        onPointerUp={() => {
          if (!readOnly) onSave()
        }}
      >
        <img src={url} alt="" draggable={false} />
        <button
          type="button"
          class="focus-dot"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-label={`${t('details.focus')}: ${place}`}
          aria-describedby={id}
          disabled={readOnly}
          onKeyDown={(event) => {
            const moved = movedBy({ x, y }, event.key)
            if (moved === null) return
            event.preventDefault()
            // The arrow keys also lead to other files.
            event.stopPropagation()
            onType(moved)
          }}
          onKeyUp={(event) => {
            if (movedBy({ x, y }, event.key) !== null) onSave()
          }}
        />
      </div>
      {focus !== null && !readOnly && (
        <Button
          kind="quiet"
          onClick={() => {
            onType(null)
            onSave()
          }}
        >
          {t('details.focusReset')}
        </Button>
      )}
    </details>
  )
}
