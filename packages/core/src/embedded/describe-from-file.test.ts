import { type EmbeddedFacts, NO_EMBEDDED_FACTS, UNKNOWN_FACTS } from '@stowage/analysis'
import { describe, expect, it } from 'vitest'
import { requireOwnData } from '../own-data/own-data-check.ts'
import type { StagedFile } from '../staging/staging.ts'
import { describeFromFile } from './describe-from-file.ts'

function describedBy(facts: Partial<EmbeddedFacts> | null, language?: string) {
  const embedded = facts && { ...NO_EMBEDDED_FACTS, ...facts }
  const hook = describeFromFile(language === undefined ? {} : { language })
  const file = { ...UNKNOWN_FACTS, name: 'a.jpg', size: 1, embedded }
  return hook({} as StagedFile, file, {})
}

describe('describeFromFile', () => {
  it('takes title, alternative text and keywords', () => {
    const facts = { title: 'Dune', altText: 'A dune at dusk', keywords: ['sea', 'sand'] }
    expect(describedBy(facts, 'en')).toEqual({
      title: 'Dune',
      alt: { en: 'A dune at dusk' },
      tags: ['sea', 'sand'],
    })
    expect(describedBy(facts)).toMatchObject({ alt: { und: 'A dune at dusk' } })
  })

  it('gives nothing for a file that says nothing', () => {
    expect(describedBy(null)).toEqual({})
    expect(describedBy({})).toEqual({ tags: [] })
  })

  it('gives nothing that an asset cannot have', async () => {
    const described = describedBy({
      title: `${'\u{1f600}'.repeat(300)}`,
      altText: 'é '.repeat(1500),
      keywords: ['a, b;c', 'tab\there', 'x'.repeat(65), ' ', ...Array(99).keys()].map(String),
    })
    const kept = requireOwnData(await described)
    expect(Array.from(kept.title ?? '')).toHaveLength(255)
    expect(kept.alt?.und?.length).toBeLessThanOrEqual(1000)
    expect(kept.tags?.slice(0, 5)).toEqual(['a', 'b', 'c', 'tab here', '0'])
    expect(kept.tags).toHaveLength(100)
  })

  it.each([1, '', 'not a language'])('refuses the language %j', (language) => {
    expect(() => describeFromFile({ language } as never)).toThrow(/language must be a language tag/)
  })
})
