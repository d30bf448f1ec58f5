import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isStowageError } from '@stowage/core'
import { inParallel } from '../in-parallel.mjs'
import { sha256Of, tokenOf } from '../load/content.mjs'
import { listOf } from './list-of.mjs'

const LANES = 8
const GONE = ['asset_not_found', 'file_not_found', 'blob_not_found']

/**
 * What can be seen in a store of this process, with its bytes; the trash, which is not served, by its `blobs`. With
 * `listVersions`, which resolves to the records of all versions, also the contents that assets had.
 */
export function createStoreView(store, blobs, { listVersions } = {}) {
  async function look() {
    const found = new Map()
    const problems = []
    const numbers = new Set()
    for (const trashed of [false, true]) {
      const walked = []
      for await (const record of store.matching({}).iterate({ trashed })) walked.push(record)
      for (const record of walked) {
        const token = tokenOf(record.name)
        if (found.has(token)) problems.push(`${token}: there twice`)
        if (numbers.has(record.seq)) problems.push(`${token}: another asset has its number`)
        numbers.add(record.seq)
        found.set(token, { record, broken: [] })
      }
      await inParallel(walked, LANES, async (record) => {
        found.get(tokenOf(record.name)).broken.push(...(await brokenFilesOf(record)))
      })
      const ids = walked.map(({ id }) => id)
      const { assets, total } = await listOf(store, trashed)
      const listed = assets.map(({ id }) => id)
      if (total !== ids.length || listed.join() !== ids.join()) {
        problems.push(`the total is ${total}, pages hold ${listed.length}, a walk ${ids.length}`)
      }
    }
    if (listVersions !== undefined) await lookAtVersions(found)
    return { found, problems }
  }

  /** Adds the checksums of the contents that an asset had, and which of them could not be restored. */
  async function lookAtVersions(found) {
    const byId = new Map([...found.values()].map((each) => [each.record.id, each]))
    const versions = await listVersions()
    await inParallel(versions, LANES, async (version) => {
      const asset = byId.get(version.assetId)
      const isWhole = await blobOf(version.blobKey).then(
        (bytes) => bytes.length === version.size && sha256Of(bytes) === version.sha256,
        () => false,
      )
      if (!isWhole) asset?.broken.push(`its version ${version.id} is not whole`)
    })
    for (const { record, ...asset } of byId.values()) {
      const own = versions.filter(({ assetId }) => assetId === record.id)
      found.set(tokenOf(record.name), {
        ...asset,
        record,
        versions: own.map(({ sha256 }) => sha256).sort(),
      })
    }
  }

  async function brokenFilesOf(record) {
    const broken = []
    for (const file of [record, ...record.variants]) {
      const variant = file === record ? undefined : file.name
      try {
        const bytes = await bytesOf(record, file, variant)
        if (bytes.length !== file.size || sha256Of(bytes) !== file.sha256) {
          broken.push(`${variant ?? 'original'}: ${bytes.length} of ${file.size} bytes, or others`)
        }
      } catch (error) {
        broken.push(`${variant ?? 'original'} cannot be read: ${error.message}`)
      }
    }
    return broken
  }

  async function bytesOf(record, { blobKey }, variant) {
    if (record.trashedAt === null) {
      return (await store.read(record, variant === undefined ? {} : { variant })).bytes()
    }
    // Restoring it must bring it back.
    return blobOf(blobKey)
  }

  async function blobOf(key) {
    const body = await blobs.read(key)
    return body instanceof Readable ? buffer(body) : body
  }

  return {
    /** Everything there, by token: `{ record, broken }`, and what contradicts itself. */
    look,

    /** By which routes of the store a purged asset can still be had. */
    routesTo: ({ id, publicFileId }) =>
      openOnes({
        get: () => store.get(id, { trashed: 'include' }),
        read: () => store.read(id),
        'get of a file': () => store.get({ publicFileId }),
        'get of any file': () => store.get({ publicFileId }, { tenant: 'any' }),
        restore: () => store.restore(id),
      }),

    /** Which bytes of a purged asset are still on the medium. */
    blobsOf: ({ blobKey, variants }) =>
      openOnes(
        Object.fromEntries(
          [blobKey, ...variants.map((each) => each.blobKey)].map((key, index) => [
            `blob ${index}`,
            () => blobs.read(key),
          ]),
        ),
      ),

    /** Keys that are not what they were acknowledged to be. */
    async brokenKeys(keys) {
      const listed = new Map((await store.keys.list()).map((key) => [key.id, key]))
      const broken = []
      for (const [id, { token, revoked }] of keys) {
        const key = listed.get(id)
        if (key === undefined) broken.push(`key ${id} is not there`)
        else if (revoked && key.revokedAt === null) broken.push(`key ${id} is not revoked`)
        else if (((await store.keys.verify(token)) === null) !== (key.revokedAt !== null)) {
          broken.push(`key ${id} is taken for what it is not`)
        }
      }
      return broken
    },
  }
}

async function openOnes(routes) {
  const open = []
  for (const [route, attempt] of Object.entries(routes)) {
    const refused = await attempt().then(
      () => false,
      (error) => isStowageError(error, ...GONE),
    )
    if (!refused) open.push(route)
  }
  return open
}
