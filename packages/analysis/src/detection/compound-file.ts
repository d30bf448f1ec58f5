import type { BoundedReader } from '../reading/bounded-reader.ts'

const MAX_DIRECTORY_SECTORS = 256
/** 4,096 entries. Without a limit, a directory whose sectors form a ring would fill the memory. */
const MAX_DIRECTORY = 512 * 1024
const NONE = 0xffffffff

/**
 * What an OLE compound file is, by the streams in its root storage (MS-CFB 2.6): documents embedded deeper do not
 * count. `application/x-cfb` when they match no known application.
 */
export async function compoundFileTypeOf(reader: BoundedReader): Promise<string> {
  const names = rootNames(await readDirectory(reader))
  return (
    APPLICATIONS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ??
    'application/x-cfb'
  )
}

/** Encrypted Office files show only `EncryptedPackage`, which does not tell the application. */
const APPLICATIONS: readonly (readonly [RegExp, string])[] = [
  [/^__(?:properties_version1\.0|nameid_version1\.0)$/, 'application/vnd.ms-outlook'],
  [/^(?:PowerPoint Document|PP40)$/i, 'application/vnd.ms-powerpoint'],
  [/^WordDocument$/, 'application/msword'],
  [/^(?:Workbook|Book)$/i, 'application/vnd.ms-excel'],
  [/^.?HwpSummaryInformation$/, 'application/x-hwp'],
  [/^VisioDocument$/, 'application/vnd.visio'],
  [/^\u4840/, 'application/x-msi'],
]

async function readDirectory(reader: BoundedReader): Promise<Buffer> {
  const header = await reader.read(0, 512)
  const shift = header.readUInt16LE(30)
  if (shift < 7 || shift > 16) throw new RangeError('sector size')
  const sectorSize = 2 ** shift
  const sectors: Buffer[] = []
  let sector = header.readUInt32LE(48)
  const maxSectors = Math.min(MAX_DIRECTORY_SECTORS, MAX_DIRECTORY / sectorSize)
  while (sector < 0xfffffffa && sectors.length < maxSectors) {
    const start = (sector + 1) * sectorSize
    const bytes = await reader.read(start, start + sectorSize)
    if (bytes.length === 0) break
    sectors.push(bytes)
    sector = await nextSector(reader, header, sectorSize, sector)
  }
  return Buffer.concat(sectors)
}

/** Follows the allocation table, as far as its own sectors are listed in the header (6.8 MB, or 436 MB of 4 KiB). */
async function nextSector(
  reader: BoundedReader,
  header: Buffer,
  sectorSize: number,
  sector: number,
): Promise<number> {
  const perSector = sectorSize / 4
  const index = Math.floor(sector / perSector)
  if (index >= 109) return NONE
  const table = (header.readUInt32LE(76 + index * 4) + 1) * sectorSize
  const at = table + (sector % perSector) * 4
  const bytes = await reader.read(at, at + 4)
  return bytes.length < 4 ? NONE : bytes.readUInt32LE(0)
}

/** Names of the root's children, found through the sibling tree under the root entry (MS-CFB 2.6.4). */
function rootNames(directory: Buffer): readonly string[] {
  const count = Math.floor(directory.length / 128)
  const names: string[] = []
  const seen = new Set<number>()
  const pending = count > 0 ? [directory.readUInt32LE(76)] : []
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id >= count || seen.has(id)) continue
    seen.add(id)
    const at = id * 128
    const length = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2)
    names.push(directory.toString('utf16le', at, at + length))
    pending.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}
