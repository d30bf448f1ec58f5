import type { Choices } from '@stowage/testing/seeds'

/** A copy with one to eight bytes changed, most of them where headers are. */
export function mutated(bytes: Uint8Array, { below }: Choices): Buffer {
  const copy = Buffer.from(bytes)
  const interesting = [0, 1, 0x7f, 0x80, 0xff]
  for (let count = below(8); count >= 0; count -= 1) {
    const at = below(4) === 0 ? below(copy.length) : below(Math.min(copy.length, 256))
    copy[at] = below(2) === 0 ? below(256) : (interesting[below(5)] ?? 0)
  }
  return copy
}
