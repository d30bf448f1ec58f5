import { isStowageError } from '@stowage/core'
import { blobKeysOf, type InsertRequest } from '@stowage/core/internal'
import { newAsset, newVariant } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { LIVE } from '../tenants/count-tree.ts'
import { decideInserts, type InsertDecisions, type InsertFacts } from './insert-decisions.ts'

/** When the decisions are made, in microseconds. */
const NOW = 1_000_000_000

/** One request with one asset. */
function request(overrides: Partial<InsertRequest> = {}): InsertRequest {
  return { tenant: 'a', assets: [newAsset()], keyId: null, quota: null, ...overrides }
}

/** Decides what two tenants insert, all of whose blob keys are reserved. */
function decide(requests: readonly InsertRequest[], facts: Partial<InsertFacts> = {}) {
  return decideInserts(requests, {
    tenants: new Map([
      ['a', { id: 1, name: 'a', next_seq: 7, bytes: 0, live: 0, trash: 0, erasing: false }],
      ['b', { id: 2, name: 'b', next_seq: 1, bytes: 0, live: 0, trash: 0, erasing: false }],
    ]),
    keys: new Map(),
    tickets: new Map(),
    reserved: new Set(requests.flatMap(({ assets }) => assets.flatMap(blobKeysOf))),
    folders: new Map(),
    contents: { oldest: new Map(), holders: new Map() },
    idempotency: new Map(),
    now: NOW,
    ...facts,
  })
}

/** The insertion numbers of each request, the ids that it repeats, or the code of its refusal. */
function outcomesOf({ outcomes }: InsertDecisions) {
  return outcomes.map((outcome) =>
    isStowageError(outcome)
      ? outcome.code
      : (outcome.replayOf ?? outcome.assets.map(({ seq }) => seq)),
  )
}

const once = { key: 'order', digest: 'one', lifetime: 100 }

