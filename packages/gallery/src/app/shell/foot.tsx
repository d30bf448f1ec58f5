import type { JSX } from 'preact'
import { Toasts } from '../toasts/toasts-view.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** Over the end of the list: what is selected, and above it what happened, so that neither covers the other. */
export function Foot(): JSX.Element {
  return (
    <div class="foot">
      <div class="foot-stack">
        <Toasts />
        <SelectionBar />
      </div>
    </div>
  )
}
