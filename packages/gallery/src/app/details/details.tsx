import type { Asset } from '@stowage/client'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { revision } from '../listing/listing.ts'
import { place } from '../place/place.ts'
import { Button, IconButton } from '../widgets/button.tsx'
import { t } from '../words/words.ts'
import { detail, isTrashed, readDetail } from './detail.ts'
import { Facts } from './facts.tsx'
import { Fields } from './fields/fields.tsx'
import { Preview } from './preview/preview.tsx'
import { RawFacts } from './raw-facts.tsx'
import { Share } from './share/share.tsx'
import { Toolbar } from './toolbar.tsx'
import { useDetailKeys } from './use-detail-keys.ts'
import { closeDetails, large, neighbour, position, step } from './viewer.ts'
import './details.css'

/** The details of the file that the address names: next to the list; on a phone, in place of it. */
export function Details(): JSX.Element | null {
  const now = detail.value
  if (place.value.asset === null || now.status === 'none') return null
  return (
    <Panel asset={now.status === 'ready' ? now.asset : null}>
      {now.status === 'ready' && <Body asset={now.asset} />}
      {now.status === 'loading' && <div class="preview preview-waiting" aria-busy="true" />}
      {now.status === 'gone' && <p class="details-empty">{t('details.gone')}</p>}
      {now.status === 'failed' && (
        <div class="details-empty">
          <p>{now.reason}</p>
          <Button onClick={() => void readDetail(place.value.asset ?? '')}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Panel({
  asset,
  children,
}: {
  asset: Asset | null
  children: ComponentChildren
}): JSX.Element {
  const panel = useRef<HTMLElement>(null)
  useDetailKeys(panel)
  useFocus(panel)
  // The list may have loaded more, so that there are neighbours now.
  void revision.value
  const where = position()
  return (
    <aside
      ref={panel}
      class={large.value ? 'details details-large' : 'details'}
      aria-label={t('details.region')}
      tabIndex={-1}
    >
      <header class="details-bar">
        <IconButton icon="close" label={t('details.close')} onClick={closeDetails} />
        <IconButton
          icon="left"
          label={t('details.previous')}
          disabled={neighbour(-1) === undefined}
          onClick={() => step(-1)}
        />
        <IconButton
          icon="right"
          label={t('details.next')}
          disabled={neighbour(1) === undefined}
          onClick={() => step(1)}
        />
        <p class="details-position">{where !== null && t('details.position', where)}</p>
        {asset !== null && <Toolbar asset={asset} />}
      </header>
      {children}
    </aside>
  )
}

function Body({ asset }: { asset: Asset }): JSX.Element {
  return (
    <div class="details-body">
      <div class="preview" data-type={asset.attributes.type}>
        <Preview asset={asset} isLarge={large.value} />
      </div>
      <div class="details-facts">
        <Fields asset={asset} />
        <Facts asset={asset} />
        {!isTrashed(asset) && <Share asset={asset} />}
        <RawFacts asset={asset} />
      </div>
    </div>
  )
}

/** When the panel covers the list, it takes the focus, and gives it back to the element that had it. */
function useFocus(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    const covers = matchMedia('(max-width: 1023px)').matches
    if (covers) panel.current?.focus({ preventScroll: true })
    return () => {
      const inside = document.activeElement === document.body
      if (inside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
