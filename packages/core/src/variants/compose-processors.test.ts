import { type FileFacts, UNKNOWN_FACTS } from '@stowage/analysis'
import { describe, expect, it } from 'vitest'
import { composeProcessors } from './compose-processors.ts'
import { fakeProcessor, original, ports } from './fake-processor.fixture.ts'
import type { VariantProcessor } from './variant-processor.ts'

const PICTURE: FileFacts = { ...UNKNOWN_FACTS, type: 'image' }
const TEXT: FileFacts = { ...UNKNOWN_FACTS, type: 'document' }
const VIDEO: FileFacts = { ...UNKNOWN_FACTS, type: 'video' }

function ofDocuments(overrides: Partial<VariantProcessor> = {}) {
  return fakeProcessor(
    { thumbnail: 'immediately', page: 'on-demand' },
    { accepts: ({ type }) => type === 'document', ...overrides },
  )
}
const ofPictures = (overrides: Partial<VariantProcessor> = {}) =>
  fakeProcessor({ thumbnail: 'immediately', optimized: 'on-demand' }, overrides)

describe('composeProcessors', () => {
  it('gives each file to the processor that accepts it', async () => {
    const pictures = ofPictures()
    const documents = ofDocuments()
    const store = ports().open([pictures.processor, documents.processor])
    const picture = await store.upload(original)
    const text = await store.upload(Buffer.from('some text'))
    expect(store.variants.names).toEqual(['thumbnail', 'optimized', 'page'])
    expect([picture, text].map(({ variants }) => variants.length)).toEqual([1, 1])
    expect([pictures.asked, documents.asked]).toEqual([['thumbnail'], ['thumbnail']])
    expect(store.variants.offers(picture, 'optimized')).toBe(true)
    expect(store.variants.offers(picture, 'page')).toBe(false)
    expect(store.variants.offers(text, 'page')).toBe(true)
    expect(store.variants.offers(text, 'optimized')).toBe(false)
  })

  it('accepts what one of them accepts', () => {
    const composed = composeProcessors([ofPictures().processor, ofDocuments().processor])
    expect([PICTURE, TEXT, VIDEO].map((facts) => composed.accepts(facts))).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is the only one when there is one', () => {
    const { processor } = ofPictures()
    expect(composeProcessors([processor])).toBe(processor)
  })

  it('prepares and closes all', async () => {
    const done: string[] = []
    const noting = (name: string): Partial<VariantProcessor> => ({
      prepare: async () => void done.push(`${name} prepared`),
      close: async () => void done.push(`${name} closed`),
    })
    const composed = composeProcessors([
      ofPictures(noting('pictures')).processor,
      ofDocuments(noting('documents')).processor,
    ])
    await composed.prepare?.()
    await composed.close?.()
    expect(done).toEqual([
      'pictures prepared',
      'documents prepared',
      'pictures closed',
      'documents closed',
    ])
  })

  it('refuses two that do not agree', () => {
    const late = fakeProcessor({ thumbnail: 'on-demand' }).processor
    expect(() => composeProcessors([ofPictures().processor, late])).toThrow(/same timing/)
  })
})
