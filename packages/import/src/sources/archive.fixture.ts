import { createWriteStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Header, pack } from 'tar-stream'
import { folderOf } from '../entries/folder.fixture.ts'

/** An entry: its name, its content, and what else its header says. */
export type FixtureEntry = readonly [name: string, content: string, header?: Partial<Header>]

/** Writes an archive, which is removed after the test. Resolves to its path. */
export async function archiveOf(entries: readonly FixtureEntry[]): Promise<string> {
  const file = path.join(await folderOf({}), 'acme.tar')
  const tar = pack()
  for (const [name, content, header] of entries) tar.entry({ name, ...header }, content)
  tar.finalize()
  await pipeline(tar as unknown as Readable, createWriteStream(file))
  return file
}
