import { describe, expect, it } from 'vitest'
import { placeOfSearch, searchOfPlace } from './place-search.ts'

describe('the address', () => {
  it.each([
    '',
    '?view=trash',
    '?folder=none',
    '?folder=0199c0de-0000-7000-8000-000000000000&tag=beach&q=red+bicycle',
    '?type=image%2Cvideo&min=1000&max=2000&from=2026-01-01&to=2026-01-31',
    '?sort=-size&layout=list&asset=0199c0de-0000-7000-8000-000000000001',
  ])('says the whole place: %s', (search) => {
    expect(searchOfPlace(placeOfSearch(search), '')).toBe(search)
  })

  it('keeps what is not its own', () => {
    const place = placeOfSearch('?picker=1&view=trash&multiple=1')
    expect(searchOfPlace({ ...place, view: 'files' }, '?picker=1&view=trash&multiple=1')).toBe(
      '?picker=1&multiple=1',
    )
  })

  it('passes over what cannot be', () => {
    const search = '?view=else&type=none&min=-1&max=x&from=2026-13-01&to=soon&sort=up&layout=3d'
    expect(searchOfPlace(placeOfSearch(search), '')).toBe('')
  })
})
