import { inParallel } from '../in-parallel.mjs'
import { sha256Of, tokenOf } from '../load/content.mjs'
import { listOf } from './list-of.mjs'

const LANES = 8

/** What can be seen of a store by its API, with the bytes of what is active; what is in the trash must not be served. */
export function createApiView(client) {
  /** By which routes an asset can be had. */
  async function routesTo(asset) {
    const open = []
    for (const [route, attempt] of [
      ['get', () => client.get(asset.id)],
      ['read', () => client.read(asset)],
    ]) {
      const refused = await attempt().then(
        () => false,
        ({ status }) => status === 404,
      )
      if (!refused) open.push(route)
    }
    return open
  }

  async function brokenFilesOf(asset) {
    if (asset.trashedAt !== null) {
      const routes = await routesTo(asset)
      return routes.length === 0 ? [] : [`in the trash, but there by ${routes}`]
    }
    try {
      const { bytes } = await client.read(asset)
      const isWhole = bytes.length === asset.size && sha256Of(bytes) === asset.sha256
      return isWhole ? [] : [`${bytes.length} of ${asset.size} bytes, or others`]
    } catch (error) {
      return [`cannot be read: ${error.message}`]
    }
  }

  return {
    routesTo,
    async look() {
      const found = new Map()
      const problems = []
      for (const trashed of [false, true]) {
        const { assets, total } = await listOf(client, trashed)
        if (total !== assets.length) {
          problems.push(`the total is ${total}, pages hold ${assets.length}`)
        }
        for (const record of assets) {
          const token = tokenOf(record.name)
          if (found.has(token)) problems.push(`${token}: there twice`)
          if ((record.trashedAt !== null) !== trashed) problems.push(`${token}: in another list`)
          found.set(token, { record, broken: [] })
        }
      }
      await inParallel(found.values(), LANES, async ({ record, broken }) => {
        broken.push(...(await brokenFilesOf(record)))
      })
      return { found, problems }
    },
  }
}
