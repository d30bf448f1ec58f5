/** Build the byte layouts of sample files. */

/** Bytes of text, one for each character. */
export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Big-endian, `size` bytes. */
export function be(value: number, size: 1 | 2 | 3 | 4): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** Little-endian, `size` bytes. */
export function le(value: number, size: 1 | 2 | 3 | 4): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntLE(value, 0, size)
  return bytes
}

export function join(...parts: readonly (Uint8Array | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)))
}

/** Zero bytes. */
export function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

/** A big-endian TIFF stream whose one directory holds these SHORT tags. */
export function tiffStream(tags: Readonly<Record<number, number>>): Buffer {
  const entries = Object.entries(tags).map(([tag, value]) =>
    join(be(Number(tag), 2), be(3, 2), be(1, 4), be(value, 2), zeros(2)),
  )
  return join('MM', be(42, 2), be(8, 4), be(entries.length, 2), ...entries, zeros(4))
}

/** An ISO base media box. */
export function box(type: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const body = join(...content)
  return join(be(body.length + 8, 4), type, body)
}

/** A RIFF chunk, padded. */
export function chunk(name: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const body = join(...content)
  return join(name, le(body.length, 4), body, zeros(body.length & 1))
}

/** An EBML element with a size of four bytes. */
export function element(id: number, ...content: readonly (Uint8Array | string)[]): Buffer {
  const body = join(...content)
  const hex = id.toString(16)
  return join(
    Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'),
    be(0x10000000 + body.length, 4),
    body,
  )
}
