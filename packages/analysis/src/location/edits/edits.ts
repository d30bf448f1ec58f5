import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { type Edit, merged, type Part } from './merged.ts'

export type { Part }

/** Edits of a file: more would be of a hostile one. */
const MOST_EDITS = 200_000
/** Edits that lie before the one added last: each makes sorting slower. */
const MOST_OUT_OF_ORDER = 4096
/** Bytes of blocks that are cleaned, and of other replacements. A larger block becomes zeros. */
export const MOST_BLOCK: number = 2 ** 20
const MOST_BYTES = 16 * MOST_BLOCK
const WINDOW = 64 * 1024
const ZEROS = Buffer.alloc(WINDOW)

/** The file cannot be cleaned without a change of what it shows. */
export class CannotClean extends Error {
  override readonly name = 'CannotClean'
}

/**
 * Changes in place: the file keeps its length, so that no offset in it moves. Nothing outside of `within` changes. Where
 * two edits overlap, the bytes become zeros.
 */
export class Edits {
  readonly #within: Part
  #list: Edit[] = []
  /** As many at the start of the list are in order and apart. */
  #merged = 0
  #outOfOrder = 0
  #bytes = 0
  readonly #begun = new Set<string>()

  constructor(within: Part) {
    this.#within = within
  }

  /** In the order of the file, none overlapping. */
  get list(): readonly Edit[] {
    if (this.#merged < this.#list.length) this.#merge()
    return this.#list
  }

  /** Zeros for a part. */
  zero({ start, end }: Part): void {
    this.#add({ start, end, bytes: null })
  }

  /** Zeros for a part that has other bytes. */
  async zeroUnlessEmpty(reader: BoundedReader, { start, end }: Part): Promise<void> {
    const last = Math.min(end, reader.size)
    for (let at = start; at < last; at += WINDOW) {
      const bytes = await reader.read(at, Math.min(at + WINDOW, last))
      if (!isZero(bytes)) return this.zero({ start: at, end: last })
    }
  }

  /** Forgets the last edits as long as they are of this part, which gets others. */
  discard({ start, end }: Part): void {
    for (let last = this.#list.at(-1); last !== undefined; last = this.#list.at(-1)) {
      if (last.start < start || last.end > end) break
      this.#list.pop()
    }
    this.#merged = Math.min(this.#merged, this.#list.length)
  }

  /** Other bytes from `start` on, where they differ from those that are there. */
  replace(start: number, before: Buffer, after: Buffer): void {
    if (before.equals(after)) return
    this.#spend(after.length)
    this.#add({ start, end: start + after.length, bytes: after })
  }

  /**
   * Whether to clean this block of the file, as one that was not begun yet. All blocks of a file together are bounded,
   * so that those which contain each other cannot make the work endless. A large one becomes zeros.
   */
  async begin(reader: BoundedReader, { start, end }: Part): Promise<boolean> {
    if (end - start > MOST_BLOCK) {
      await this.zeroUnlessEmpty(reader, { start, end })
      return false
    }
    const key = `${start} ${end}`
    if (end <= start || this.#begun.has(key)) return false
    this.#begun.add(key)
    this.#spend(end - start)
    await reader.giveTurn()
    return true
  }

  /** Cleans a block that is in one piece. */
  async rewrite(
    reader: BoundedReader,
    part: Part,
    clean: (bytes: Buffer) => Buffer,
  ): Promise<void> {
    if (!(await this.begin(reader, part))) return
    const before = await reader.read(part.start, part.end)
    this.replace(part.start, before, clean(before))
  }

  #spend(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > MOST_BYTES) throw new CannotClean('too many bytes would change')
  }

  #add(edit: Edit): void {
    const start = Math.max(edit.start, this.#within.start)
    const end = Math.min(edit.end, this.#within.end)
    if (end <= start) return
    const last = this.#list.at(-1)
    if (last !== undefined && start < last.start) this.#outOfOrder += 1
    if (this.#outOfOrder > MOST_OUT_OF_ORDER) throw new CannotClean('parts are out of order')
    const bytes = edit.bytes?.subarray(start - edit.start, end - edit.start) ?? null
    this.#list.push({ start, end, bytes })
    if (this.#list.length > 2 * this.#merged + 4096) this.#merge()
    if (this.#merged > MOST_EDITS) throw new CannotClean('too many parts would change')
  }

  #merge(): void {
    this.#list = merged(this.#list)
    this.#merged = this.#list.length
  }
}

/** Whether all bytes are zero. */
export function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += WINDOW) {
    const part = bytes.subarray(at, at + WINDOW)
    if (!part.equals(ZEROS.subarray(0, part.length))) return false
  }
  return true
}
