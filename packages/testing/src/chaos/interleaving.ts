import assert from 'node:assert/strict'
import { type AssetStore, isStowageError } from '@stowage/core'
import { faultPlan, type PortCall } from '../fault-injection/fault-plan.ts'
import { type ChaosFixture, createChaosFixture } from './chaos-fixture.ts'
import { assertReclaimed, ended } from './remains.ts'
import { inChunks, largePicture, onDemand, small } from './samples.ts'
import { allAssets, assertWhole, sha256 } from './state.ts'

/** Something that one process does with an asset while another does something else. */
export interface ChaosActor {
  readonly name: string
  act(store: AssetStore, id: string, fixture: ChaosFixture): Promise<unknown>
}

/** The asset before both begin. */
export type ChaosStart = 'active' | 'trashed'

/** Errors that are allowed when the other actor was faster. Missing bytes are never allowed. */
const REFUSALS = ['asset_not_found', 'file_not_found', 'not_trashed', 'reservation_lost'] as const

/** The name of a file that both may upload, and that is stored once. */
const REPEATED = 'once.txt'

/** A process that asks for a lease this often is waiting for the other one. */
const LEASE_TRIES = 3

export const chaosActors: readonly ChaosActor[] = [
  { name: 'upload', act: (store) => store.upload(small, { name: 'new.txt' }) },
  {
    name: 'upload that is repeated',
    act: (store) => store.upload(small, { name: REPEATED, idempotencyKey: 'once' }),
  },
  { name: 'upload of a large file', act: (store) => store.upload(inChunks(largePicture)) },
  {
    name: 'read',
    async act(store, id) {
      const file = await store.read(id)
      assert.equal(sha256(await file.bytes()), file.sha256)
    },
  },
  {
    name: 'read of a variant',
    async act(store, id) {
      const file = await store.read(id, { variant: 'thumbnail' })
      assert.equal(sha256(await file.bytes()), file.sha256)
    },
  },
  { name: 'update', act: (store, id) => store.update(id, { isFavourite: true }) },
  { name: 'restore', act: (store, id) => store.restore(id) },
  { name: 'purge', act: (store, id) => store.purge(id) },
  {
    name: 'trash and purge',
    async act(store, id) {
      await store.trash(id)
      await store.purge(id)
    },
  },
  { name: 'sweep', act: (store) => store.admin.sweep() },
  {
    name: 'sweep after a day',
    async act(store, _, fixture) {
      await fixture.pass(25)
      await store.admin.sweep()
    },
  },
]

/** The calls that an actor makes on its own. */
export async function callsOf(actor: ChaosActor, start: ChaosStart): Promise<readonly PortCall[]> {
  const { fixture, id } = await createStart(start)
  try {
    const plan = faultPlan()
    const store = await fixture.open(plan, onDemand)
    await actor.act(store, id, fixture).catch(assertRefusal)
    const calls = [...plan.calls]
    await store.close()
    return calls
  } finally {
    await fixture.dispose()
  }
}

/**
 * Stops one actor at a call, before it is made or before it is answered, until the other has ended. Then lets it go on.
 * Asserts at both moments that every record has its bytes, and that an actor was refused only because the other was
 * faster. Asserts that nothing is left over in the end.
 */
export async function runInterleaving(
  [held, other]: readonly [ChaosActor, ChaosActor],
  start: ChaosStart,
  call: PortCall,
  kind: 'hold' | 'withhold',
): Promise<void> {
  const { fixture, id } = await createStart(start)
  const goOn = signal()
  const isHeld = signal()
  const isWaiting = signal()
  const plan = faultPlan(({ port, method, turn }) => {
    if (port !== call.port || method !== call.method || turn !== call.turn) return undefined
    isHeld.give()
    return { kind, until: goOn.given }
  })
  const otherPlan = faultPlan(({ method, turn }) => {
    if (method === 'leases.acquire' && turn === LEASE_TRIES) isWaiting.give()
    return undefined
  })
  try {
    const first = await fixture.open(plan, onDemand)
    const second = await fixture.open(otherPlan, onDemand)
    const one = held.act(first, id, fixture).catch(assertRefusal)
    await ended(Promise.race([isHeld.given, one]))
    const two = other.act(second, id, fixture).catch(assertRefusal)
    await ended(Promise.race([two, isWaiting.given]))
    await assertAllWhole(fixture)
    goOn.give()
    await ended(Promise.all([one, two]))
    await assertAllWhole(fixture)
    await Promise.all([first.close(), second.close()])
    assert.deepEqual(await fixture.directory.openFiles(), [], 'open files')
    assert.deepEqual(await fixture.staged(), [], 'files in staging')
    const last = await fixture.open()
    await assertReclaimed(fixture, last)
    await last.close()
    assert.deepEqual(await fixture.reservations(), [], 'reservations')
  } finally {
    goOn.give()
    await fixture.quiet()
    await fixture.shut()
    await fixture.dispose()
  }
}

async function createStart(start: ChaosStart) {
  const fixture = await createChaosFixture('memory')
  const store = await fixture.open(undefined, onDemand)
  const { id } = await store.upload(inChunks(largePicture), { name: 'picture.svg' })
  if (start === 'trashed') await store.trash(id)
  await store.close()
  return { fixture, id }
}

async function assertAllWhole(fixture: ChaosFixture): Promise<void> {
  const store = await fixture.open()
  const assets = await allAssets(store)
  await assertWhole(fixture, assets)
  assert.ok(assets.filter(({ name }) => name === REPEATED).length < 2, 'stored twice')
  await store.close()
}

function assertRefusal(error: unknown): void {
  if (!isStowageError(error, ...REFUSALS)) throw error
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}
