/**
 * Marks, and the two other characters that decompose into marks. Normalization sorts them by insertion: a long run out
 * of order takes quadratic time.
 */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{16,}/gu

/**
 * A mark of each combining class but 0, in the order of the classes
 * (https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedCombiningClass.txt).
 */
const LADDER: readonly string[] = [
  0x334, 0x16ff0, 0x93c, 0x3099, 0x94d, 0x5b0, 0x5b1, 0x5b2, 0x5b3, 0x5b4, 0x5b5, 0x5b6, 0x5b7,
  0x5b8, 0x5b9, 0x5bb, 0x5bc, 0x5bd, 0x5bf, 0x5c1, 0x5c2, 0xfb1e, 0x64b, 0x64c, 0x64d, 0x64e, 0x64f,
  0x650, 0x651, 0x652, 0x670, 0x711, 0xc55, 0xc56, 0xe38, 0xe48, 0xeb8, 0xec8, 0xf71, 0xf72, 0xf74,
  0x321, 0x1dce, 0x31b, 0x1dfa, 0x316, 0x59a, 0x302e, 0x1d16d, 0x5ae, 0x300, 0x315, 0x35c, 0x35d,
  0x345,
].map((code) => String.fromCodePoint(code))
const LOWEST = LADDER[0] as string
const HIGHEST = LADDER.at(-1) as string

/** A mark, and its place in the order of classes; 0: it stays where it is. */
interface Mark {
  readonly text: string
  readonly place: number
}

/** By form and code point, what a mark decomposes into. At most as many as Unicode has marks. */
const marks = { NFD: new Map<number, readonly Mark[]>(), NFKD: new Map<number, readonly Mark[]>() }

/**
 * The text with its long runs of marks in canonical order (The Unicode Standard, section 3.11), decomposed as `form`
 * does it. The normal form of the text stays the same, and now takes linear time.
 */
export function inCanonicalOrder(text: string, form: 'NFD' | 'NFKD'): string {
  return text.replace(LONG_RUN, (run) => sorted(run, form))
}

function sorted(run: string, form: 'NFD' | 'NFKD'): string {
  const known = marks[form]
  let done = ''
  let waiting: string[] = []
  const flush = (): void => {
    for (const text of waiting) if (text !== undefined) done += text
    waiting = []
  }
  for (let at = 0; at < run.length; at += 1) {
    const code = run.codePointAt(at) as number
    if (code > 0xffff) at += 1
    for (const { text, place } of known.get(code) ?? marksOf(code, form)) {
      if (place !== 0) waiting[place] = (waiting[place] ?? '') + text
      else {
        flush()
        done += text
      }
    }
  }
  flush()
  return done
}

function marksOf(code: number, form: 'NFD' | 'NFKD'): readonly Mark[] {
  const decomposed = [...String.fromCodePoint(code).normalize(form)]
  const found = decomposed.map((text) => ({ text, place: placeOf(text) }))
  marks[form].set(code, found)
  return found
}

function placeOf(mark: string): number {
  const isSorted = comesBefore(mark, HIGHEST) || comesBefore(LOWEST, mark)
  return isSorted ? 1 + LADDER.filter((each) => comesBefore(each, mark)).length : 0
}

/**
 * Whether the combining class of `a` is lower than that of `b`, and neither is 0: only then does normalization swap
 * them.
 */
function comesBefore(a: string, b: string): boolean {
  return a !== b && (b + a).normalize('NFD') === a + b
}
