import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Chroma samples for each luma sample, in all planes, by how colours are sampled. */
const CHROMA: Readonly<Record<string, number>> = {
  '420': 0.5,
  '422': 1,
  '444': 2,
  '411': 0.5,
  '410': 0.125,
  mono: 0,
}

/** YUV4MPEG2: size and rate from its header line, the number of frames from the bytes of each (yuv4mpeg(5)). */
export async function measureRawFrames(reader: BoundedReader): Promise<Measures> {
  const head = (await reader.head()).toString('latin1', 0, 512)
  const line = head.slice(0, Math.max(0, head.indexOf('\n')))
  const tag = (name: string): string | undefined => new RegExp(` ${name}(\\S+)`).exec(line)?.[1]
  const [width, height] = [Number(tag('W')), Number(tag('H'))]
  const [frames = 0, seconds = 0] = (tag('F') ?? '').split(':').map(Number)
  const [, sampling = '', deep] = /^(4\d\d|mono)\w*?(?:p?(\d\d))?$/.exec(tag('C') ?? '420') ?? []
  const samples = width * height * (1 + (CHROMA[sampling] ?? Number.NaN))
  const length = 'FRAME\n'.length + Math.ceil(samples) * (Number(deep ?? 8) > 8 ? 2 : 1)
  const count = Math.floor((reader.size - line.length - 1) / length)
  const duration = (count * seconds) / frames
  return { width, height, durationSeconds: duration > 0 ? duration : null }
}
