import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** Only one AES block is encrypted, so no mode that chains blocks is needed. */
const CIPHER = 'aes-128-ecb'
const BLOCK = 16
/** Bytes of the block for the insertion number. The rest is a check that it belongs to this list. */
const NUMBER = 8

/**
 * An insertion number as text that reveals nothing about it: the difference of two numbers would reveal how many
 * assets are between them. `key`: see `AssetRecords.listKey`. `place`: the rest of the cursor, which thus cannot be
 * changed.
 */
export function hideSeq(key: string, place: string, seq: number): string {
  const block = Buffer.alloc(BLOCK)
  block.writeBigInt64BE(BigInt(seq))
  checkOf(place).copy(block, NUMBER)
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'hex'), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')
}

/** The number that `hideSeq` hid with this key and this `place`; `null` when it did not make the text. */
export function shownSeq(key: string, place: string, hidden: unknown): number | null {
  const block = typeof hidden === 'string' ? Buffer.from(hidden, 'base64url') : Buffer.alloc(0)
  if (block.length !== BLOCK) return null
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'hex'), null).setAutoPadding(false)
  const shown = Buffer.concat([decipher.update(block), decipher.final()])
  if (!shown.subarray(NUMBER).equals(checkOf(place))) return null
  return Number(shown.readBigInt64BE())
}

function checkOf(place: string): Buffer {
  return createHash('sha256')
    .update(place)
    .digest()
    .subarray(0, BLOCK - NUMBER)
}
