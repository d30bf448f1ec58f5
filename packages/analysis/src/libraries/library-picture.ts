import { imageSize } from 'image-size'
import type { Measures } from '../facts/measures.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'

const MAX_BYTES = 64 * 1024

/** What image-size reads from the first 64 KiB; of several pictures, as icons hold, the largest. Never sees a path. */
export async function measurePicture(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  const rest = await reader.read(head.length, MAX_BYTES)
  const { images, ...first } = imageSize(Buffer.concat([head, rest]))
  const { width, height } = [first, ...(images ?? [])].reduce((most, size) =>
    size.width * size.height > most.width * most.height ? size : most,
  )
  return { width, height }
}
