import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { elements, readUnsigned } from '../containers/ebml.ts'

const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const TAIL = 2 * 1024 * 1024

/** Ticks at the last block of the last cluster that begins in the last 2 MiB; 0 without a cluster (RFC 9559, 5.1.3). */
export async function lastBlockTime(reader: BoundedReader): Promise<number> {
  const from = Math.max(0, reader.size - TAIL)
  const at = (await reader.read(from, reader.size)).lastIndexOf(CLUSTER_ID)
  if (at < 0) return 0
  for await (const cluster of elements(reader, from + at, reader.size)) {
    return clusterEnd(reader, cluster.start, cluster.end)
  }
  return 0
}

async function clusterEnd(reader: BoundedReader, start: number, end: number): Promise<number> {
  let time = 0
  let last = 0
  for await (const element of elements(reader, start, end)) {
    if (element.id === TIMESTAMP) time = await readUnsigned(reader, element)
    if (element.id === SIMPLE_BLOCK) last = Math.max(last, await blockTime(reader, element.start))
    if (element.id !== BLOCK_GROUP) continue
    for await (const inner of elements(reader, element.start, element.end)) {
      if (inner.id === BLOCK) last = Math.max(last, await blockTime(reader, inner.start))
    }
  }
  return time + last
}

/** Relative to the cluster: two signed bytes after the track number. */
async function blockTime(reader: BoundedReader, start: number): Promise<number> {
  const bytes = await reader.read(start, start + 10)
  return bytes.readInt16BE(Math.clz32(bytes.readUInt8(0)) - 23)
}
