/**
 * The next offset, from `from` on, of the bytes 0, 0, 1, with which every unit of an MPEG stream begins (ISO/IEC
 * 13818-1, 2.4.3.7); -1 when there is none. A loop, because a native search would cost a call for each of very many
 * matches.
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
