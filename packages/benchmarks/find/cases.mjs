import { foldersOf, TENANTS } from './fill.mjs'
import { madeAt } from './rows.mjs'

const [[LARGE], [MEDIUM]] = TENANTS

/**
 * Every single filter, search and order, combinations, and lists of a scope and of a smaller tenant, by name. `rows`:
 * those of the largest tenant.
 */
export async function casesOf(metadata, rows) {
  const folders = await foldersOf(metadata, LARGE)
  const last = madeAt(Math.floor(rows * 0.9))
  const [{ assets }, scoped] = [
    await metadata.assets.list({ tenant: LARGE, trashed: false, from: { offset: 7 }, limit: 1 }),
    { createdBy: 'user-3' },
  ]
  const { sha256 } = assets[0]
  const images = { type: 'image' }
  const lists = {
    default: {},
    trash: { trashed: true },
    'trash and not': { trashed: 'with' },
    'a scope': { scope: scoped },
  }
  const filters = {
    'type=image': images,
    'type=image,video': { type: ['image', 'video'] },
    'mime_type=image/*': { mimeType: 'image/*' },
    'mime_type=image/png': { mimeType: 'image/png' },
    'extension=jpg': { extension: 'jpg' },
    'folder_id of a fifth': { folderId: folders.get('top 0') },
    'folder_id=null': { folderId: null },
    'folder_tree, 15 folders': { folderTree: folders.get('top 9') },
    'is_favourite=true': { isFavourite: true },
    'is_favourite=false': { isFavourite: false },
    'created_by=user-3': { createdBy: 'user-3' },
    'status=processing': { status: 'processing' },
    sha256: { sha256 },
    'size[gte]=1 MB': { size: { gte: 1e6 } },
    'size[gte]=50 MB': { size: { gte: 5e7 } },
    'width[gte]=5000': { width: { gte: 5000 } },
    'height[lt]=200': { height: { lt: 200 } },
    'duration_seconds[lt]=60': { durationSeconds: { lt: 60 } },
    'created_at, last tenth': { createdAt: { gte: last } },
    'updated_at, last changes': { updatedAt: { gte: new Date(Date.now() - 60_000) } },
    'tag=tag0': { tags: ['tag0'] },
    'tag=tag0,tag1': { tags: ['tag0', 'tag1'] },
    'tag[any] of 3': { anyTag: ['tag5', 'tag6', 'tag7'] },
    'metadata[client]=c7': { metadata: { client: 'c7' } },
    'q=img': { search: 'img' },
    'q=m': { search: 'm' },
    'q=12': { search: '12' },
    'q=cafe': { search: 'cafe' },
    'q=oli da': { search: 'oli da' },
    'q=1234': { search: '1234' },
    'q=nowhere': { search: 'nowhere' },
  }
  const orders = ['createdAt', 'name', '-name', '-size', '-updatedAt', 'type', '-durationSeconds']
  const combined = {
    '1: q=img, type=image': { filter: { search: 'img', ...images } },
    '2: q=holiday, type=document, tag=tag5': {
      filter: { search: 'holiday', type: 'document', tags: ['tag5'] },
    },
    '3: type=image, sort=name': { filter: images, sort: 'name' },
    '4: q=img, sort=-size': { filter: { search: 'img' }, sort: '-size' },
    '5: q=img, type=image, sort=name': { filter: { search: 'img', ...images }, sort: 'name' },
    '6: q=holiday, sort=name': { filter: { search: 'holiday' }, sort: 'name' },
    '7: tag0, client=c7, sort=name': {
      filter: { tags: ['tag0'], metadata: { client: 'c7' } },
      sort: 'name',
    },
    '8: type=image, size[gte]=1 MB': { filter: { ...images, size: { gte: 1e6 } } },
    '9: folder_tree, type=image, sort=-size': {
      filter: { ...images, folderTree: folders.get('top 9') },
      sort: '-size',
    },
    '10: q=img in a scope': { filter: { search: 'img' }, scope: scoped },
    'a smaller tenant, q=img': { tenant: MEDIUM, filter: { search: 'img' } },
    'a smaller tenant, q=m, sort=name': { tenant: MEDIUM, filter: { search: 'm' }, sort: 'name' },
  }
  const asked = {
    ...lists,
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, { filter }])),
    ...Object.fromEntries(orders.map((sort) => [`sort=${sort}`, { sort }])),
    ...combined,
  }
  return Object.entries(asked).map(([name, query]) => [
    name,
    { tenant: LARGE, trashed: false, ...query },
  ])
}
