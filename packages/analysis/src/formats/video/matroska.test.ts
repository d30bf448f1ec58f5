import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { webm } from '../../testing/recordings.ts'

const size = [640, 360] as const

describe('Matroska as displayed', () => {
  it.each([
    ['rolled by a quarter', { roll: 90 }, 360, 640],
    ['rolled back by a quarter', { roll: -90 }, 360, 640],
    ['rolled by half', { roll: 180 }, 640, 360],
    ['cropped', { crop: [10, 20, 30, 40] as const }, 610, 290],
    ['cropped and rolled', { crop: [10, 20, 30, 40] as const, roll: 270 }, 290, 610],
  ])('%s', async (_, display, width, height) => {
    const file = bytesAsFile(webm({ size, seconds: 2, ...display }))
    const { facts } = await createAnalyzer().analyze(file, { name: 'file' })
    expect(facts).toMatchObject({ width, height, durationSeconds: 2 })
  })
})
