import type { JSX } from 'preact'
import { Files } from '../grid/files.tsx'
import { KeysView } from '../keys/keys.tsx'
import { listState, total } from '../listing/listing.ts'
import { hasFiles, place } from '../place/place.ts'
import { selectedCount } from '../selection/selection.ts'
import { UsageView } from '../usage/usage.tsx'
import { WebhooksView } from '../webhooks/webhooks.tsx'
import { Empty } from './empty.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListFailed } from './list-failed.tsx'
import { PlaceHeader } from './place-header.tsx'
import { SubFolders } from './sub-folders.tsx'
import { TopBar } from './top-bar.tsx'

/** The middle of the page: the files, or one of the other views. */
export function Main(): JSX.Element {
  const { view } = place.value
  if (!hasFiles(view)) {
    return (
      <main class="main main-text" id="main">
        {view === 'usage' && <UsageView />}
        {view === 'keys' && <KeysView />}
        {view === 'webhooks' && <WebhooksView />}
      </main>
    )
  }
  return (
    <main class={selectedCount.value > 0 ? 'main is-selecting' : 'main'} id="main">
      <TopBar />
      <PlaceHeader />
      <FilterChips />
      <List />
    </main>
  )
}

function List(): JSX.Element {
  const { kind } = listState.value
  if (kind === 'failed') return <ListFailed />
  if (total.value === 0) {
    return (
      <div class="files-none">
        <SubFolders />
        <Empty />
      </div>
    )
  }
  return (
    <Files>
      <SubFolders />
    </Files>
  )
}
