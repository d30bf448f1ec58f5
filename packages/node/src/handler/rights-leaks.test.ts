import { describe, it } from 'vitest'
import { checkLeaks, itFinds, PLANTED_LEAKS } from '../testing/planted-leaks.ts'

describe('leakContract', () => {
  it('finds nothing where there is nothing', () => checkLeaks())

  itFinds(PLANTED_LEAKS)
})
