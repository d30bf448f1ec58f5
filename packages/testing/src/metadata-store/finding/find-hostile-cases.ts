import type { AssetFilter } from '@stowage/core'
import { requireFilter, requireTags } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { newAsset, stored } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { assertFoundAtOnce } from './find-oracle.ts'

/** Texts that a database could take for more than text, or fold, split or sort in its own way. */
const TEXTS: readonly string[] = [
  ...['" OR "', 'NEAR(a b, 2)', 'a* NOT b', '-a', '(b) AND (c)', '{terms_of}: a', '^a', 'a + b'],
  ...["o'hara", "'; DROP TABLE assets; --", 'a\\b', '\\', '%', 'a_b', 'a & !b | c', ':*', '<->'],
  ...['$schema', '$now', '$1', '?', ':id', '@x', '{}', '[]', 'null', 'true', '1e400', '-0', '007'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.x'],
  ...[
    '\ue001jpg',
    '\ue002red',
    '\ue003["a",1]',
    '\ue006',
    'x\ue12fy',
    'a\ue100',
    '\uf8ff',
    '\ue200',
  ],
  ...[
    'e\u0301',
    '\u00e9',
    'E',
    'x\u0301\u0302\u0303\u0304',
    '\ufb01nance',
    '\u0130x',
    '\u0131I',
    'ß',
  ],
  ...[
    'ẞ',
    'SS',
    'ΣΑΣ',
    'ς',
    'σ',
    '\u0345x',
    'ᾳ',
    '\u1e9b\u0323',
    '𝒳ray',
    '²³',
    '½',
    'Ⅷ',
    '⑧',
    '१२',
  ],
  ...['か\u3099', 'が', 'か', '\u3099', 'ガ', 'ｶﾞ', '가', '\u1100\u1161', 'עִברית', 'हिन्दी', 'ไทย'],
  ...['👩‍👩‍👧', '👩', '🫠', '🇩🇪', '\u{1f3fb}', '❤️', '\u{10ffff}x', '\ufffex', '\uffffx', '\ufeffx'],
  ...[
    'a\u200bb',
    'a\u200db',
    '\u202egnp',
    'a\u00a0b',
    'a\u3000b',
    'a\u0001b',
    'a\tb',
    'a\nb',
    '\u007f',
  ],
  ...['x'.repeat(24), 'x'.repeat(25), 'x'.repeat(63), '𝒳'.repeat(25), `${'x'.repeat(23)}😀y`],
  ...[
    '9'.repeat(60),
    `1${'0'.repeat(30)}`,
    '\u{20000}\u{2a6df}',
    '\u0378',
    '\u{1fae8}',
    '\u{11f02}',
  ],
]

/** An asset with the text in each place where a search finds it. */
function assetOf(text: string, index: number) {
  const places = [{ title: text }, { alt: { en: text } }, {}]
  return newAsset({
    name: index % 2 === 0 ? text : `${index} ${text}.jpg`,
    createdBy: text,
    tags: tagsOf(text),
    metadata: { k: text, [text]: index },
    ...places[index % places.length],
  })
}

/** The tags that a store makes from it, if it can be a tag. */
function tagsOf(text: string): readonly string[] {
  try {
    return requireTags('tags', [text, 'all'])
  } catch {
    return ['all']
  }
}

function filtersOf(text: string, index: number): readonly AssetFilter[] {
  return [
    { search: text },
    { search: `${text} ${text}x` },
    { tags: [text] },
    { tags: [text.toUpperCase(), 'all'], createdBy: [text, null] },
    { anyTag: [text, 'none'] },
    { metadata: { k: text } },
    { metadata: Object.fromEntries([[text, index]]) },
    { metadata: Object.fromEntries([[text, String(index)]]) },
    { createdBy: text },
    { extension: text.toLowerCase() },
    { mimeType: `${text}/${text}` },
    { folderId: text },
  ]
}

/** The filters that a store accepts. */
function taken(filters: readonly AssetFilter[]): readonly AssetFilter[] {
  return filters.filter((filter) => {
    try {
      requireFilter(filter)
      return true
    } catch {
      return false
    }
  })
}

/** Lists with what hostile clients may store and ask for, checked against a walk over all assets. */
export const findHostileCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'list finds by operators, marks, marks of its own, unknown and unassigned characters what a walk would',
    async run({ metadata }) {
      const all = await stored(metadata, TEXTS.map(assetOf))
      const sorts = ['name', '-name', '-createdAt', 'size'] as const
      let turn = 0
      for (const [index, text] of TEXTS.entries()) {
        for (const filter of taken(filtersOf(text, index))) {
          turn += 1
          const sort = sorts[turn % sorts.length] ?? 'name'
          await assertFoundAtOnce(metadata, all, { filter, sort, trashed: false })
        }
      }
    },
  },
  {
    name: 'list takes as many and as long values as a filter may have',
    async run({ metadata }) {
      const many = TEXTS.slice(0, 100)
      const all = await stored(metadata, TEXTS.map(assetOf))
      const words = Array.from({ length: 120 }, (_, index) => String.fromCodePoint(0x4e00 + index))
      const members = Array.from({ length: 64 }, (_, index) => [`m${index}`, 'y'.repeat(200)])
      for (const filter of taken([
        { tags: Array.from({ length: 100 }, (_, index) => `${'t'.repeat(250)}${index}`) },
        { anyTag: many },
        { createdBy: many },
        { extension: Array.from({ length: 100 }, (_, index) => `${'e'.repeat(250)}${index}`) },
        { mimeType: Array.from({ length: 100 }, (_, index) => `${'m'.repeat(120)}/${index}`) },
        { mimeType: `${'m'.repeat(127)}/${'n'.repeat(127)}` },
        { mimeType: ['image/*', "!#$%&'^`|~.+-_/x"] },
        { metadata: Object.fromEntries(members) },
        { metadata: { k: 'z'.repeat(16_000) } },
        { metadata: { ['z'.repeat(16_000)]: 1 } },
        { metadata: { k: 1e308, l: 5e-324, m: -0, n: 2 ** 53 + 2 } },
        { search: words.join(' ') },
        { search: [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ') },
        { search: 'x'.repeat(255) },
        { search: '𝒳'.repeat(127) },
        { search: '\ufdfa'.repeat(255) },
        { size: { gte: Number.MAX_SAFE_INTEGER } },
        { width: { gt: 0, lt: Number.MAX_SAFE_INTEGER } },
        { durationSeconds: { gte: Number.MAX_VALUE } },
        { createdAt: { gte: '0000-01-01', lte: '9999-12-31T23:59:59.999999Z' } },
        { updatedAt: { lt: new Date(8.64e15), gt: new Date(-8.64e15) } },
      ])) {
        await assertFoundAtOnce(metadata, all, { filter, sort: '-name', trashed: 'with' })
      }
    },
  },
]
