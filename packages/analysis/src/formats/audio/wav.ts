import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { chunks } from '../containers/riff.ts'
import { fittingLength, LARGEST_FRAME } from './fitting-length.ts'

const PCM = 1

/**
 * Length from the data chunk and the byte rate; for compressed sound from `fact` (RIFF WAVE; RF64 and its `ds64` by EBU
 * Tech 3306). A data chunk that claims to be longer than the file ends with the file.
 */
export async function measureWav(reader: BoundedReader): Promise<Measures> {
  let byteRate = 0
  let sampleRate = 0
  let format = PCM
  let samples = 0
  for await (const chunk of chunks(reader, (await afterId3(reader)) + 12, reader.size)) {
    const bytes = await reader.read(chunk.start, Math.min(chunk.end, chunk.start + 16))
    if (chunk.name === 'fmt ') {
      format = bytes.readUInt16LE(0)
      sampleRate = bytes.readUInt32LE(4)
      byteRate = bytes.readUInt32LE(8)
    }
    if (chunk.name === 'fact' && bytes.length >= 4) samples = bytes.readUInt32LE(0)
    if (chunk.name !== 'data') continue
    if (format !== PCM && samples > 0 && samples < 0xffffffff && sampleRate > 0) {
      const seconds = samples / sampleRate
      return { durationSeconds: fittingLength(seconds, samples / LARGEST_FRAME, reader.size) }
    }
    // Live recorders write 0 or the largest number, RF64 the latter.
    const isOpen = chunk.size === 0 || chunk.size === 0xffffffff
    const size = (isOpen ? reader.size : chunk.end) - chunk.start
    return { durationSeconds: byteRate > 0 ? size / byteRate : null }
  }
  throw new RangeError('no data')
}