describe('decideInserts', () => {
  it('gives a blob to the first of two records that name it', () => {
    const first = newAsset()
    const second = newAsset({ blobKey: first.blobKey })
    const decisions = decide([request({ assets: [first] }), request({ assets: [second] })])
    expect(outcomesOf(decisions)).toEqual([[7], 'reservation_lost'])
    expect(decisions.taken).toEqual([first.blobKey])
    expect(decisions.rows.map(({ id }) => id)).toEqual([first.id])
  })

  it('gives the blob of a variant to the first of two records that name it', () => {
    const variant = newVariant()
    const requests = ['a', 'b'].map((tenant) =>
      request({ tenant, assets: [newAsset({ variants: [variant] })] }),
    )
    expect(outcomesOf(decide(requests))).toEqual([[7], 'reservation_lost'])
  })

  it('refuses one request that names a blob twice', () => {
    const asset = newAsset()
    const assets = [asset, newAsset({ blobKey: asset.blobKey })]
    expect(outcomesOf(decide([request({ assets })]))).toEqual(['reservation_lost'])
  })

  it('answers within the scope alone, also that of the app', () => {
    const anns = request({ assets: [newAsset({ createdBy: 'ann' })] })
    const apps = request({ onDuplicate: 'return', scope: { createdBy: null } })
    const anyones = request({ onDuplicate: 'return' })
    const outcomes = outcomesOf(decide([anns, apps, anyones]))
    expect(outcomes).toEqual([[7], [8], []])
  })

  it('stores the first of two uploads with one idempotency key, and names its assets to the second', () => {
    const [first, second] = [request({ idempotency: once }), request({ idempotency: once })]
    const decisions = decide([first, second])
    const ids = first.assets.map(({ id }) => id)
    expect(outcomesOf(decisions)).toEqual([[7], ids])
    expect(decisions.recognised).toEqual([
      { tenant_id: 1, key: 'order', digest: 'one', expires_at: NOW + 100_000, ids },
    ])
    expect(decisions.taken).toEqual(first.assets.map(({ blobKey }) => blobKey))
  })

  it('refuses the second of two uploads with one idempotency key and other bytes', () => {
    const requests = [
      request({ idempotency: once }),
      request({ idempotency: { ...once, digest: 'two' } }),
    ]
    expect(outcomesOf(decide(requests))).toEqual([[7], 'idempotency_conflict'])
  })

  it('takes one idempotency key of two tenants for two uploads', () => {
    const requests = ['a', 'b'].map((tenant) => request({ tenant, idempotency: once }))
    expect(outcomesOf(decide(requests))).toEqual([[7], [1]])
  })

  it('writes the record of the second upload when the first one was refused', () => {
    const refused = request({ idempotency: once, quota: 1 })
    const stored = request({ idempotency: once })
    const decisions = decide([refused, stored])
    expect(outcomesOf(decisions)).toEqual(['quota_exceeded', [7]])
    expect(decisions.recognised.map(({ ids }) => ids)).toEqual([stored.assets.map(({ id }) => id)])
  })

  it('writes an expired record anew', () => {
    const old = { tenant_id: 1, key: 'order', digest: 'old', expires_at: NOW }
    const idempotency = new Map([['1 order', { ...old, ids: ['gone'] }]])
    const decisions = decide([request({ idempotency: once })], { idempotency })
    expect(decisions.recognised.map(({ digest }) => digest)).toEqual(['one'])
  })

  it('counts the bytes of earlier requests of the tenant against the quota, those of others not', () => {
    const requests = [
      request({ assets: [newAsset({ size: 60 })], quota: 100 }),
      request({ assets: [newAsset({ size: 60 })], quota: 100, tenant: 'b' }),
      request({ assets: [newAsset({ size: 41 })], quota: 100 }),
      request({ assets: [newAsset({ size: 40 })], quota: 100 }),
    ]
    const decisions = decide(requests)
    expect(outcomesOf(decisions)).toEqual([[7], [1], 'quota_exceeded', [8]])
    expect(decisions.bytes).toEqual(
      new Map([
        [1, 100],
        [2, 60],
      ]),
    )
  })

  it('counts the files of earlier requests with a ticket, those that were refused not', () => {
    const ticket = 'of a'
    const tickets = new Map([
      [ticket, { id: ticket, tenant_id: 1, files_left: 3, bytes_left: 100 }],
    ])
    const sized = (...sizes: readonly number[]) => ({
      ticket,
      assets: sizes.map((size) => newAsset({ size })),
    })
    const requests = [
      request(sized(60)),
      request({ ...sized(1), quota: 1 }),
      request(sized(41)),
      request({ ...sized(40), idempotency: once }),
      request({ ...sized(40), idempotency: once }),
      request(sized(0, 0)),
      request(sized(0)),
      request(sized(0)),
    ]
    const decisions = decide(requests, { tickets })
    expect(outcomesOf(decisions)).toEqual([
      [7],
      'quota_exceeded',
      'ticket_exhausted',
      [8],
      requests[3]?.assets.map(({ id }) => id),
      'ticket_exhausted',
      [9],
      'ticket_exhausted',
    ])
    expect(decisions.charged).toEqual([{ id: ticket, tenant_id: 1, files_left: 0, bytes_left: 0 }])
  })

  it('refuses tickets that are unknown and those of another tenant, a key before them', () => {
    const tickets = new Map([
      ['of b', { id: 'of b', tenant_id: 2, files_left: 9, bytes_left: 9999 }],
    ])
    const requests = [
      request({ ticket: 'of b' }),
      request({ ticket: 'unknown' }),
      request({ ticket: 'of b', tenant: 'b', keyId: 'unknown' }),
      request({ ticket: 'of b', tenant: 'b' }),
    ]
    const decisions = decide(requests, { tickets })
    expect(outcomesOf(decisions)).toEqual(['ticket_revoked', 'ticket_revoked', 'key_revoked', [1]])
    expect(decisions.charged.map(({ files_left }) => files_left)).toEqual([8])
  })

  it('numbers and counts every asset of a request, in the tenant that it is of', () => {
    const requests = [
      request({ assets: [newAsset(), newAsset(), newAsset()] }),
      request({ tenant: 'b' }),
      request(),
    ]
    const decisions = decide(requests)
    expect(outcomesOf(decisions)).toEqual([[7, 8, 9], [1], [10]])
    const places = [
      [1, 7],
      [1, 8],
      [1, 9],
      [2, 1],
      [1, 10],
    ]
    expect(decisions.rows.map(({ tenant_id, seq }) => [tenant_id, seq])).toEqual(places)
    expect(decisions.counts).toEqual(
      places.map(([tenantId, seq]) => {
        const { type, size } = newAsset()
        const parts = { createdBy: null, type, folderId: null }
        return { ...parts, tenantId, list: LIVE, seq, by: 1, bytes: size }
      }),
    )
  })

  it('stores an upload without an idempotency key beside one whose key is named like nothing', () => {
    const marked = request({ idempotency: { ...once, key: 'undefined' } })
    expect(outcomesOf(decide([marked, request()]))).toEqual([[7], [8]])
  })

  it('fails as a whole when a tenant is gone', () => {
    expect(() => decide([request(), request({ tenant: 'gone' })])).toThrow('The tenant is gone.')
  })

  it('refuses keys that are unknown, and those that have expired', () => {
    const keys = new Map([
      ['valid', null],
      ['later', NOW + 1],
      ['expired', NOW],
    ])
    const requests = ['valid', 'later', 'expired', 'unknown'].map((keyId) => request({ keyId }))
    expect(outcomesOf(decide(requests, { keys }))).toEqual([[7], [8], 'key_revoked', 'key_revoked'])
  })
})
