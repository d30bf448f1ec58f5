import { newAsset } from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { eventDataOf, keptEventData } from './event-data.ts'

const kept = (data: object) => JSON.parse(JSON.stringify(keptEventData(data))) as object

/** As databases return it. */
const whole = (members: Parameters<typeof newAsset>[0]) => ({
  ...newAsset(members),
  seq: 1,
  trashedAt: null,
  pendingUntil: null,
})

describe('kept data of an event', () => {
  it('lack what most assets have, and are whole again', () => {
    const asset = whole({})
    expect(Object.keys(kept({ asset }))).toEqual(['asset'])
    expect(JSON.stringify(kept({ asset })).length).toBeLessThan(JSON.stringify({ asset }).length)
    expect(eventDataOf(kept({ asset, fields: ['name'] }))).toEqual({ asset, fields: ['name'] })
  })

  it('have what is unusual', () => {
    const asset = {
      ...whole({ createdBy: 'ann', status: 'processing', isFavourite: true, folderId: 'one' }),
      alt: { en: 'a' },
      tags: ['b'],
      focus: { x: 0, y: 1 },
      trashedAt: '2026-01-01T00:00:00.000000Z',
    }
    expect(eventDataOf(kept({ asset }))).toEqual({ asset })
  })

  it('of what is no asset stay as they are', () => {
    expect(eventDataOf(kept({ id: 'one', tags: [] }))).toEqual({ id: 'one', tags: [] })
  })

  it('are no part of each other', () => {
    const [one, other] = [eventDataOf({ asset: {} }), eventDataOf({ asset: {} })] as {
      asset: { tags: string[] }
    }[]
    one?.asset.tags.push('mine')
    expect(other?.asset.tags).toEqual([])
  })
})
