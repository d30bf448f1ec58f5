/**
 * The next offset, from `from` on, at which the bytes 0, 0, 1 stand, that every unit of MPEG streams begins
 * with (ISO/IEC 13818-1, 2.4.3.7); -1 without any. A loop, because very many matches would cost a native
 * search a call each.
 */
export function nextStartCode(bytes: Buffer, from: number): number {
  for (let at = from; at + 2 < bytes.length; ) {
    const third = bytes[at + 2] ?? 0
    if (third > 1) at += 3
    else if (third === 1 && bytes[at] === 0 && bytes[at + 1] === 0) return at
    else at += third === 1 ? 3 : 1
  }
  return -1
}
