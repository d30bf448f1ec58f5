import assert from 'node:assert/strict'
import type { VerifyReport } from '@stowage/core/types'
import { crashedUpload, onDemand, twoAssets } from './samples.ts'
import type { ChaosVerb } from './verb.ts'
import { plain } from './verb.ts'

/** Maintenance of the whole store. */
export const maintenanceVerbs: readonly ChaosVerb[] = [
  {
    name: 'verify',
    options: onDemand,
    async prepare(store) {
      const [, picture] = await twoAssets(store)
      await store.variants.ensure(picture, 'thumbnail')
      return async (open, signal) => assertSound(await open.admin.verify({ signal }), [])
    },
  },
  {
    name: 'verify that repairs',
    async prepare(store, fixture) {
      await twoAssets(store)
      await crashedUpload(fixture)
      await fixture.pass(25)
      return async (open, signal) => {
        assertSound(await open.admin.verify({ repair: true, signal }), ['stale_staging'])
      }
    },
  },
  plain('pauseDeletion', async (store, signal) => {
    const pause = await store.admin.pauseDeletion({ signal })
    pause.assertPaused()
    await pause.resume()
  }),
]

/** A file that cannot be read at the moment is reported as unreadable, never as damaged. */
function assertSound({ problems }: VerifyReport, expected: readonly string[]): void {
  const kinds = problems.map(({ kind }) => kind).filter((kind) => kind !== 'unreadable')
  assert.deepEqual(kinds, expected)
}
