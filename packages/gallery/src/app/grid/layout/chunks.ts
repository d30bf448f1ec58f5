import type { Asset } from '@stowage/client'
import { aspectOf } from './aspect.ts'
import { type Box, chunkHeight, type Frame, justify } from './justify.ts'

/** The rows of a list, in chunks of one page each. */
export interface Chunks {
  /** Where chunk `number` begins; for the number of chunks: where the last one ends. */
  top(number: number): number
  /** From the upper left corner of the chunk. */
  boxes(number: number): readonly Box[]
  /** The chunk at a height; the first or the last one beyond them. */
  at(y: number): number
}

/** A chunk as it was laid out when its files were loaded. */
interface Laid {
  readonly first: Asset | undefined
  readonly last: Asset | undefined
  readonly files: number
  readonly isLast: boolean
  readonly height: number
  /** `null`: those of placeholders, made when they are drawn. */
  readonly boxes: readonly Box[] | null
}

/**
 * Lays out one list after the other. A chunk has about the usual height until its files are loaded, and keeps the height
 * that it had then. `size`: files of a chunk; `fileAt`: the file of an index, if it is loaded.
 */
export function createChunkLayout(
  size: number,
  fileAt: (index: number) => Asset | undefined,
): (total: number, frame: Frame, list: string) => Chunks {
  let key = ''
  let laid: Laid[] = []

  function layOut(from: number, to: number, isLast: boolean, frame: Frame): Laid {
    const before = laid[from / size]
    const [first, last] = [fileAt(from), fileAt(to - 1)]
    const isSame = before?.files === to - from && before.isLast === isLast
    if (isSame && before.first === first && before.last === last) return before
    const isLoaded = first !== undefined || last !== undefined
    if (isSame && !isLoaded) return { ...before, first, last, boxes: null }
    const facts = { first, last, files: to - from, isLast }
    if (isLoaded || isLast) return { ...facts, ...justify(aspects(from, to), frame, { isLast }) }
    return { ...facts, height: chunkHeight(to - from, frame), boxes: null }
  }

  function aspects(from: number, to: number): readonly number[] {
    return Array.from({ length: to - from }, (_, step) =>
      aspectOf(fileAt(from + step), from + step),
    )
  }

  return (total, frame, list) => {
    const next = JSON.stringify([list, frame])
    if (next !== key) laid = []
    key = next
    const count = Math.ceil(total / size)
    const chunks = Array.from({ length: count }, (_, number) =>
      layOut(number * size, Math.min(total, (number + 1) * size), number === count - 1, frame),
    )
    laid = chunks
    const tops = [0]
    for (const { height } of chunks) tops.push((tops.at(-1) ?? 0) + height)
    const placeholders = new Map<number, readonly Box[]>()

    return {
      top: (number) => tops[Math.min(number, count)] ?? 0,
      boxes(number) {
        const chunk = chunks[number]
        const known = chunk?.boxes ?? placeholders.get(number)
        if (chunk === undefined || known !== undefined) return known ?? []
        const from = number * size
        const { files, height, isLast } = chunk
        const { boxes } = justify(aspects(from, from + files), frame, { isLast, height })
        placeholders.set(number, boxes)
        return boxes
      },
      at(y) {
        let [low, high] = [0, Math.max(0, count - 1)]
        while (low < high) {
          const middle = (low + high + 1) >> 1
          if ((tops[middle] ?? 0) <= y) low = middle
          else high = middle - 1
        }
        return low
      },
    }
  }
}
