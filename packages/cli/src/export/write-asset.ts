import { createHash, randomUUID } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  dateFile,
  factsOf,
  makeFolderOf,
  moveFile,
  type PathWithin,
  removeFile,
  withinDirectory,
  writeNewStream,
} from '../files/contained-files.ts'
import { fingerprint } from '../io/fingerprint.ts'
import type { AssetItem } from '../target/asset-item.ts'
import type { CommonTarget } from '../target/target.ts'
import { OWN_NAMES } from './own-names.ts'

/** What is at the path of an export. */
export type FileOnDisk = 'missing' | 'same' | 'different'

/** Compares the file at a path with an asset. A link is another file, whatever it leads to. */
export async function compareFile(
  file: PathWithin,
  { size, sha256 }: Pick<AssetItem, 'size' | 'sha256'>,
  signal: AbortSignal,
): Promise<FileOnDisk> {
  try {
    const facts = await factsOf(file)
    if (!facts.isFile() || facts.size !== size) return 'different'
    return (await fingerprint(file, signal)) === sha256 ? 'same' : 'different'
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(Object(error).code))) return 'missing'
    throw error
  }
}

/** Where a file goes: a path with slashes, in the folder of an export. */
export interface WriteOptions {
  readonly directory: string
  readonly path: string
  readonly signal: AbortSignal
}

/** Moves a file to a path of the export. */
export async function placeFile(
  from: PathWithin,
  { directory, path }: Pick<WriteOptions, 'directory' | 'path'>,
): Promise<void> {
  await makeFolderOf(directory, path)
  await moveFile(from, await withinDirectory(directory, path))
}

/**
 * Writes the file of an asset: under another name first, so that a file with its name is complete. `false` when its
 * bytes differ from the record; then it writes nothing.
 */
export async function writeAsset(
  source: Pick<CommonTarget, 'open'>,
  asset: AssetItem,
  options: WriteOptions,
): Promise<boolean> {
  const { directory, signal } = options
  const part = await withinDirectory(directory, `${OWN_NAMES.parts}/${randomUUID()}`)
  const { body } = await source.open(asset, undefined, signal)
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(body, hashing, writeNewStream(part), { signal })
    if (hash.digest('hex') !== asset.sha256) return false
    await dateFile(part, new Date(asset.created_at))
    await placeFile(part, options)
    return true
  } finally {
    await removeFile(part)
  }
}
