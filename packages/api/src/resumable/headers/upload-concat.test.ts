import { expect, it } from 'vitest'
import { concatOf, concatText, MAX_CONCAT } from './upload-concat.ts'

const [A, B] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058']
const REFUSED = expect.objectContaining({ status: 400 })
const ROOT = 'https://media.example/api/v1'

it('reads partial and final uploads, and writes the list as it came', () => {
  expect(concatOf(undefined)).toBeUndefined()
  expect(concatOf('partial')).toEqual({ kind: 'partial' })
  for (const prefix of [`${ROOT}/uploads/`, '/x/api/v1/uploads/']) {
    const header = `final;${prefix}${A} ${prefix}${B} ${prefix}${A}`
    expect(concatOf(header)).toEqual({ kind: 'final', partials: [A, B, A], prefix })
    expect(concatText([A, B, A], prefix, ROOT)).toBe(header)
  }
})

it('writes URLs of its own where those that came do not begin alike', () => {
  const concat = concatOf(`final; /api/v1/uploads/${A}  ${ROOT}/uploads/${B.toUpperCase()} `)
  expect(concat).toEqual({ kind: 'final', partials: [A, B], prefix: null })
  expect(concatText([A, B], null, ROOT)).toBe(`final;${ROOT}/uploads/${A} ${ROOT}/uploads/${B}`)
})

it.each([
  '',
  'Partial',
  'final',
  'final;',
  'final; ',
  `final;${A}`,
  `final;/assets/${A}`,
  `final;/uploads/${A}?x`,
  `final;/uploads/${A}/`,
  `final;/uploads/x`,
  `final;${Array(MAX_CONCAT + 1)
    .fill(`/uploads/${A}`)
    .join(' ')}`,
])('refuses %j', (header) => {
  expect(() => concatOf(header)).toThrow(REFUSED)
})
