import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { decodeText } from '../../reading/charset.ts'

/** CSS pixels of one unit (CSS Values 4, 6.2). */
const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  pt: 4 / 3,
  pc: 16,
  em: 16,
  ex: 8,
}

const MAX_TAG = 16 * 1024

/**
 * The size that the root asks for, else its `viewBox`, whose ratio also gives a missing width or height (SVG 2, 7.2).
 */
export async function measureSvg(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  const text = decodeText(head, head.length === reader.size)?.text ?? ''
  const root = text.slice(Math.max(0, text.search(/<(?:[\w.-]+:)?svg\b/i)), MAX_TAG)
  const tag = /^<[\w.:-]+((?:[^<>"']|"[^"]*"|'[^']*')*)/.exec(root)?.[1]
  if (tag === undefined) throw new RangeError('no root')
  const box =
    attribute(tag, 'viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const ratio = Number(box[2]) / Number(box[3])
  const width = pixels(attribute(tag, 'width'))
  const height = pixels(attribute(tag, 'height'))
  return {
    width: Math.round(width ?? (height === undefined ? Number(box[2]) : height * ratio)),
    height: Math.round(height ?? (width === undefined ? Number(box[3]) : width / ratio)),
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']{0,128})["']`, 'i').exec(tag)?.[1]
}

function pixels(length: string | undefined): number | undefined {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '')
  const unit = PIXELS[match?.[2]?.toLowerCase() ?? '']
  return match && unit !== undefined ? Number(match[1]) * unit : undefined
}
