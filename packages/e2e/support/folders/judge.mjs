const MAX_DEPTH = 32

/** What is wrong with the trees and with what is kept of them, from the rows alone. Empty when nothing is. */
export function judgeRows({ folders, assets, versions, tenants, wrong }) {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return {
    cycles: folders.filter((folder) => depthOf(folder, byId) === Number.POSITIVE_INFINITY),
    orphans: folders.filter(
      ({ parent_id: parent, tenant_id: tenant }) =>
        parent !== null && byId.get(parent)?.tenant_id !== tenant,
    ),
    depths: folders.filter((folder) => depthOf(folder, byId) > MAX_DEPTH),
    heights: wrongHeights(folders, byId),
    scopes: folders.filter(
      ({ parent_id: parent, created_by: creator }) =>
        parent !== null && byId.get(parent)?.created_by !== creator,
    ),
    siblings: folders.length - new Set(folders.map(siblingKeyOf)).size,
    lostAssets: assets.filter(
      ({ folder_id: folder, tenant_id: tenant }) =>
        folder !== null && byId.get(folder)?.tenant_id !== tenant,
    ),
    counts: wrong,
    bytes: tenants.filter(({ id, bytes }) => {
      const own = [...assets, ...versions].filter(({ tenant_id: tenant }) => tenant === id)
      return sum(own) !== Number(bytes)
    }),
  }
}

/** As sentences: what a half of a transaction would leave in the tables. */
export function brokenRows(rows) {
  return Object.entries(judgeRows(rows)).flatMap(([what, found]) => {
    const times = Array.isArray(found) ? found.length : found
    return times === 0 ? [] : [`${what} in the tables: ${times}`]
  })
}

/** Compares what the store says of a view with its rows. Resolves to sentences. */
export async function judgeView(store, { tenant, createdBy }, { folders, assets, tenants }) {
  const wrong = []
  const expect = (what, found, expected) => {
    if (found !== expected)
      wrong.push(`${tenant} ${createdBy}: ${what} is ${found}, not ${expected}`)
  }
  const id = tenants.find(({ name }) => name === tenant)?.id
  const isSeen = (row) =>
    row.tenant_id === id && (createdBy === null || row.created_by === createdBy)
  const seenAssets = assets.filter(isSeen)
  const active = seenAssets.filter(({ trashed_at: trashed }) => trashed === null)
  const trash = seenAssets.filter(({ trashed_at: trashed }) => trashed !== null)
  const seenFolders = folders.filter(isSeen)

  const usage = await store.usage()
  expect('assets', usage.assets, active.length)
  expect('bytes', usage.bytes, sum(active))
  expect('trashedAssets', usage.trashedAssets, trash.length)
  expect('trashedBytes', usage.trashedBytes, sum(trash))
  for (const [type, part] of Object.entries(usage.byType ?? {})) {
    const ofType = active.filter((asset) => asset.type === type)
    expect(`${type} assets`, part.assets, ofType.length)
    expect(`${type} bytes`, part.bytes, sum(ofType))
  }

  expect('the number of folders', (await store.folders.list()).total, seenFolders.length)
  const inFolder = groupBy(active, 'folder_id')
  const children = groupBy(seenFolders, 'parent_id')
  for (let first = 0; first < seenFolders.length; first += 1000) {
    const ids = seenFolders.slice(first, first + 1000).map((folder) => folder.id)
    for (const [folder, kept] of await store.folders.usage(ids)) {
      const own = inFolder.get(folder) ?? []
      expect(`folders of ${folder}`, kept.folders, (children.get(folder) ?? []).length)
      expect(`assets of ${folder}`, kept.assets, own.length)
      expect(`bytes of ${folder}`, kept.bytes, sum(own))
    }
  }
  for (const { id: folderTree } of children.get(null)?.slice(0, 30) ?? []) {
    const { total } = await store.list({ filter: { folderTree } })
    expect(`the tree of ${folderTree}`, total, assetsBelow(folderTree))
  }
  return wrong

  function assetsBelow(folder) {
    const own = (inFolder.get(folder) ?? []).length
    const below = (children.get(folder) ?? []).map((child) => assetsBelow(child.id))
    return below.reduce((all, each) => all + each, own)
  }
}

/** Those whose height is not one more than the greatest in them. */
function wrongHeights(folders, byId) {
  const greatest = new Map()
  for (const { parent_id: parent, height } of folders)
    if (byId.has(parent)) greatest.set(parent, Math.max(greatest.get(parent) ?? 0, height))
  return folders.filter(({ id, height }) => height !== (greatest.get(id) ?? 0) + 1)
}

/** Infinite within a cycle. */
function depthOf(folder, byId) {
  let depth = 1
  for (let at = folder; at?.parent_id != null; at = byId.get(at.parent_id)) {
    depth += 1
    if (depth > byId.size) return Number.POSITIVE_INFINITY
  }
  return depth
}

function siblingKeyOf({ tenant_id: tenant, parent_id: parent, created_by: creator, name }) {
  return JSON.stringify([tenant, parent, creator, name.normalize('NFC').toLowerCase()])
}

function groupBy(rows, column) {
  const groups = new Map()
  for (const row of rows) groups.set(row[column], [...(groups.get(row[column]) ?? []), row])
  return groups
}

function sum(assets) {
  return assets.reduce((all, { size }) => all + Number(size), 0)
}
