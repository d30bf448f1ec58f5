import { NO_EMBEDDED_FACTS } from '@stowage/analysis'
import { describe, expect, it } from 'vitest'
import { formatTimestampOrNull } from '../time/timestamp.ts'
import { takenAt } from './taken-at.ts'

describe('takenAt', () => {
  it.each([
    ['2024-05-01T18:30:00.25+02:00', '2024-05-01T16:30:00.250000Z'],
    ['2024-05-01T18:30:00-05:30', '2024-05-02T00:00:00.000000Z'],
    ['2024-05-01T18:30:00', '2024-05-01T18:30:00.000000Z'],
    ['1826-06-01T12:00:00', '1826-06-01T12:00:00.000000Z'],
    ['2255-12-31T00:00:00', null],
    [null, null],
  ])('of %j is %j', (text, time) => {
    expect(formatTimestampOrNull(takenAt({ ...NO_EMBEDDED_FACTS, takenAt: text }))).toBe(time)
  })

  it('is none of a file that says nothing', () => {
    expect(takenAt(null)).toBeNull()
  })
})
