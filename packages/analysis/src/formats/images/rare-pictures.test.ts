import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { be, box, join, le, zeros } from '../../testing/bytes.ts'

function openExr(...windows: readonly (readonly [string, readonly number[]])[]): Buffer {
  const attributes = windows.map(([name, sides]) =>
    join(`${name}\0box2i\0`, le(16, 4), ...sides.map((side) => le(side >>> 0, 4))),
  )
  return join('\x76\x2f\x31\x01', le(2, 4), ...attributes, zeros(700))
}

/** A directory of two entries, as TIFF has them. */
function jpegXr(width: number, height: number): Buffer {
  const entry = (tag: number, value: number) => join(le(tag, 2), le(4, 2), le(1, 4), le(value, 4))
  return join(
    'II\xbc\x01',
    le(8, 4),
    le(2, 2),
    entry(0xbc80, width),
    entry(0xbc81, height),
    zeros(8),
  )
}

function icns(...types: readonly string[]): Buffer {
  const pictures = types.map((type) => join(type, be(16, 4), zeros(8)))
  return join('icns', be(8 + pictures.length * 16, 4), ...pictures)
}

const pcx = join(
  '\x0a\x05\x01\x08',
  le(10, 2),
  le(20, 2),
  le(309, 2),
  le(219, 2),
  zeros(53),
  '\x01',
  le(300, 2),
  zeros(60),
)

describe('size of pictures that are rare', () => {
  it.each([
    [
      'HDR with several blanks',
      '#?RADIANCE\nFORMAT=a\n\n-Y   200  +X   300\n',
      'image/vnd.radiance',
    ],
    [
      'PAM, whatever its header comments',
      'P7\nWIDTH 300\n# HEIGHT 7\nHEIGHT 200\nDEPTH 1\nMAXVAL 1\nENDHDR\n\0\nHEIGHT 8\n',
      'image/x-portable-arbitrarymap',
    ],
    [
      'HDR, whatever its header says',
      '#?RADIANCE\nVIEW=a\n-Y 7 +X 8\n\n-Y 200 +X 300\n',
      'image/vnd.radiance',
    ],
    ['HDR in columns', '#?RADIANCE\nFORMAT=a\n\n+X 300 -Y 200\n', 'image/vnd.radiance'],
    [
      'OpenEXR, as it is shown',
      openExr(['dataWindow', [0, 0, 9, 9]], ['displayWindow', [-100, 0, 199, 199]]),
      'image/x-exr',
    ],
    ['JPEG XR', jpegXr(300, 200), 'image/vnd.ms-photo'],
    [
      'KTX',
      join(
        '\xabKTX 11\xbb\r\n\x1a\n',
        le(0x04030201, 4),
        zeros(20),
        le(300, 4),
        le(200, 4),
        zeros(24),
      ),
      'image/ktx',
    ],
    [
      'KTX of the other order',
      join(
        '\xabKTX 11\xbb\r\n\x1a\n',
        be(0x04030201, 4),
        zeros(20),
        be(300, 4),
        be(200, 4),
        zeros(24),
      ),
      'image/ktx',
    ],
    [
      'KTX 2',
      join('\xabKTX 20\xbb\r\n\x1a\n', zeros(8), le(300, 4), le(200, 4), zeros(40)),
      'image/ktx2',
    ],
    [
      'MNG',
      join('\x8aMNG\r\n\x1a\n', be(28, 4), 'MHDR', be(300, 4), be(200, 4), zeros(24)),
      'video/x-mng',
    ],
    [
      'JNG',
      join('\x8bJNG\r\n\x1a\n', be(16, 4), 'JHDR', be(300, 4), be(200, 4), zeros(24)),
      'image/x-jng',
    ],
    [
      'ILBM',
      join('FORM', be(60, 4), 'ILBMBMHD', be(20, 4), be(300, 2), be(200, 2), zeros(40)),
      'image/x-ilbm',
    ],
    ['PCX', pcx, 'image/vnd.zbrush.pcx'],
    ['DCX, its first page', join('\xb1\x68\xde\x3a', le(12, 4), zeros(4), pcx), 'image/x-dcx'],
    [
      'PICT',
      join(zeros(514), be(10, 2), be(20, 2), be(210, 2), be(320, 2), '\0\x11\x02\xff', zeros(8)),
      'image/x-pict',
    ],
    [
      'X Window dumps',
      join(be(100, 4), be(7, 4), be(2, 4), be(24, 4), be(300, 4), be(200, 4), zeros(200)),
      'image/x-xwindowdump',
    ],
    [
      'JPEG-LS',
      join('\xff\xd8\xff\xf7', be(11, 2), be(8, 1), be(200, 2), be(300, 2), zeros(20)),
      'image/jls',
    ],
    ['uncompressed HEIF', uncompressedHeif(300, 200), 'image/heif'],
  ])('is that of %s', async (_, content, mimeType) => {
    const file = bytesAsFile(Buffer.from(join(content)))
    const { facts } = await createAnalyzer().analyze(file, { name: 'file' })
    expect(facts).toMatchObject({ mimeType, width: 300, height: 200 })
  })

  it.each([
    ['MNG', join('\x8aMNG\r\n\x1a\n', be(28, 4), 'MHDRMEND! \xf7\xd5')],
    ['JNG', join('\x8bJNG\r\n\x1a\n', be(16, 4), 'JHDRIEND\xaeB`\x82')],
  ])('is not known of %s whose header is cut off', async (_, content) => {
    const { facts } = await createAnalyzer().analyze(bytesAsFile(content), { name: 'file' })
    expect(facts).toMatchObject({ width: null, height: null })
  })

  it.each([
    [['ic07'], 128, 128],
    [['ics#', 'ic14', 'ic11'], 512, 512],
    [['ic10', 'is32'], 1024, 1024],
    [['icm#'], 16, 12],
  ])('is that of the largest picture of a Mac icon: %j', async (types, width, height) => {
    const { facts } = await createAnalyzer().analyze(bytesAsFile(icns(...types)), { name: 'file' })
    expect(facts).toMatchObject({ mimeType: 'image/icns', width, height })
  })
})

/** An item under a brand that says nothing of how it is coded (ISO/IEC 23001-17). */
function uncompressedHeif(width: number, height: number): Buffer {
  const properties = box(
    'iprp',
    box('ipco', box('ispe', zeros(4), be(width, 4), be(height, 4))),
    box('ipma', zeros(4), be(1, 4), be(1, 2), be(1, 1), be(1, 1)),
  )
  const items = box('meta', zeros(4), box('pitm', zeros(4), be(1, 2)), properties)
  return join(box('ftyp', 'mif1', zeros(4), 'mif1unif'), items)
}
