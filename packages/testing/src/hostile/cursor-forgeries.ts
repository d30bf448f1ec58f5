/** Forgeries that a client can make from a cursor, and whether each is a valid position in a list with this sort. */
export function cursorForgeries(
  cursor: string,
  sort: string,
): readonly (readonly [forged: string, isPlace: boolean])[] {
  const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const [version, digest, value, seq] = content as readonly unknown[]
  const forge = (...members: readonly unknown[]) =>
    Buffer.from(JSON.stringify(members)).toString('base64url')
  return [
    ...VALUES.map(
      (forged) => [forge(version, digest, forged, seq), isValue(sort, forged)] as const,
    ),
    ...SEQS.map((forged) => {
      return [forge(version, digest, value, forged), Number.isSafeInteger(forged)] as const
    }),
    ...Array.from(
      { length: cursor.length },
      (_, length) => [cursor.slice(0, length), false] as const,
    ),
    [forge(version, 'x', value, seq), false],
    [forge(version, null, value, seq), false],
    [forge(2, digest, value, seq), false],
    [forge(), false],
    [forge(version, digest), false],
    [Buffer.from('{"__proto__":[1]}').toString('base64url'), false],
    [Buffer.from(`${'['.repeat(4000)}`).toString('base64url'), false],
    [Buffer.from(`1${'0'.repeat(4000)}`).toString('base64url'), false],
    ['__proto__', false],
    ['%00', false],
    ['\u0000', false],
    ['😀', false],
    [`${cursor}${'A'.repeat(8000)}`, false],
  ]
}

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 1.5, 1e308, -1e308, 2 ** 53, Number.MAX_SAFE_INTEGER],
  ...['', 'a', 'a\u0000b', '\ud800', '\udc00x', "' OR 1=1", 'x'.repeat(2000), '\uffff', '1'],
  ...[{}, [], ['a'], { toString: 'x' }],
]
const SEQS: readonly unknown[] = [
  -1,
  0,
  2 ** 40,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1.5,
  1e308,
  '1',
  null,
  [],
  {},
]

function isValue(sort: string, value: unknown): boolean {
  switch (sort.replace('-', '')) {
    case 'created_at':
      return value === null
    case 'name':
    case 'type':
      return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
    case 'duration_seconds':
      return value === null || typeof value === 'number'
    default:
      return Number.isSafeInteger(value)
  }
}
