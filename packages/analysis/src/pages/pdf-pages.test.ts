import { deflateSync } from 'node:zlib'
import { choicesBy, forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { be, join } from '../testing/bytes.ts'
import { processTime } from '../testing/cpu-time.ts'
import { mutated } from '../testing/mutated.ts'
import { readerOf } from '../testing/read-bytes.ts'
import { pdfPages } from './pdf-pages.ts'

function pages(bytes: Buffer): Promise<number | null> {
  return pdfPages(readerOf(bytes))
}

/** A file of these objects, from 1, with a table of them. */
function withTable(objects: readonly string[], trailer = '/Root 1 0 R'): Buffer {
  let text = '%PDF-1.4\n'
  const rows = ['0000000000 65535 f \n']
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<< /Size ${rows.length} ${trailer} >>`
  return Buffer.from(`${text}${table}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1')
}

/** The same with a stream in place of the table, and the objects in a stream of objects. */
function withStreams(
  objects: readonly string[],
  { predictor = 1, length }: { readonly predictor?: number; readonly length?: string } = {},
): Buffer {
  let header = ''
  let body = ''
  for (const [index, object] of objects.entries()) {
    header += `${index + 1} ${body.length} `
    body += `${object} `
  }
  const inner = deflateSync(Buffer.from(header + body, 'latin1'))
  const number = objects.length + 1
  const head = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const members = `/Type /ObjStm /N ${objects.length} /First ${header.length} /Filter /FlateDecode`
  const holder = join(
    `${number} 0 obj\n<< ${members} /Length ${length ?? inner.length} >>\nstream\n`,
    inner,
    '\nendstream\nendobj\n',
  )
  const rows = [
    join(be(0, 1), be(0, 2), be(0, 1)),
    ...objects.map((_, index) => join(be(2, 1), be(number, 2), be(index, 1))),
    join(be(1, 1), be(head.length, 2), be(0, 1)),
  ]
  const plain =
    predictor === 1
      ? join(...rows)
      : join(
          ...rows.map((row, index) => {
            const above = rows[index - 1] ?? Buffer.alloc(4)
            return join(be(2, 1), Buffer.from(row.map((byte, at) => byte - (above[at] ?? 0))))
          }),
        )
  const table = deflateSync(plain)
  const parameters = predictor === 1 ? '' : `/DecodeParms << /Predictor ${predictor} /Columns 4 >>`
  const start = head.length + holder.length
  return join(
    head,
    holder,
    `${number + 1} 0 obj\n<< /Type /XRef /W [1 2 1] /Size ${rows.length} /Root 1 0 R ${parameters}`,
    ` /Filter /FlateDecode /Length ${table.length} >>\nstream\r\n`,
    table,
    `\nendstream\nendobj\nstartxref\n${start}\n%%EOF`,
  )
}

const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R /Note (a \\) text (in) parentheses) /Id <0aff> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 17 >>',
  '<< /Type /Page /Parent 2 0 R >>',
]

describe('pdfPages', () => {
  it('reads a table of objects', async () => {
    expect(await pages(withTable(OBJECTS))).toBe(17)
    const apart = [...OBJECTS.slice(0, 1), '<< /Count 3 0 R >> % a comment', '9']
    expect(await pages(withTable(apart))).toBe(9)
  })

  it('reads streams of objects', async () => {
    expect(await pages(withStreams(OBJECTS))).toBe(17)
    expect(await pages(withStreams(OBJECTS, { predictor: 12 }))).toBe(17)
  })

  it('takes the newest of an object that was changed', async () => {
    const first = withTable(OBJECTS)
    const before = Number(/startxref\n(\d+)/.exec(first.toString('latin1'))?.[1])
    const object = '2 0 obj\n<< /Type /Pages /Count 18 >>\nendobj\n'
    const row = `${String(first.length).padStart(10, '0')} 00000 n \n`
    const table = `xref\n2 1\n${row}trailer\n<< /Root 1 0 R /Prev ${before} >>\n`
    const start = first.length + object.length
    expect(await pages(join(first, object, table, `startxref\n${start}\n%%EOF`))).toBe(18)
  })

  it('reads a file with something before it', async () => {
    expect(await pages(join('\xef\xbb\xbf', withTable(OBJECTS)))).toBe(17)
  })

  it('says nothing of a file that does not say', async () => {
    expect(await pages(Buffer.from('%PDF-1.4 and no more'))).toBeNull()
    expect(await pages(withTable(['<< /Type /Catalog >>']))).toBeNull()
    for (const count of ['-1', '0', '1.5', '99999999', '(17)']) {
      const wrong = [...OBJECTS.slice(0, 1), `<< /Count ${count} >>`]
      expect(await pages(withTable(wrong)), count).toBeNull()
    }
  })

  it('ends for tables and references that go around', async () => {
    const around = withTable(OBJECTS, '/Root 1 0 R /Prev 1')
    await expect(pages(around)).rejects.toThrow(RangeError)
    const itself = withTable(['<< /Pages 2 0 R >>', '2 0 R'])
    await expect(pages(itself)).rejects.toThrow(RangeError)
  })

  it('ends for streams that are in themselves', async () => {
    const itself = withStreams(['<< /Type /Catalog /Pages 2 0 R >>', '9'], { length: '2 0 R' })
    await expect(pages(itself)).rejects.toThrow(RangeError)
  })

  it('ends soon for numbers without an end', async () => {
    const started = processTime()
    for (const size of [60_000, 900_000]) {
      const endless = `${'1'.repeat(size)}x`
      await pages(withTable([`<< /Pages ${endless} >>`])).catch(() => null)
      await pages(withStreams([endless])).catch(() => null)
    }
    expect(processTime() - started).toBeLessThan(1000)
  })

  const ends = forSeeds('ends for every damaged file', 3, async (random) => {
    const choices = choicesBy(random)
    for (const bytes of [
      withTable(OBJECTS),
      withStreams(OBJECTS),
      withStreams(OBJECTS, { predictor: 12 }),
    ]) {
      for (let round = 0; round < 70; round += 1) {
        await pages(mutated(bytes, choices)).catch((error) => {
          expect(error).toBeInstanceOf(RangeError)
        })
      }
    }
  })
  it.each(ends)('$name', ({ run }) => run())
})
