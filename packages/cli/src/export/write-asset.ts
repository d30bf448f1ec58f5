import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fingerprint } from '../io/fingerprint.ts'
import type { AssetItem } from '../target/asset-item.ts'
import type { CommonTarget } from '../target/target.ts'

/** What is in the way of an export, or not. */
export type FileOnDisk = 'missing' | 'same' | 'different'

/** What lies at a path, compared with an asset. */
export async function compareFile(
  file: string,
  { size, sha256 }: Pick<AssetItem, 'size' | 'sha256'>,
  signal: AbortSignal,
): Promise<FileOnDisk> {
  try {
    const facts = await stat(file)
    if (!facts.isFile() || facts.size !== size) return 'different'
    return (await fingerprint(file, signal)) === sha256 ? 'same' : 'different'
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(Object(error).code))) return 'missing'
    throw error
  }
}

/** Brings a file that an earlier export has put elsewhere to its new path. */
export async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await rename(from, to)
}

/**
 * Writes the file of an asset: under another name first, so that what has its name is whole. `false` when its bytes are
 * not those of the record; then nothing is written.
 */
export async function writeAsset(
  source: Pick<CommonTarget, 'open'>,
  asset: AssetItem,
  {
    file,
    part,
    signal,
  }: { readonly file: string; readonly part: string; readonly signal: AbortSignal },
): Promise<boolean> {
  // Before the body is opened: a failure here would leave it open.
  await rm(part, { force: true })
  const { body } = await source.open(asset, undefined, signal)
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(body, hashing, createWriteStream(part, { flags: 'wx' }), { signal })
    if (hash.digest('hex') !== asset.sha256) return false
    const created = new Date(asset.created_at)
    await utimes(part, created, created)
    await moveFile(part, file)
    return true
  } finally {
    await rm(part, { force: true })
  }
}
