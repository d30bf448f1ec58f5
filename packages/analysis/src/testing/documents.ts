import { deflateRawSync } from 'node:zlib'
import { join, latin1, le, zeros } from './bytes.ts'

/** A zip file of deflated entries; `mimetype` is stored, as OpenDocument requires. */
export function zip(entries: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const isStored = name === 'mimetype'
    const plain = Buffer.from(content)
    const body = isStored ? plain : deflateRawSync(plain)
    const shared = join(
      le(20, 2),
      zeros(2),
      le(isStored ? 0 : 8, 2),
      zeros(8),
      le(body.length, 4),
      le(plain.length, 4),
      le(name.length, 2),
      zeros(2),
    )
    const part = join('PK\x03\x04', shared, name, body)
    directory.push(join('PK\x01\x02', le(20, 2), shared, zeros(10), le(offset, 4), name))
    parts.push(part)
    offset += part.length
  }
  const list = join(...directory)
  const count = le(directory.length, 2)
  return join(
    ...parts,
    list,
    'PK\x05\x06',
    zeros(4),
    count,
    count,
    le(list.length, 4),
    le(offset, 4),
    zeros(2),
  )
}

/** An Office Open XML file whose main part has this content type. */
export function officeOpenXml(mainType: string): Buffer {
  return zip({
    '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': '<Relationships/>',
  })
}

/** An OLE compound file with these streams in its root storage. */
export function compoundFile(...streams: readonly string[]): Buffer {
  const none = 0xffffffff
  const entry = (name: string, kind: number, right: number, child: number) => {
    const written = Buffer.alloc(64)
    written.write(name, 'utf16le')
    return join(
      written,
      le(name.length * 2 + 2, 2),
      le(kind, 1),
      zeros(1),
      le(none, 4),
      le(right, 4),
      le(child, 4),
      zeros(48),
    )
  }
  const directory = join(
    entry('Root Entry', 5, none, streams.length > 0 ? 1 : none),
    ...streams.map((name, index) =>
      entry(name, 2, index + 2 <= streams.length ? index + 2 : none, none),
    ),
  )
  const header = join(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    zeros(16),
    le(0x3e, 2),
    le(3, 2),
    le(0xfffe, 2),
    le(9, 2),
    le(6, 2),
    zeros(10),
    le(1, 4),
    le(1, 4),
    zeros(24),
    le(0, 4),
  )
  const table = join(le(0xfffffffd, 4), le(0xfffffffe, 4))
  const sector = (bytes: Buffer) => join(bytes, zeros((512 - (bytes.length % 512)) % 512))
  return join(sector(header), sector(table), sector(directory))
}

export function pdf(): Buffer {
  return latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
}
