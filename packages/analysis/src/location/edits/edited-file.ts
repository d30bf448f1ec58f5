import type { Edit } from './merged.ts'

/** Applies edits to the chunks of a file. */
export class EditedFile {
  readonly #edits: readonly Edit[]

  /** `edits`: as `locationEdits` gives them, in the order of the file and none overlapping. */
  constructor(edits: readonly Edit[]) {
    this.#edits = edits
  }

  /** A chunk that begins at `start` of the file, as the edits leave it: the very same when none is for it. */
  apply(start: number, chunk: Uint8Array): Uint8Array {
    const end = start + chunk.length
    let edited: Uint8Array | null = null
    for (let index = this.#firstAfter(start); index < this.#edits.length; index += 1) {
      const edit = this.#edits[index] as Edit
      if (edit.start >= end) break
      const [first, last] = [Math.max(edit.start, start), Math.min(edit.end, end)]
      edited ??= Uint8Array.from(chunk)
      if (edit.bytes === null) edited.fill(0, first - start, last - start)
      else edited.set(edit.bytes.subarray(first - edit.start, last - edit.start), first - start)
    }
    return edited ?? chunk
  }

  /** The first edit that ends after this offset. */
  #firstAfter(offset: number): number {
    let [low, high] = [0, this.#edits.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#edits[middle] as Edit).end > offset) high = middle
      else low = middle + 1
    }
    return low
  }
}
