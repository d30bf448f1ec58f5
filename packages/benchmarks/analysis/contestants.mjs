import { analyzeFile } from '@stowage/analysis'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import { parseFile } from 'music-metadata'

/** Each gets a file, and returns what it found. */
export const CONTESTANTS = {
  '@stowage/analysis': ({ path, name }) => ours(path, name),
  '@stowage/analysis, without names': ({ path }) => ours(path, ''),
  'file-type': async ({ path }) => {
    const type = await fileTypeFromFile(path)
    return { mimeType: type?.mime, extension: type?.ext }
  },
  /** Turned as its `orientation` says: image-size itself reports the size of the stored pixels. */
  'image-size': async ({ path }) => {
    const { width, height, orientation = 1 } = await imageSizeFromFile(path)
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  },
  'music-metadata': async ({ path }) => {
    const { format } = await parseFile(path, { duration: true, skipCovers: true })
    return { duration: format.duration }
  },
}

async function ours(path, name) {
  const { facts } = await analyzeFile(path, { name })
  const { type, durationSeconds, ...others } = facts
  return { ...others, category: type, duration: durationSeconds ?? undefined }
}
