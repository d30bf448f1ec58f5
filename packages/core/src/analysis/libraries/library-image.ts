import { imageSize } from 'image-size'
import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from './measures.ts'

const MAX_BYTES = 128 * 1024

/** What image-size reads from the first 128 KiB, for formats without a walker here. Never sees a path. */
export async function measureImage(reader: BoundedReader): Promise<Measures> {
  const { width, height } = imageSize(await reader.read(0, MAX_BYTES))
  return { width, height }
}
