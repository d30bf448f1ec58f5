import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { h264Size } from './h264-size.ts'
import { h265Size } from './h265-size.ts'

/** Size of a raw H.264 or H.265 stream by its parameter sets. Without a container it has no times. */
export async function measureElementaryStream(
  reader: BoundedReader,
  mimeType: string,
): Promise<Measures> {
  const head = await reader.head()
  const size = mimeType === 'video/h265' ? h265Size(head) : h264Size(head)
  return { width: size?.width ?? null, height: size?.height ?? null }
}
