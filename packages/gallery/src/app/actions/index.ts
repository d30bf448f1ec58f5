/** What can be done with files that are selected. Each says what it did, or why it did not. */

export { download } from './download.ts'
export { editTags } from './edit-tags.tsx'
export { favourite, toggleFavourite } from './favourite.ts'
export { move, moveTo } from './move.tsx'
export { emptyTrash, purge } from './purge.ts'
export { restore, trash } from './trash.ts'

import './actions.css'
