import type { ByteRange } from '../../reading/readable-file.ts'

/** A part of a file. */
export type Part = ByteRange

/** New bytes for a part of a file. */
export interface Edit extends ByteRange {
  /** `null`: zeros. */
  readonly bytes: Buffer | null
}

/** The edits in the order of the file, none overlapping: bytes that two of them change become zeros. */
export function merged(edits: readonly Edit[]): Edit[] {
  const sorted = [...edits].sort(byStart)
  const replaced = sorted.filter(
    (edit, index) => edit.bytes !== null && !isSame(edit, sorted[index - 1]),
  )
  const zeros = union([...sorted.filter(({ bytes }) => bytes === null), ...overlaps(replaced)])
  return [...without(replaced, zeros), ...zeros].sort(byStart)
}

function byStart(a: Part, b: Part): number {
  return a.start - b.start
}

function isSame(edit: Edit, other: Edit | undefined): boolean {
  const isOfPart = edit.start === other?.start && edit.end === other.end
  return isOfPart && edit.bytes?.equals(other?.bytes ?? NOTHING) === true
}

const NOTHING = Buffer.alloc(0)

/** What two or more of the parts share. */
function overlaps(sorted: readonly Part[]): readonly Part[] {
  const shared: Part[] = []
  let reach = 0
  for (const { start, end } of sorted) {
    if (start < reach) shared.push({ start, end: Math.min(end, reach) })
    reach = Math.max(reach, end)
  }
  return shared
}

/** Zeros for all of the parts, one edit for those that touch. */
function union(parts: readonly Part[]): readonly Edit[] {
  const zeros: Edit[] = []
  for (const { start, end } of [...parts].sort(byStart)) {
    const last = zeros.at(-1)
    if (last === undefined || start > last.end) zeros.push({ start, end, bytes: null })
    else if (end > last.end) zeros[zeros.length - 1] = { ...last, end }
  }
  return zeros
}

/** What is left of the edits beside the zeros; both in order. */
function without(replaced: readonly Edit[], zeros: readonly Edit[]): readonly Edit[] {
  const left: Edit[] = []
  let first = 0
  for (const edit of replaced) {
    while ((zeros[first]?.end ?? Number.POSITIVE_INFINITY) <= edit.start) first += 1
    let at = edit.start
    for (let index = first; at < edit.end; index += 1) {
      const zero = zeros[index]
      const end = Math.min(edit.end, zero?.start ?? edit.end)
      if (end > at) left.push(cut(edit, at, end))
      at = zero === undefined ? edit.end : Math.max(at, zero.end)
    }
  }
  return left
}

function cut({ start, bytes }: Edit, from: number, to: number): Edit {
  return { start: from, end: to, bytes: bytes?.subarray(from - start, to - start) ?? null }
}
