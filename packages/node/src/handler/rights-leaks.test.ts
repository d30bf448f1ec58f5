import { describe } from 'vitest'
import { itFinds, PLANTED_LEAKS } from '../testing/planted-leaks.ts'

/** Of so many leaks one is planted here, all of them in the full run. */
const ONE_OF = 5

describe('leakContract', () => {
  const some = Object.entries(PLANTED_LEAKS).filter((_, index) => index % ONE_OF === 0)
  itFinds(Object.fromEntries(some))
})
