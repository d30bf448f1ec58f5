import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fromPath, openAssetStore } from '@stowage/core'

/** How a store says that a location cannot be taken out. */
const REFUSALS = { stored: 'location_not_removable', served: 'file_not_found' }

/** Stores each file with this option. Of each, the path of what everyone may have then; `null` when that is refused. */
export async function publicFiles(files, { location, directory }) {
  const store = await openAssetStore({ directory: path.join(directory, location), location })
  try {
    const paths = new Map()
    for (const [index, file] of files.entries()) {
      const bytes = await publicBytes(store, file, REFUSALS[location])
      const copy = bytes && path.join(directory, `${location}-${index}`)
      if (copy !== null) await writeFile(copy, bytes)
      paths.set(file, copy)
    }
    return paths
  } finally {
    await store.close()
  }
}

async function publicBytes(store, { path: file, name }, refusal) {
  try {
    const uploaded = await store.upload(fromPath(file), { name })
    const { asset, variant } = await store.variants.publicForm(uploaded)
    const read = await store.read(asset, variant === undefined ? {} : { variant })
    return await read.bytes()
  } catch (error) {
    if (error.code === refusal) return null
    throw new Error(`${name} in a store`, { cause: error })
  }
}
