import type { JSX } from 'preact'
import { picker } from '../place/picker.ts'
import { goTo, place } from '../place/place.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import { IconButton } from '../widgets/button.tsx'
import { phone } from '../widgets/viewport.ts'
import { t } from '../words/words.ts'
import { FilterButton } from './filter-button.tsx'
import { SearchField } from './search-field.tsx'
import { openSidebar } from './sidebar-sheet.tsx'
import { SortMenu } from './sort-menu.tsx'

/** Search, filters, order, layout, and uploading. */
export function TopBar(): JSX.Element {
  const { layout, view } = place.value
  const isList = layout === 'list'
  return (
    <div class="top-bar">
      {phone.value && picker !== null && (
        <IconButton icon="menu" label={t('shell.menu')} onClick={openSidebar} />
      )}
      <SearchField />
      <FilterButton />
      <SortMenu />
      <IconButton
        icon={isList ? 'grid' : 'list'}
        label={isList ? t('shell.showGrid') : t('shell.showList')}
        onClick={() => goTo({ layout: isList ? 'grid' : 'list' }, { replace: true })}
      />
      {!phone.value && view === 'files' && picker === null && <UploadButton />}
    </div>
  )
}
