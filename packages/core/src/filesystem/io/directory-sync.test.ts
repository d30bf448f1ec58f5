import { describe, expect, it } from 'vitest'
import { createDirectorySync } from './directory-sync.ts'
import { nodeFileSystem } from './node-file-system.ts'

/** Syncs that run until the test ends each with a result. */
function heldSyncs() {
  const begun: { readonly path: string; end(error?: Error): void }[] = []
  const sync = createDirectorySync({
    ...nodeFileSystem,
    syncDirectory: (path) =>
      new Promise((resolve, reject) => {
        begun.push({ path, end: (error) => (error ? reject(error) : resolve()) })
      }),
  })
  return { begun, sync }
}

const turn = () => new Promise(setImmediate)

describe('createDirectorySync', () => {
  it('does one sync for all that ask before it begins', async () => {
    const { begun, sync } = heldSyncs()
    const waiting = [sync('a'), sync('a'), sync('a')]
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]?.end()
    await Promise.all(waiting)
  })

  it('does another for those that ask while one runs, and only one', async () => {
    const { begun, sync } = heldSyncs()
    const first = sync('a')
    await turn()
    let resolved = 0
    const later = [sync('a'), sync('a')].map((one) => one.then(() => (resolved += 1)))
    begun[0]?.end()
    await first
    await turn()
    expect(resolved).toBe(0)
    expect(begun).toHaveLength(2)
    begun[1]?.end()
    await Promise.all(later)
    expect(begun).toHaveLength(2)
  })

  it('does not let one directory wait for another', async () => {
    const { begun, sync } = heldSyncs()
    const waiting = [sync('a'), sync('b')]
    await turn()
    expect(begun.map(({ path }) => path)).toEqual(['a', 'b'])
    for (const one of begun) one.end()
    await Promise.all(waiting)
  })

  it('fails only the callers that waited for the failed sync', async () => {
    const { begun, sync } = heldSyncs()
    const first = [sync('a'), sync('a')].map((one) => one.catch((error: Error) => error.message))
    await turn()
    const later = sync('a')
    begun[0]?.end(new Error('broken'))
    expect(await Promise.all(first)).toEqual(['broken', 'broken'])
    await turn()
    begun[1]?.end()
    await later
  })
})
