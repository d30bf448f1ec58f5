import { describe, expect, it } from 'vitest'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { be, box, join, le, zeros } from '../testing/bytes.ts'
import { mayHaveCover, readCover } from './read-cover.ts'

const FRONT = join('\x89PNG front cover \xff\x00\xff\xe0')
const BACK = join('\xff\xd8 back cover')

function cover(bytes: Buffer, type: string) {
  return readCover(bytesAsFile(bytes), type)
}

function synchsafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f))
}

function unsynchronised(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])))
}

function id3(version: number, frames: Buffer, flags = 0): Buffer {
  const head = Buffer.from([version, 0, flags])
  return join('ID3', head, synchsafe(frames.length), frames, zeros(100))
}

function apic(version: 3 | 4, kind: number, picture: Buffer, flags = 0): Buffer {
  const content = join('\x03image/png\0', Buffer.from([kind]), 'words\0', picture)
  const size = version === 4 ? synchsafe(content.length) : be(content.length, 4)
  return join('APIC', size, Buffer.from([0, flags]), content)
}

function block(kind: number, picture: Buffer, type = 'image/png'): Buffer {
  const lengths = [be(type.length, 4), type, be(5, 4), 'words', zeros(16)] as const
  return join(be(kind, 4), ...lengths, be(picture.length, 4), picture)
}

function flac(...blocks: readonly Buffer[]): Buffer {
  const info = join(Buffer.from([0]), be(34, 3), zeros(34))
  const parts = blocks.map((each, index) =>
    join(Buffer.from([(index === blocks.length - 1 ? 0x80 : 0) | 6]), be(each.length, 3), each),
  )
  return join('fLaC', info, ...parts)
}

function oggPage(serial: number, packet: Buffer): Buffer {
  const sizes: number[] = []
  for (let left = packet.length; left >= 0; left -= 255) sizes.push(Math.min(left, 255))
  const head = join('OggS', zeros(10), le(serial, 4), zeros(8), Buffer.from([sizes.length]))
  return join(head, Buffer.from(sizes), packet)
}

function ogg(start: string, fields: readonly string[]): Buffer {
  const comments = fields.map((field) => join(le(field.length, 4), field))
  const packet = join(start, le(3, 4), 'app', le(fields.length, 4), ...comments)
  return join(oggPage(7, join('\x01vorbis', zeros(20))), oggPage(7, packet), zeros(10))
}

const FIELD = `metadata_block_picture=${block(3, FRONT).toString('base64')}`

describe('readCover', () => {
  const plain: readonly (readonly [string, string, Buffer])[] = [
    ['ID3v2.3', 'audio/mpeg', id3(3, join(apic(3, 4, BACK), apic(3, 3, FRONT)))],
    ['ID3v2.4', 'audio/mpeg', id3(4, join(apic(4, 4, BACK), apic(4, 3, FRONT)))],
    ['ID3v2.3, unsynchronised', 'audio/mpeg', id3(3, unsynchronised(apic(3, 3, FRONT)), 0x80)],
    ['FLAC', 'audio/flac', flac(block(4, BACK), block(3, FRONT))],
    ['Vorbis', 'audio/ogg', ogg('\x03vorbis', ['TITLE=x', FIELD])],
    ['Opus', 'audio/ogg', ogg('OpusTags', [FIELD])],
    [
      'MP4',
      'audio/mp4',
      join(
        box('ftyp', 'M4A '),
        box(
          'moov',
          box(
            'udta',
            box('meta', zeros(4), box('ilst', box('covr', box('data', zeros(8), FRONT)))),
          ),
        ),
      ),
    ],
  ]
  it.each(plain)('of %s is the front cover', async (_, type, bytes) => {
    expect(await cover(bytes, type)).toEqual(FRONT)
    expect(mayHaveCover(type)).toBe(true)
  })

  it('reads the short frames of ID3v2.2', async () => {
    const content = join('\0PNG\x03words\0', FRONT)
    const frame = join('PIC', be(content.length, 3), content)
    expect(await cover(id3(2, frame), 'audio/mpeg')).toEqual(FRONT)
  })

  it('reads descriptions in UTF-16, and frames with their length', async () => {
    const wide = join('\x01image/png\0\x03', Buffer.from('\ufeffw', 'utf16le'), '\0\0', FRONT)
    const frame = join('APIC', be(wide.length, 4), zeros(2), wide)
    expect(await cover(id3(3, frame), 'audio/mpeg')).toEqual(FRONT)
    const content = unsynchronised(join('\x03image/png\0\x03words\0', FRONT))
    const sized = join(zeros(4), content)
    const flagged = join('APIC', synchsafe(sized.length), Buffer.from([0, 3]), sized)
    expect(await cover(id3(4, flagged), 'audio/mpeg')).toEqual(FRONT)
  })

  it('is another picture without a front cover', async () => {
    expect(await cover(id3(3, apic(3, 4, BACK)), 'audio/mpeg')).toEqual(BACK)
  })

  it('is none without a picture, with a link, or in a damaged file', async () => {
    expect(await cover(zeros(1000), 'audio/mpeg')).toBeNull()
    expect(await cover(flac(block(3, FRONT, '-->')), 'audio/flac')).toBeNull()
    expect(await cover(flac(block(3, FRONT)).subarray(0, 60), 'audio/flac')).toBeNull()
    expect(await cover(ogg('\x03vorbis', ['TITLE=x']), 'audio/ogg')).toBeNull()
    expect(await cover(id3(3, apic(3, 3, FRONT)), 'video/mp4')).toBeNull()
    for (const [, type, bytes] of plain) {
      for (let length = 0; length < bytes.length; length += 3) {
        const found = await cover(bytes.subarray(0, length), type)
        if (found !== null) expect(found.length).toBeLessThanOrEqual(bytes.length)
      }
    }
  })
})
