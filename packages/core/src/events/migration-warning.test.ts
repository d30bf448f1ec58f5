import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMigrationWarning } from './migration-warning.ts'

describe('createMigrationWarning', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('says each tenth of each step once', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const report = createMigrationWarning()
    for (const part of [0, 0.09, 0.1, 0.19, 0.5]) report({ version: 1, newest: 3, part })
    report({ version: 2, newest: 3, part: 0.5 })
    const said = [
      'step 2 of 3, 0 % done',
      'step 2 of 3, 10 % done',
      'step 2 of 3, 50 % done',
      'step 3 of 3, 50 % done',
    ]
    expect(warn.mock.calls).toEqual(
      said.map((text) => [`The database is being migrated: ${text}.`, { code: 'STOWAGE' }]),
    )
  })
})
