import { media } from '$lib/server/media.js'

export async function load() {
  const { store } = await media()
  const { assets, total } = await store.list({ perPage: 20 })
  return { total, files: assets.map(({ id, name, mimeType }) => ({ id, name, mimeType })) }
}
