import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { csvRows } from './csv-rows.ts'

/** How many descriptors of this process lead to the file. */
async function openCount(file: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    // The descriptor that lists them is closed by the time it is looked at.
    descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((target) => target === file).length
}

describe.skipIf(!existsSync('/proc/self/fd'))('csvRows', () => {
  it('closes a file whose first line is too long', async () => {
    const file = path.join(await folderOf({ 'list.csv': 'x'.repeat(2 ** 22) }), 'list.csv')
    expect(await openCount(file)).toBe(0)
    for (let run = 0; run < 5; run += 1) {
      await expect(csvRows(file).next()).rejects.toThrow('a row of more than')
    }
    // Node closes a file in the background.
    await expect.poll(() => openCount(file)).toBe(0)
  })
})
