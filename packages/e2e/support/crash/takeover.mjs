import { isOnce } from '../load/once.mjs'
import { groupsOfStore } from '../load/owned.mjs'
import { isOwned } from '../owners/group.mjs'

/**
 * What a worker takes over of what is in its store: it fills the shelf, and resolves to the ids of folders and the groups
 * of owners that are its own. `share`: the part `index` of `of` equal ones. What another worker of this round has just
 * made is not this one's.
 */
export async function takeOver({ store, shelf, share, round }) {
  const owned = []
  for (const trashed of [false, true]) {
    for await (const asset of store.matching({}).iterate({ trashed })) {
      if (isOwned(asset)) owned.push(asset)
      else if (!isOnce(asset) && !asset.name.startsWith(round)) shelf.add({ ...asset })
    }
  }
  const isOurs = (group) => !group.includes(`-${round}p`) && sumOf(group) % share.of === share.index
  const groups = await groupsOfStore({ store, assets: owned, isOurs })
  return { groups, folders: await foldersOf({ store, share, round }) }
}

async function foldersOf({ store, share, round }) {
  const folders = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const list = await store.folders.list({ page })
    last = list.lastPage
    for (const { id, name } of list.folders) {
      const isOurs = Number.parseInt(id.slice(-4), 16) % share.of === share.index
      if (isOurs && !name.startsWith(round)) folders.push(id)
    }
  }
  return folders
}

function sumOf(text) {
  return Buffer.from(text).reduce((sum, byte) => sum + byte, 0)
}
