import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { jpegXl, jpegXlFile } from '../../testing/pictures.ts'

const landscape = { width: 300, height: 200 }

describe('size of JPEG XL', () => {
  it.each([
    ['a codestream', jpegXl(landscape), 300, 200],
    ['a codestream on its side', jpegXl({ ...landscape, orientation: 6 }), 200, 300],
    ['a codestream that is mirrored', jpegXl({ ...landscape, orientation: 2 }), 300, 200],
    ['a late part of a file, in a box of 64 bits', jpegXlFile(landscape), 300, 200],
    ['small sides and a ratio', Buffer.from('ff0a4102000000', 'hex'), 8, 8],
  ])('is that of %s', async (_, bytes, width, height) => {
    const { facts } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
    expect(facts).toMatchObject({ mimeType: 'image/jxl', width, height })
  })
})
