/**
 * The AVIF or HEIC with an `irot` property (ISO 23008-12, 6.5.10) on its first item: turned anti-clockwise by
 * `quarters` × 90°. Accepts files as libheif writes them: one `ipco`, one `ipma` entry with one-byte associations, base
 * offsets in `iloc`.
 */
export function withRotation(file: Uint8Array, quarters: 1 | 2 | 3): Buffer {
  const bytes = Buffer.from(file)
  const meta = boxIn(bytes, 'meta', 0, bytes.length)
  const iprp = boxIn(bytes, 'iprp', meta.start + 12, meta.end)
  const ipco = boxIn(bytes, 'ipco', iprp.start + 8, iprp.end)
  const ipma = boxIn(bytes, 'ipma', iprp.start + 8, iprp.end)
  const iloc = boxIn(bytes, 'iloc', meta.start + 12, meta.end)
  const irot = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarters])
  const added = irot.length + 1

  const properties = countBoxes(bytes, ipco.start + 8, ipco.end)
  const countAt = ipma.start + 12 + 4 + 2
  const associations = bytes.readUInt8(countAt)
  const associationsEnd = countAt + 1 + associations
  bytes.writeUInt8(associations + 1, countAt)
  for (const box of [meta, iprp]) grow(bytes, box.start, added)
  grow(bytes, ipco.start, irot.length)
  grow(bytes, ipma.start, 1)
  moveItems(bytes, iloc.start, added)

  return Buffer.concat([
    bytes.subarray(0, ipco.end),
    irot,
    bytes.subarray(ipco.end, associationsEnd),
    // Essential, as the specification requires for transformations.
    Buffer.from([0x80 | (properties + 1)]),
    bytes.subarray(associationsEnd),
  ])
}

interface Box {
  readonly start: number
  readonly end: number
}

function boxIn(bytes: Buffer, type: string, from: number, to: number): Box {
  for (let start = from; start < to; start += bytes.readUInt32BE(start)) {
    if (bytes.toString('latin1', start + 4, start + 8) !== type) continue
    return { start, end: start + bytes.readUInt32BE(start) }
  }
  throw new Error(`no box ${type}`)
}

function countBoxes(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let start = from; start < to; start += bytes.readUInt32BE(start)) count += 1
  return count
}

function grow(bytes: Buffer, boxStart: number, added: number): void {
  bytes.writeUInt32BE(bytes.readUInt32BE(boxStart) + added, boxStart)
}

/** Moves the items of a version 0 `iloc` with base offsets of 4 bytes, and with them their extents. */
function moveItems(bytes: Buffer, iloc: number, added: number): void {
  const items = bytes.readUInt16BE(iloc + 14)
  for (let item = 0, at = iloc + 16; item < items; item++) {
    bytes.writeUInt32BE(bytes.readUInt32BE(at + 4) + added, at + 4)
    at += 10 + bytes.readUInt16BE(at + 8) * 8
  }
}
