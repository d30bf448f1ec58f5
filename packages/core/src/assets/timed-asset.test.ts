import { newAsset } from '@stowage/testing'
import { expect, it } from 'vitest'
import { parseTimestamp } from '../time/timestamp.ts'
import { timedAsset } from './timed-asset.ts'

const now = parseTimestamp('2026-01-31T09:05:00.123000Z')
const { createdAt: _, ...fresh } = newAsset()

it('gives an asset one time of the clock of the database, a microsecond after the one before it', () => {
  const times = [0, 1, 5000].map((index) => timedAsset(fresh, now, index))
  const expected = ['123000', '123001', '123999'].map((micros) => `2026-01-31T09:05:00.${micros}Z`)
  expect(times.map(({ createdAt }) => createdAt)).toEqual(expected)
  expect(times.map(({ updatedAt }) => updatedAt)).toEqual(expected)
})

it('keeps the times that another system gave it', () => {
  const createdAt = '2019-05-01T10:00:00.000000Z'
  const updatedAt = '2020-05-01T10:00:00.000000Z'
  expect(timedAsset({ ...fresh, createdAt }, now, 3)).toMatchObject({
    createdAt,
    updatedAt: createdAt,
  })
  expect(timedAsset({ ...fresh, createdAt, updatedAt }, now, 3)).toMatchObject({
    createdAt,
    updatedAt,
  })
})
