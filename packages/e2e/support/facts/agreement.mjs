/** Degrees: a tenth of a metre. Metres. Of numbers: what exiftool rounds away. */
const SAME_DEGREES = 1e-6
const SAME_METRES = 0.01
const SAME_SHARE = 1e-4

/** UTF-16 units of a text that the analysis keeps. */
const LONGEST_TEXT = 2000
const LONGEST_KEYWORD = 100
const MOST_KEYWORDS = 100

export function isSameNumber(ours, theirs) {
  return Math.abs(ours - theirs) <= theirs * SAME_SHARE
}

/** Without control characters, and without space around it. */
export function isSameText(ours, theirs) {
  return plain(ours, LONGEST_TEXT) === plain(theirs, LONGEST_TEXT)
}

/** In any order. */
export function isSameTexts(ours, theirs) {
  const [one, other] = [ours, theirs].map((words) =>
    words.map((word) => plain(word, LONGEST_KEYWORD)).filter(Boolean),
  )
  return (
    one.length === Math.min(new Set(other).size, MOST_KEYWORDS) &&
    one.every((word) => other.includes(word))
  )
}

export function isSamePlace(ours, theirs) {
  const off = (name) => Math.abs(ours[name] - theirs[name])
  const hasSameAltitude =
    ours.altitude === null || theirs.altitude === null
      ? ours.altitude === theirs.altitude
      : off('altitude') < SAME_METRES
  return off('latitude') < SAME_DEGREES && off('longitude') < SAME_DEGREES && hasSameAltitude
}

/** Year to second, fraction, and offset from UTC; what is missing is zero, but an offset is not. */
export function isSameTime(ours, theirs) {
  return JSON.stringify(partsOf(ours)) === JSON.stringify(partsOf(theirs))
}

const TIME = /^([\d:T -]+?)(?:\.(\d+))?\s*(Z|[+-]\d{2}:?\d{2})?$/

function partsOf(time) {
  const [, clock = time, fraction = '', offset = ''] = TIME.exec(time) ?? []
  return {
    clock: clock.replaceAll(/\D/g, '').padEnd(14, '0'),
    fraction: fraction.slice(0, 6).replace(/0+$/, ''),
    offset: offset.replace('Z', '+00:00').replace(':', ''),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

function plain(text, longest) {
  return text.replaceAll(CONTROL, '').trim().slice(0, longest)
}
