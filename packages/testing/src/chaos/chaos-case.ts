import assert from 'node:assert/strict'
import { type AssetStore, isStowageError } from '@stowage/core'
import { faultPlan, type PortCall } from '../fault-injection/fault-plan.ts'
import { type ChaosBackend, type ChaosFixture, createChaosFixture } from './chaos-fixture.ts'
import { type ChaosOutcome, type InjectedFault, runWithFault } from './injected-fault.ts'
import { assertReclaimed, chaosResources } from './remains.ts'
import { allAssets, assertWhole, orphans, visibleState } from './state.ts'
import type { ChaosRun, ChaosVerb } from './verb.ts'

/** What a verb does when nothing goes wrong. */
export interface Baseline {
  readonly calls: readonly PortCall[]
  /** The visible state before and after it. */
  readonly before: string
  readonly after: string
}

/** What a fixture shows from outside. */
interface Sight {
  readonly state: string
  /** Staged files and blobs of no record. */
  readonly staged: readonly string[]
  readonly blobs: readonly string[]
}

/** Runs the verb without faults. */
export async function courseOf(verb: ChaosVerb, backend: ChaosBackend): Promise<Baseline> {
  const fixture = await createChaosFixture(backend)
  try {
    const { run, before } = await prepared(verb, fixture)
    const plan = faultPlan()
    const store = await fixture.open(plan, verb.options)
    await run(store, new AbortController().signal, plan)
    await store.close()
    const after = await fixture.open()
    const sight = await sightOf(after, fixture)
    await after.close()
    return { calls: plan.calls, before: before.state, after: sight.state }
  } finally {
    await fixture.shut()
    await fixture.dispose()
  }
}

/** Runs the verb in its own fixture with these faults, one after another, and asserts what the store promises. */
export async function runCase(
  verb: ChaosVerb,
  backend: ChaosBackend,
  baseline: Baseline,
  appliesTo: readonly InjectedFault[],
): Promise<ChaosOutcome> {
  const resources = chaosResources()
  const fixture = await createChaosFixture(backend)
  try {
    const { run, before } = await prepared(verb, fixture)
    const outcome = await runWithFault(verb, fixture, run, appliesTo)
    assert.deepEqual(await fixture.directory.openFiles(), [], 'open files')
    await resources.assertNoMore()
    assertFailure(outcome, fixture)
    const store = await fixture.open()
    await assertWhole(fixture, await allAssets(store))
    await verb.afterwards?.(store, fixture, outcome.failure !== undefined)
    const { state, staged, blobs } = await sightOf(store, fixture)
    assertState(state, outcome, verb, baseline)
    if (outcome.applied.length < 2 && !outcome.applied.some(mayLeaveRemains)) {
      assert.deepEqual(without(staged, before.staged), [], 'files in staging')
      const fresh = verb.leavesBlobs ? [] : without(blobs, before.blobs)
      assert.deepEqual(fresh, [], 'blobs of no record')
    }
    await assertReclaimed(fixture, store)
    await store.close()
    assert.deepEqual(await fixture.reservations(), [], 'reservations')
    return outcome
  } finally {
    resources.end()
    await fixture.shut()
    await fixture.dispose()
  }
}

async function prepared(
  verb: ChaosVerb,
  fixture: ChaosFixture,
): Promise<{ readonly run: ChaosRun; readonly before: Sight }> {
  const store = await fixture.open(undefined, {
    ...verb.options,
    advanced: { sweepEveryMs: false },
  })
  const run = await verb.prepare(store, fixture)
  const before = await sightOf(store, fixture)
  await store.close()
  return { run, before }
}

/** What the fixture shows now. Fails unless every record has its bytes. */
async function sightOf(store: AssetStore, fixture: ChaosFixture): Promise<Sight> {
  const assets = await allAssets(store)
  await assertWhole(fixture, assets)
  const state = await visibleState(store, assets)
  return { state, staged: await fixture.staged(), blobs: await orphans(fixture, assets) }
}

/**
 * When the verb resolved, its effect is visible; when it rejected, it is not. When the outcome is unknown, all of it is
 * visible, or none.
 */
function assertState(
  state: string,
  { failure }: ChaosOutcome,
  { steps }: ChaosVerb,
  { before, after }: Baseline,
): void {
  if (failure === undefined) assert.equal(state, after, 'what is there after it resolved')
  else if (steps || isStowageError(failure, 'outcome_unknown')) {
    assert.ok([before, after].includes(state), `neither before nor after: ${state}`)
  } else assert.equal(state, before, `what is there after ${failure}`)
}

function assertFailure({ failure, isAborted }: ChaosOutcome, fixture: ChaosFixture): void {
  if (failure === undefined || isAborted) return
  if (!isStowageError(failure)) throw new Error('not a StowageError', { cause: failure })
  const text = `${failure.message} ${JSON.stringify(failure.context)}`
  assert.ok(!text.includes(fixture.directory.path), `reveals a path: ${text}`)
}

/** After such a fault the sweep removes what a failed removal left, and what no record names. */
function mayLeaveRemains({ fault, call: { method } }: InjectedFault): boolean {
  return (
    fault.isUncertain === true ||
    ['unlink', 'delete', 'blobs.claim', 'blobs.recordDeletions'].includes(method)
  )
}

function without(names: readonly string[], known: readonly string[]): readonly string[] {
  return names.filter((name) => !known.includes(name))
}
