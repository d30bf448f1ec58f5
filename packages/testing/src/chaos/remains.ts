import assert, { AssertionError } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { AssetStore } from '@stowage/core'
import type { ChaosFixture } from './chaos-fixture.ts'
import { allAssets, assertCounted, assertFolders, assertWhole, orphans } from './state.ts'

/** Milliseconds after which a call counts as hanging. */
const HANGING = 30_000
/** One hour more than an upload's remains are kept by default. */
const PAST_THE_GRACE = 25
const THREADS = '/proc/self/task'
const THREAD = 'Thread'

/** Checks that a case leaves nothing behind in the process. */
export interface ChaosResources {
  /** Fails when there is more of any kind than before, or when a rejection was not handled. */
  assertNoMore(): Promise<void>
  /** Stops listening. */
  end(): void
}

/** Records what the process holds before a case: timers, handles, workers, threads. */
export function chaosResources(): ChaosResources {
  const before = resourcesInUse()
  const unhandled: unknown[] = []
  const remember = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', remember)

  function more(): readonly string[] {
    const rest = [...before]
    return resourcesInUse().filter((kind) => {
      const index = rest.indexOf(kind)
      if (index >= 0) rest.splice(index, 1)
      return index < 0
    })
  }

  return {
    async assertNoMore() {
      // One turn, so that Node reports unhandled rejections; some more for handles that are closing.
      await setImmediate()
      for (let turn = 0; turn < 20 && more().length > 0; turn += 1) await setImmediate()
      // A worker keeps its port until it ends, and a busy Linux machine lists its thread even longer. A worker that a
      // store left for the next one ends after ten seconds.
      const latest = performance.now() + HANGING
      while (isOnlyOfWorkers(more()) && performance.now() < latest) await setTimeout(1)
      assert.deepEqual(more(), [], 'timers, handles and threads that are left')
      assert.deepEqual(unhandled, [], 'unhandled rejections')
    },
    end: () => void process.off('unhandledRejection', remember),
  }
}

function isOnlyOfWorkers(kinds: readonly string[]): boolean {
  return kinds.length > 0 && kinds.every((kind) => kind === THREAD || kind === 'MessagePort')
}

/** Resources by kind, without file system calls under way, which may belong to other tests. */
function resourcesInUse(): readonly string[] {
  const active = process.getActiveResourcesInfo().filter((kind) => !kind.startsWith('FSReq'))
  const threads = process.platform === 'linux' ? readdirSync(THREADS).map(() => THREAD) : []
  return [...active, ...threads]
}

/** Fails unless two sweeps after the grace time leave the blobs of records, whole, and nothing else. */
export async function assertReclaimed(fixture: ChaosFixture, store: AssetStore): Promise<void> {
  for (let sweep = 1; sweep <= 2; sweep += 1) {
    await fixture.pass(PAST_THE_GRACE)
    assert.equal((await store.admin.sweep()).skipped, false)
  }
  const assets = await allAssets(store)
  assert.deepEqual(await orphans(fixture, assets), [], 'blobs of no record')
  await assertWhole(fixture, assets)
  await assertFolders(store, assets)
  await assertCounted(store, assets)
  assert.deepEqual(await fixture.staged(), [], 'files in staging after the sweep')
  assert.deepEqual(await fixture.pieces(), [], 'bytes of ended uploads after the sweep')
}

/** Settles like the work; rejects when it does not end. */
export async function ended<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const hanging = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(
      () => reject(new AssertionError({ message: 'it hangs' })),
      HANGING,
    )
  })
  try {
    return await Promise.race([work, hanging])
  } finally {
    clearTimeout(timer)
  }
}
