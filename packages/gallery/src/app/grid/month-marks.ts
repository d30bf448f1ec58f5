export interface Mark {
  readonly text: string
  /** Where it stands, from 0 at the upper end to 1. */
  readonly share: number
}

/** Each text once, where it stands first, and none nearer to the one before than `least`. */
export function marksOf(all: readonly Mark[], least: number): readonly Mark[] {
  const marks: Mark[] = []
  for (const mark of all) {
    const before = marks.at(-1)
    if (before === undefined) marks.push(mark)
    else if (mark.text !== before.text && mark.share - before.share >= least) marks.push(mark)
  }
  return marks
}

/** The text that holds at `share`: that of the last mark before it. */
export function textAt(all: readonly Mark[], share: number): string {
  return (all.findLast((mark) => mark.share <= share) ?? all[0])?.text ?? ''
}
