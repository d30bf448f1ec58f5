import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { be, join, zeros } from '../../testing/bytes.ts'
import { id3, mp3 } from '../../testing/recordings.ts'

/** Seconds of a frame. */
const FRAME = 1152 / 44_100

/** Frames whose first one says how many of them there are, and how many bytes. */
function counted(frames: number, says = frames): Buffer {
  const bytes = mp3(frames)
  join('Xing', be(3, 4), be(says, 4), be(bytes.length, 4)).copy(bytes, 36)
  return bytes
}

async function secondsOf(bytes: Buffer) {
  const { facts } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
  expect(facts.mimeType).toBe('audio/mpeg')
  return facts.durationSeconds
}

describe('length of MP3', () => {
  it.each([
    ['one part that counts its frames', counted(100), 100],
    ['two parts that count theirs', join(counted(100), counted(50)), 150],
    ['two parts with tags', join(id3(50), counted(100), id3(50), counted(50)), 150],
    ['a part that counts its frames and one that does not', join(counted(100), mp3(60)), 160],
    ['a file that was cut off', counted(100).subarray(0, 417 * 40), 40],
    ['a file that cannot hold what it says', counted(20, 1_000_000), 20],
    ['frames after zeros', join(zeros(500), mp3(30)), 30],
  ])('is that of %s', async (_, bytes, frames) => {
    expect(await secondsOf(bytes)).toBeCloseTo(frames * FRAME, 1)
  })

  it('is asked of no file of zeros with a sync word', async () => {
    const chance = join(zeros(100), '\xff\xfb\x90\0', zeros(2000))
    const { facts } = await createAnalyzer().analyze(bytesAsFile(chance), { name: 'a.mp3' })
    expect(facts.mimeType).toBe('application/octet-stream')
  })
})
