import type { Asset } from '@stowage/client'
import type { JSX } from 'preact'
import { picker } from '../place/picker.ts'
import { assetsOf } from '../selection/selected.ts'
import { selectedCount, selection } from '../selection/selection.ts'
import { explain } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { withProgress } from '../widgets/progress.tsx'
import { t } from '../words/words.ts'
import { tell } from './talk.ts'
import './picker.css'

/** The bar of a picker: what is chosen goes to the form. */
export function PickerBar(): JSX.Element | null {
  if (picker === null) return null
  const count = selectedCount.value
  return (
    <footer class="picker-bar">
      <p aria-live="polite">
        {count > 0
          ? t('picker.chosen', { count })
          : picker.multiple
            ? t('picker.chooseSome')
            : t('picker.chooseOne')}
      </p>
      <Button onClick={() => tell({ stowage: 'cancel' })}>{t('common.cancel')}</Button>
      <Button kind="primary" disabled={count === 0} onClick={() => void pick()}>
        {t('picker.choose')}
      </Button>
    </footer>
  )
}

async function pick(): Promise<void> {
  try {
    const assets = await withProgress(t('picker.choosing'), async (signal) => {
      const found: Asset[] = []
      for await (const asset of assetsOf(selection.value, signal)) found.push(asset)
      return found
    })
    tell({ stowage: 'pick', assets })
  } catch (error) {
    explain(error)
  }
}
